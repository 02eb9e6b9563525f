"""A match that is followed: its view, kept up to date by what happens."""

from collections.abc import Callable, Iterator
from typing import Any, TypedDict, cast

from dixit_client.match_stream import MatchStream
from dixit_client.reducer import CHANGES, reduce
from dixit_client.shapes import EventAnswer, MatchSeen, ReceiptAnswer

REDUCIBLE_EVENTS = {*CHANGES, "abandon_agreed"}
"""The events after which the next view can be told without asking."""
LINGER_SECONDS = 0.02
"""Seconds within which the events come that one command leads to: what lies between them is nobody's turn."""
PHASE_BOUND_COMMANDS = {"clue", "cards", "signal", "vote", "ready"}


class Ack(TypedDict):
    """The command is committed and led to this version of the match; after `rematch`, of the next one."""

    match: str
    version: int
    receipt: ReceiptAnswer


class LiveMatch:
    """`view` is the match as you saw it last, `news` are the events since the view that was shown before."""

    def __init__(
        self,
        stream: MatchStream,
        *,
        command: Callable[[str, str, dict[str, Any]], Ack],
        fetch_view: Callable[..., MatchSeen],
    ) -> None:
        self.view: MatchSeen = stream.first_view()
        self.news: list[EventAnswer] = []
        self._stream, self._command, self._fetch_view = stream, command, fetch_view
        self._min_version = 0

    @property
    def id(self) -> str:
        return self.view["id"]

    @property
    def over(self) -> bool:
        return self.view["status"] in ("over", "abandoned")

    @property
    def lost(self) -> bool:
        """Nothing more will be told of it: the line was closed, or you may see the match no more."""
        return self._stream.has_failed

    def views(self) -> Iterator[MatchSeen]:
        """The match as you see it now, and again whenever something has happened, to its end. After a command of yours
        only what has come of it is shown, so that nobody acts twice.

        Raises:
            Problem
        """
        yield self.view
        while not self.over:
            self.news = []
            self._apply_frames()
            while self.view["version"] < self._min_version:
                self._apply_frames()
            yield self.view

    def act(self, type: str, **data: Any) -> Ack:
        """Do one of the view's `actions`. What makes sense only now is refused (`phase_over`) once the phase is gone.

        Raises:
            Problem
        """
        if type in PHASE_BOUND_COMMANDS:
            data.setdefault("phase", self.view["phase"]["id"])
        ack = self._command(self.id, type, data)
        if ack["match"] == self.id:
            self._min_version = max(self._min_version, ack["version"])
        return ack

    def _apply_frames(self) -> None:
        for frame in self._stream.take_frames(linger=LINGER_SECONDS):
            if frame["t"] == "presence":
                self._apply_presence(frame["seat"], connected=frame["connected"])
            else:
                self._apply_event(frame["event"])

    def _apply_presence(self, number: int, *, connected: bool) -> None:
        seats = [{**seat, "connected": connected} if seat["seat"] == number else seat for seat in self.view["seats"]]
        self.view = cast(MatchSeen, {**self.view, "seats": seats})

    def _apply_event(self, event: EventAnswer) -> None:
        self.news.append(event)
        if event["type"] in REDUCIBLE_EVENTS:
            self.view = cast(MatchSeen, reduce(cast(Any, self.view), cast(Any, event), self._stream.me))
        else:
            # The service is newer than this client: only it knows what that event means.
            self.view = self._fetch_view(self.id, at=event["version"])
