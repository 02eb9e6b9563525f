"""The level *rules*: the match is played again by the rulebook, and every event must be what the rulebook says."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from games.audit.asked import command, opening
from games.audit.broken import Broken, broken
from games.audit.differences import difference
from games.audit.draws import AskedForLuck, Drawn, Recorded
from games.audit.events import Hidden, event_of
from games.audit.kinds import Unfit, reader
from games.audit.line import Line
from games.rulebook import Match, Refused, evolve
from games.rulebook.decide import act, follow
from games.rulebook.events import Event, MatchEnded, MatchOpened
from games.rulebook.match import board_of, phase_id
from games.rulebook.phases import gathering
from games.rulebook.sealed import sealed_parts


@dataclass(frozen=True, kw_only=True, slots=True)
class Step:
    """One event of the replay, with the match before and after it, and the luck that it took."""

    version: int
    at: datetime
    actor: int | str | None
    prev: str
    event: Event
    before: Match | None
    after: Match
    drawn: tuple[Drawn, ...] = ()


class Replay:
    """A match, played again event by event. Each is judged on the log before it, so that one fault hides no other."""

    def __init__(self, lines: Sequence[Line], opened: Mapping[tuple[int, str], str]) -> None:
        self._lines, self._opened = lines, opened
        self._match: Match | None = None
        self._at: datetime | None = None
        self._due: list[Event] = []

    def steps(self) -> Iterator[Step]:
        """Each event in turn, as far as it is what the rulebook says.

        Raises:
            Broken: one isn't.
            Hidden: one can't be known to whom the record was made for.
        """
        for index in range(len(self._lines)):
            try:
                yield self._step(index)
            except (Broken, Hidden):
                raise
            except Unfit as fault:
                broken(index + 1, f"The event is not of its type: {fault}.")
            except Refused as refused:
                broken(index + 1, f"The rules don't allow it: {refused.detail}")
            except Exception as error:  # noqa: BLE001  (a forger's log can break anything; that it does is the finding)
                broken(index + 1, f"The rulebook can't go on from here ({type(error).__name__}).")
        self._nothing_is_missing(len(self._lines) + 1)

    def _step(self, index: int) -> Step:
        line, version = self._lines[index], index + 1
        body = line.body
        event, at = event_of(line, self._opened), _time(body["at"])
        if self._at is not None and at < self._at:
            broken(version, "Its time lies before that of the event before.")
        luck = Recorded(event)
        expected = self._expected(index, event, at, luck)
        if expected != event:
            broken(version, difference(expected, event))
        board = board_of(self._match) if self._match else None
        if {part.name for part in sealed_parts(event, board)} != line.sealed.keys():
            broken(version, "Other parts are sealed than should be.")
        before, self._match, self._at = self._match, evolve(self._match, event), at
        return Step(
            version=version,
            at=at,
            actor=body["actor"],
            prev=body["prev"],
            event=event,
            before=before,
            after=self._match,
            drawn=tuple(luck.drawn),
        )

    def _expected(self, index: int, event: Event, at: datetime, luck: Recorded) -> Event:
        actor = self._lines[index].body["actor"]
        if actor is None:
            found = self._follows(index + 1, at, luck)
        else:
            self._nothing_is_missing(index + 1)
            self._due = self._acts(index, event, actor, at)
            found = self._due.pop(0)
        if isinstance(found, MatchEnded) and isinstance(event, MatchEnded):
            # The seed is no matter of the rules: it must fit what the match was opened with (level luck).
            return replace(found, seed=event.seed)
        return found

    def _follows(self, version: int, at: datetime, luck: Recorded) -> Event:
        if at != self._at:
            broken(version, "It follows by itself, but not at the time of what it follows from.")
        found = self._due.pop(0) if self._due else follow(self._match, at, luck) if self._match else None
        if found is None:
            broken(version, "Nothing follows by itself here, and nobody is named who did it.")
        return found

    def _acts(self, index: int, event: Event, actor: Any, at: datetime) -> list[Event]:
        if self._match is not None:
            return [act(self._match, command(event, actor, phase_id(self._match), at, index + 1), at)]
        if not isinstance(event, MatchOpened) or actor != 0:
            broken(1, "A match begins with its terms, by its host on seat 0.")
        opened = opening(event, list(self._behind_the_terms()))
        if opened is None:
            broken(2, "Behind the terms of a match its host takes a seat.")
        return list(gathering.opening_events(opened))

    def _behind_the_terms(self) -> Iterator[Event]:
        """The events that opening a match led to."""
        for line in itertools.takewhile(lambda line: line.body["actor"] is None, self._lines[1:]):
            try:
                yield event_of(line, self._opened)
            except Unfit as fault:
                broken(line.body["version"], f"The event is not of its type: {fault}.")

    def _nothing_is_missing(self, version: int) -> None:
        if self._match is None or self._at is None:
            return
        try:
            missing = bool(self._due) or follow(self._match, self._at, Recorded(None)) is not None
        except AskedForLuck:
            missing = True
        if missing:
            broken(version, "Something that follows by itself is missing before it.")


def _time(text: str) -> datetime:
    at: datetime = reader(datetime)(text)
    return at
