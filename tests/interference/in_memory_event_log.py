"""A match's event log in memory, written and serialized by the code that serves the real one."""

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
from games.rulebook.commands import Actor
from games.rulebook.events import Event
from games.rulebook.sealed import OPENS_AT_END, OPENS_NOW
from tests.rulebook.match_scenarios import NOW as NOON

READ_FROM_COLUMN, OPENS_COLUMN, OPEN_FROM_COLUMN, READER_COLUMN = 6, 7, 8, 5


def salts(name: str) -> Callable[[], str]:
    """Generate salts that are reproducible, and different in each log and for each part."""
    count = iter(range(1_000_000))
    return lambda: sha256(f"{name}/{next(count)}".encode()).hexdigest()


@dataclass(kw_only=True)
class InMemoryEventLog:
    """The table rows of one match, in memory; `name` makes its salts different from those of other logs."""

    salt_seed: str
    match_id: str = "m"
    states: list[MatchState] = field(default_factory=list)
    """The match at each version, from 1 on."""
    event_rows: list[Row] = field(default_factory=list)
    opening_rows: list[Row] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.salt = salts(self.salt_seed)

    def append(self, events: Sequence[Event], actor: Actor, at: datetime = NOON) -> None:
        """Append the result of one command."""
        for number, event in enumerate(events):
            self._append_event(event, actor if number == 0 else None, at)

    def events_for_seat(self, seat: int | None) -> list[str]:
        """Return all events as this seat (None: the public) receives them."""
        visible_openings = _openings_for_seat(
            seat, [self._opening_columns(row) for row in self.opening_rows], 0, len(self.event_rows)
        )
        return serialize_events(0, [row[5:] for row in self.event_rows], visible_openings)

    def events_for(self, audience: Audience) -> list[str]:
        """Return the same for a viewer who may have resigned on the way."""
        return _events_for(audience, self.events_for_seat, 0)

    def _append_event(self, event: Event, actor: Actor, at: datetime) -> None:
        state_before = self.states[-1] if self.states else None
        command_metadata = CommandMetadata(account_id="u", command_id="c", request_digest="")
        event_metadata = EventMetadata(
            match_id=self.match_id, command_metadata=command_metadata, actor=actor, at=at, salt_factory=self.salt
        )
        batch = EventBatch(state_before, [event], event_metadata)
        self.opening_rows = [self._with_opening_version(row, batch) for row in self.opening_rows] + batch.opening_rows
        self.event_rows += batch.event_rows
        self.states.append(batch.state_after)

    def _with_opening_version(self, row: Row, batch: EventBatch) -> Row:
        for key, version in batch.opened_keys:
            if row[OPEN_FROM_COLUMN] is None and (
                row[OPENS_COLUMN] == key or (key == OPENS_AT_END and row[OPENS_COLUMN] != OPENS_NOW)
            ):
                row = (*row[:OPEN_FROM_COLUMN], version)
        if batch.hands_revealed_at_version and row[READER_COLUMN] is not None and row[READ_FROM_COLUMN] is None:
            row = (*row[:READ_FROM_COLUMN], batch.hands_revealed_at_version, *row[OPENS_COLUMN:])
        return row

    def _opening_columns(self, row: Row) -> Row:
        _, version, part, salt, value, reader, read_from, _, open_from = row
        return reader, read_from, open_from, version, part, salt, value
