"""A match's log in memory, written and told of by the code that writes and tells of the real one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256

from games.eventlog.audience import _events_for, _openings_for_seat
from games.eventlog.batched_sql import Row
from games.eventlog.command_metadata import CommandMetadata
from games.eventlog.event_reader import Audience, serialize_events
from games.eventlog.event_writer import EventBatch, EventMetadata
from games.eventlog.match_state import MatchState
from games.rulebook.events import Event
from games.rulebook.sealed import OPENS_AT_END, OPENS_NOW
from tests.rulebook.table import NOW as NOON

READ_FROM, OPENS, OPEN_FROM, READER = 6, 7, 8, 5


def salts(name: str) -> Callable[[], str]:
    """Salts that are repeatable, and different in each log and for each part."""
    count = iter(range(1_000_000))
    return lambda: sha256(f"{name}/{next(count)}".encode()).hexdigest()


@dataclass(kw_only=True)
class Log:
    """What would lie in the tables of one match; `name` makes its salts different from another's."""

    name: str
    match_id: str = "m"
    folds: list[MatchState] = field(default_factory=list)
    """The match at each version, from 1 on."""
    events: list[Row] = field(default_factory=list)
    openings: list[Row] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.salt = salts(self.name)

    def append(self, events: Sequence[Event], actor: int | str | None, at: datetime = NOON) -> None:
        """What one command led to."""
        for number, event in enumerate(events):
            self._append(event, actor if number == 0 else None, at)

    def told(self, seat: int | None) -> list[str]:
        """All events as this seat (None: the public) is told of them."""
        opened = _openings_for_seat(seat, [self._selected(row) for row in self.openings], 0, len(self.events))
        return serialize_events(0, [row[5:] for row in self.events], opened)

    def told_to(self, reader: Audience) -> list[str]:
        """The same, to who may have resigned on the way."""
        return _events_for(reader, self.told, 0)

    def _append(self, event: Event, actor: int | str | None, at: datetime) -> None:
        last = self.folds[-1] if self.folds else None
        caller = CommandMetadata(account_id="u", command_id="c", request_digest="")
        stamp = EventMetadata(
            match_id=self.match_id, command_metadata=caller, actor=actor, at=at, salt_factory=self.salt
        )
        written = EventBatch(last, [event], stamp)
        self.openings = [self._moved(row, written) for row in self.openings] + written.opening_rows
        self.events += written.event_rows
        self.folds.append(written.state_after)

    def _moved(self, row: Row, written: EventBatch) -> Row:
        for key, version in written.opened_keys:
            if row[OPEN_FROM] is None and (row[OPENS] == key or (key == OPENS_AT_END and row[OPENS] != OPENS_NOW)):
                row = (*row[:OPEN_FROM], version)
        if written.hands_revealed_at_version and row[READER] is not None and row[READ_FROM] is None:
            row = (*row[:READ_FROM], written.hands_revealed_at_version, *row[OPENS:])
        return row

    def _selected(self, row: Row) -> Row:
        _, version, part, salt, value, reader, read_from, _, open_from = row
        return reader, read_from, open_from, version, part, salt, value
