"""What a command writes: events, the head, projections and seeds; and what follows once that is committed."""

from collections.abc import Iterable, Sequence

from games import notifier
from games.eventlog import match_state
from games.eventlog.append import append, move_head
from games.eventlog.command_metadata import CommandMetadata
from games.eventlog.match_state import MatchState
from games.eventlog.write_batch import WriteBatch
from games.matches.command_decision import Decision
from games.matches.match_random import add_seed
from games.projections.projector import update_projections
from games.rulebook.events import Event, SeatTaken


class MatchWrites:
    """What the decisions of one transaction write to one match."""

    def __init__(self, match_id: str, before: MatchState | None) -> None:
        self.match_id = match_id
        self._before, self._state = before, before
        self._decisions: list[tuple[Decision, CommandMetadata]] = []

    @property
    def state(self) -> MatchState | None:
        """The match after the decisions so far; None before its first event."""
        return self._state

    @property
    def has_rows(self) -> bool:
        """Whether there is anything to write."""
        return bool(self._decisions)

    def add(self, decision: Decision, metadata: CommandMetadata) -> None:
        """Add a decision on the state that the one before has led to."""
        self._decisions.append((decision, metadata))
        self._state = decision.event_batch.state_after

    def add_rows(self, writes: WriteBatch) -> None:
        """Add to `writes` the rows of all these decisions; nothing if there were none."""
        if not self._decisions or self._state is None:
            return
        move_head(self.match_id, self._before, self._state, writes)
        for decision, metadata in self._decisions:
            append(decision.event_batch, metadata, writes)
            if decision.new_seed is not None:
                add_seed(self.match_id, decision.new_seed, writes)
        update_projections(self.match_id, self._before, self._state, writes, set(map(type, self._events)))

    def cache_state(self) -> None:
        """Cache the new state; only after the commit, as it might still be rolled back."""
        if self._decisions and self._state is not None:
            match_state.cache_put(self.match_id, self._state)

    def announce(self) -> None:
        """Announce the new state to all processes; only after the commit."""
        if self._decisions and self._state is not None:
            notifier.publish_match_update(self.match_id, self._state.version)
            notifier.publish_account_updates(_seated_people(self._events))

    @property
    def _events(self) -> Sequence[Event]:
        return [event for decision, _ in self._decisions for event in decision.events]


def _seated_people(events: Iterable[Event]) -> list[str]:
    """Return the ids of the people who have taken seats by these events."""
    taken = (event for event in events if isinstance(event, SeatTaken) and event.kind != "bot")
    return [event.player.id for event in taken if event.player]
