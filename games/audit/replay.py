"""The level *rules*: the match is played again by the rulebook, and every event must be what the rulebook says."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from games.audit.command_reconstruction import reconstruct_command, reconstruct_open_command
from games.audit.decoder import DecodeError, decoder_for
from games.audit.errors import VerificationError, fail
from games.audit.event_difference import describe_difference
from games.audit.event_parser import HiddenPart, parse_event
from games.audit.record_line import EventLine
from games.audit.replay_random import RandomnessUnavailable, RecordedRandom, ShuffleCall
from games.rulebook import Match, Refused, evolve
from games.rulebook.decide import act, follow
from games.rulebook.events import Event, MatchEnded, MatchOpened
from games.rulebook.match import board_of, phase_id
from games.rulebook.phases import gathering
from games.rulebook.sealed import sealed_parts


@dataclass(frozen=True, kw_only=True, slots=True)
class ReplayStep:
    """One event of the replay, with the match before and after it, and the luck that it took."""

    version: int
    at: datetime
    actor: int | str | None
    prev: str
    event: Event
    before: Match | None
    after: Match
    shuffles: tuple[ShuffleCall, ...] = ()


class Replay:
    """A match, played again event by event. Each is judged on the log before it, so that one fault hides no other."""

    def __init__(self, lines: Sequence[EventLine], opened: Mapping[tuple[int, str], str]) -> None:
        self._lines, self._opened = lines, opened
        self._match: Match | None = None
        self._at: datetime | None = None
        self._pending_events: list[Event] = []

    def steps(self) -> Iterator[ReplayStep]:
        """Each event in turn, as far as it is what the rulebook says.

        Raises:
            Broken: one isn't.
            Hidden: one can't be known to whom the record was made for.
        """
        for index in range(len(self._lines)):
            try:
                yield self._replay_event(index)
            except (VerificationError, HiddenPart):
                raise
            except DecodeError as fault:
                fail(index + 1, f"The event is not of its type: {fault}.")
            except Refused as refused:
                fail(index + 1, f"The rules don't allow it: {refused.detail}")
            except Exception as error:  # noqa: BLE001  (a forger's log can break anything; that it does is the finding)
                fail(index + 1, f"The rulebook can't go on from here ({type(error).__name__}).")
        self._check_nothing_missing(len(self._lines) + 1)

    def _replay_event(self, index: int) -> ReplayStep:
        line, version = self._lines[index], index + 1
        body = line.body
        event, at = parse_event(line, self._opened), _parse_time(body["at"])
        if self._at is not None and at < self._at:
            fail(version, "Its time lies before that of the event before.")
        chance = RecordedRandom(event)
        expected = self._expected_event(index, event, at, chance)
        if expected != event:
            fail(version, describe_difference(expected, event))
        board = board_of(self._match) if self._match else None
        if {part.name for part in sealed_parts(event, board)} != line.sealed.keys():
            fail(version, "Other parts are sealed than should be.")
        before, self._match, self._at = self._match, evolve(self._match, event), at
        return ReplayStep(
            version=version,
            at=at,
            actor=body["actor"],
            prev=body["prev"],
            event=event,
            before=before,
            after=self._match,
            shuffles=tuple(chance.shuffles),
        )

    def _expected_event(self, index: int, event: Event, at: datetime, chance: RecordedRandom) -> Event:
        actor = self._lines[index].body["actor"]
        if actor is None:
            found = self._next_following_event(index + 1, at, chance)
        else:
            self._check_nothing_missing(index + 1)
            self._pending_events = self._events_of_command(index, event, actor, at)
            found = self._pending_events.pop(0)
        if isinstance(found, MatchEnded) and isinstance(event, MatchEnded):
            # The seed is no matter of the rules: it must fit what the match was opened with (level luck).
            return replace(found, seed=event.seed)
        return found

    def _next_following_event(self, version: int, at: datetime, chance: RecordedRandom) -> Event:
        if at != self._at:
            fail(version, "It follows by itself, but not at the time of what it follows from.")
        found = (
            self._pending_events.pop(0)
            if self._pending_events
            else follow(self._match, at, chance)
            if self._match
            else None
        )
        if found is None:
            fail(version, "Nothing follows by itself here, and nobody is named who did it.")
        return found

    def _events_of_command(self, index: int, event: Event, actor: Any, at: datetime) -> list[Event]:
        if self._match is not None:
            return [act(self._match, reconstruct_command(event, actor, phase_id(self._match), at, index + 1), at)]
        if not isinstance(event, MatchOpened) or actor != 0:
            fail(1, "A match begins with its terms, by its host on seat 0.")
        open_command = reconstruct_open_command(event, list(self._opening_events()))
        if open_command is None:
            fail(2, "Behind the terms of a match its host takes a seat.")
        return list(gathering.opening_events(open_command))

    def _opening_events(self) -> Iterator[Event]:
        """The events that opening a match led to."""
        for line in itertools.takewhile(lambda line: line.body["actor"] is None, self._lines[1:]):
            try:
                yield parse_event(line, self._opened)
            except DecodeError as fault:
                fail(line.body["version"], f"The event is not of its type: {fault}.")

    def _check_nothing_missing(self, version: int) -> None:
        if self._match is None or self._at is None:
            return
        try:
            missing = bool(self._pending_events) or follow(self._match, self._at, RecordedRandom(None)) is not None
        except RandomnessUnavailable:
            missing = True
        if missing:
            fail(version, "Something that follows by itself is missing before it.")


def _parse_time(text: str) -> datetime:
    at: datetime = decoder_for(datetime)(text)
    return at
