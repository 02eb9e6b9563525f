"""A followed match, whose view is updated by events."""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from typing import Any, TypedDict, cast

from dixit_client.match_stream import MatchStream
from dixit_client.problem import Problem
from dixit_client.reducer import CHANGES, reduce
from dixit_client.server_clock import ServerClock
from dixit_client.shapes import EventAnswer, MatchSeen, ReceiptAnswer

REDUCIBLE_EVENTS = {*CHANGES, "abandon_agreed"}
"""The types of events after which `reduce` can compute the next view."""
LINGER_SECONDS = 0.02
"""How long to wait for further events of the same command: no player can act in the states between them."""
PHASE_BOUND_COMMANDS = {"clue", "cards", "signal", "vote", "ready"}
"""Commands that only make sense in the phase for which they were chosen."""


class Ack(TypedDict):
    """The command is committed, and the match has this version now. After `rematch`, it is the new match."""

    match: str
    version: int
    receipt: ReceiptAnswer


class LiveMatch:
    """A match that is followed.

    `view` is the last view, and `news` are the events that led to it from the one before.

    The service's database can go back, when a standby is promoted or a backup restored that lacks the last events. What
    was known of the match is dropped then, `view` is asked for anew, and `on_history_lost`, if it is set, is called
    with the view before and the one now. `histories_lost` counts how often that happened. Even the end of a match can
    be lost: `wait_for_rematch` returns then, the match isn't `over`, and `views` goes on.
    """

    def __init__(
        self,
        stream: MatchStream,
        *,
        command: Callable[[str, str, dict[str, Any]], Ack],
        fetch_view: Callable[..., MatchSeen],
        clock: ServerClock,
    ) -> None:
        self.view: MatchSeen = stream.first_view()
        self.news: list[EventAnswer] = []
        self._stream, self._command, self._fetch_view, self._clock = stream, command, fetch_view, clock
        self._min_version = 0
        self.on_history_lost: Callable[[MatchSeen, MatchSeen], None] | None = None
        self.histories_lost = 0

    @property
    def id(self) -> str:
        return self.view["id"]

    @property
    def over(self) -> bool:
        return self.view["status"] in ("over", "abandoned")

    @property
    def lost(self) -> bool:
        """Whether updates have ended: the session was closed, or you may no longer see the match."""
        return self._stream.has_failed

    @property
    def actions(self) -> list[Any]:
        """The view's actions, but for those that are possible only later."""
        now = self._clock.now()
        return [action for action in self.view["actions"] if _possible_from(action, now) <= now]

    def views(self) -> Iterator[MatchSeen]:
        """Yield the view, and a new one whenever something happens, until the match is over.

        When an action becomes possible because of the time (its `from`), the same view is yielded again.

        After you act, the next view already includes the result, so that you don't act twice on an old one.

        Raises:
            Problem: The match is lost.
        """
        if self.over:
            # What has arrived since the end: perhaps the end was lost.
            with suppress(Problem):
                self._apply_frames(timeout=0)
        yield self.view
        while not self.over:
            self.news = []
            self._apply_frames(self._seconds_to_next_action())
            while self.view["version"] < self._min_version:
                self._apply_frames()
            yield self.view

    def wait_for_rematch(self, seconds: float | None = None) -> str | None:
        """Return the id of the match that follows this one, once somebody has asked for it; None after `seconds`.

        It also returns None as soon as the end of the match is lost, so that the match goes on.

        Raises:
            Problem: The match is lost.
        """
        deadline = None if seconds is None else time.monotonic() + seconds
        was_over = self.over
        while self.view["rematch"] is None and (self.over or not was_over):
            remaining = None if deadline is None else deadline - time.monotonic()
            if remaining is not None and remaining <= 0:
                return None
            self._apply_frames(remaining)
            was_over = was_over or self.over
        return self.view["rematch"]["match"] if self.view["rematch"] else None

    def act(self, type: str, **data: Any) -> Ack:
        """Do one of the view's `actions`; `data` are the members of the command's body.

        Moves are bound to the view's phase: if it is over by now, they are refused with `phase_over`.

        Raises:
            Problem
        """
        if type in PHASE_BOUND_COMMANDS:
            data.setdefault("phase", self.view["phase"]["id"])
        ack = self._command(self.id, type, data)
        if ack["match"] == self.id:
            self._min_version = max(self._min_version, ack["version"])
            self._stream.expect(ack["receipt"]["version"], ack["receipt"]["head"])
        return ack

    def _seconds_to_next_action(self) -> float | None:
        """Return in how many seconds the next action becomes possible because of the time; None if none will."""
        now = self._clock.now()
        waits = [(_possible_from(action, now) - now).total_seconds() for action in self.view["actions"]]
        return min((wait for wait in waits if wait > 0), default=None)

    def _apply_frames(self, timeout: float | None = None) -> None:
        for frame in self._stream.take_frames(linger=LINGER_SECONDS, timeout=timeout):
            match frame["t"]:
                case "presence":
                    self._apply_presence(frame["seat"], connected=frame["connected"])
                case "restarted":
                    self._start_anew(frame["view"])
                case "rematch":
                    self.view = {**self.view, "rematch": {"match": frame["rematch"]}}
                case _:
                    self._apply_event(frame["event"])

    def _start_anew(self, view: MatchSeen) -> None:
        lost, self.view, self.news, self._min_version = self.view, view, [], 0
        self.histories_lost += 1
        if self.on_history_lost is not None:
            self.on_history_lost(lost, view)

    def _apply_presence(self, number: int, *, connected: bool) -> None:
        seats = [{**seat, "connected": connected} if seat["seat"] == number else seat for seat in self.view["seats"]]
        self.view = cast(MatchSeen, {**self.view, "seats": seats})

    def _apply_event(self, event: EventAnswer) -> None:
        self.news.append(event)
        if event["type"] in REDUCIBLE_EVENTS:
            self.view = cast(MatchSeen, reduce(cast(Any, self.view), cast(Any, event), self._stream.me))
        else:
            # The service is newer than this client, so only the service knows what the event changes.
            self.view = self._fetch_view(self.id, at=event["version"])


def _possible_from(action: Any, now: datetime) -> datetime:
    """Return when an action becomes possible; `now` for those that don't depend on the time."""
    return datetime.fromisoformat(action["from"]) if action.get("from") else now
