"""A match's event log in memory, written and serialized by the code that serves the real one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256

from games.eventlog.batched_sql import Row
from games.eventlog.event_range import EventRange, opening_versions_of
from games.eventlog.event_texts import serialize_events
from games.eventlog.event_writer import EventBatch
from games.eventlog.match_state import MatchState
from games.rulebook import evolve
from games.rulebook.audience import Audience, StoredOpening, date_openings
from games.rulebook.commands import Actor
from games.rulebook.events import Event
from tests.rulebook.match_scenarios import NOW as NOON


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
    openings: list[StoredOpening] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.salt = salts(self.salt_seed)

    def append(self, events: Sequence[Event], actor: Actor, at: datetime = NOON) -> None:
        """Append the result of one command."""
        for number, event in enumerate(events):
            self._append_event(event, actor if number == 0 else None, at)

    @property
    def event_range(self) -> EventRange:
        """Return all events, as the reader of the log has them."""
        return EventRange(
            events=[(row[1], row[4], row[5]) for row in self.event_rows],
            openings=date_openings(
                self.openings, opening_versions_of((row[1], row[2], row[4]) for row in self.event_rows)
            ),
        )

    def events_for(self, audience: Audience) -> list[str]:
        """Return all events as this audience may see them."""
        return serialize_events(self.event_range, audience)

    def _append_event(self, event: Event, actor: Actor, at: datetime) -> None:
        state_before = self.states[-1] if self.states else None
        match_after = evolve(state_before.match if state_before else None, event, actor, at)
        batch = EventBatch(
            self.match_id,
            state_before,
            [(event, match_after)],
            command_id="c",
            actor=actor,
            at=at,
            make_salt=self.salt,
        )
        self.openings += batch.openings
        self.event_rows += batch.event_rows
        self.states.append(batch.state_after)
