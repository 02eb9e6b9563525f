"""Write the projections: compare the rows that a match should have now with those it had before.

Projections are functions of the state, not of single events. Their code stays small, a rebuild is the same code, and a
command writes only the rows that have changed. Each projection says which events can change its rows at all.
"""

from collections.abc import Callable, Collection, Iterable

from django.db import models

from games.eventlog.batched_sql import Row
from games.eventlog.match_state import MatchState
from games.eventlog.write_batch import WriteBatch, delete_from, insert_into
from games.projections import (
    bot_turn_projection,
    card_projection,
    deadline_projection,
    draw_projection,
    hand_projection,
    lobby_projection,
    participant_projection,
    reservation_projection,
    result_projection,
    score_projection,
    tableau_projection,
)
from games.projections.counters import RowCounts, card_counts, count_changes, draw_counts, match_counts
from games.projections.models import (
    CardRow,
    CounterChange,
    DeadlineRow,
    DrawRow,
    HandRow,
    MatchRow,
    ParticipantRow,
    ReservationRow,
    ResultRow,
    SeatRow,
    TableauRow,
    TurnRow,
)
from games.projections.player_counters import result_counts
from games.rulebook.events import (
    EVENT_CLASSES,
    CardsSubmitted,
    ClueGiven,
    Discarded,
    EntropyRevealed,
    Event,
    HandsDealt,
    HandsPassed,
    HandsRefilled,
    HostChanged,
    MatchEnded,
    MatchOpened,
    MatchStarted,
    ReservationDropped,
    RoundBegun,
    RoundCalledOff,
    RoundScored,
    SeatLeft,
    SeatMoved,
    SeatResigned,
    SeatTaken,
    SeedCommitted,
    TableauLaid,
)


class Projection:
    """A table derived from the state of a match."""

    def __init__(
        self,
        model: type[models.Model],
        key: tuple[str, ...],
        rows: Callable[[str, MatchState], Iterable[Row]],
        changed_by: Collection[type[Event]],
        counts: RowCounts | None = None,
    ) -> None:
        """Describe a projection.

        Args:
            model: its table.
            key: the first columns, which identify a row.
            rows: yields all rows of one match, in the order of the table's columns.
            changed_by: the events that can change rows; after any others they aren't computed.
            counts: what a row adds to the sums over all matches, if it is counted.
        """
        self.model, self.key, self.rows, self.changed_by, self.counts = model, key, rows, changed_by, counts
        self.table = model._meta.db_table
        self.columns = [field.attname for field in model._meta.concrete_fields]
        assignments = ", ".join(f"{column} = excluded.{column}" for column in self.columns[len(key) :])
        on_conflict = f"ON CONFLICT ({', '.join(key)}) DO UPDATE SET {assignments}"
        self._write = insert_into(model, self.columns, suffix=on_conflict)
        self._delete = delete_from(model, key)

    def rows_by_key(self, match_id: str, state: MatchState | None) -> dict[Row, Row]:
        """Return the match's rows by their keys."""
        return {row[: len(self.key)]: row for row in self.rows(match_id, state)} if state else {}

    def add_changes(self, before: dict[Row, Row], after: dict[Row, Row], writes: WriteBatch) -> None:
        """Add to `writes` what brings the table from one state of a match to another."""
        # A key is deleted or written, never both, so the order doesn't matter.
        writes.add(self._delete, (key for key in before if key not in after))
        writes.add(self._write, (row for key, row in after.items() if before.get(key) != row))
        if self.counts:
            writes.add(_WRITE_CHANGES, count_changes(self.counts, before.values(), after.values()))


_WRITE_CHANGES = insert_into(CounterChange, ("name", "change"))
MATCH_KEY = ("match_id",)
SEAT_KEY = ("match_id", "seat")
SEAT_EVENTS = (SeatTaken, SeatLeft, SeatMoved, MatchStarted)
PHASE_EVENTS = (MatchStarted, RoundBegun, ClueGiven, TableauLaid, RoundScored, RoundCalledOff, MatchEnded)
HAND_EVENTS = (MatchStarted, HandsDealt, ClueGiven, CardsSubmitted, HandsRefilled, HandsPassed)
PROJECTIONS = (
    Projection(
        MatchRow,
        MATCH_KEY,
        lobby_projection.rows,
        (MatchOpened, SeatMoved, HostChanged, *PHASE_EVENTS),
        counts=match_counts,
    ),
    Projection(SeatRow, SEAT_KEY, score_projection.rows, (*SEAT_EVENTS, RoundScored, SeatResigned)),
    Projection(
        ReservationRow,
        SEAT_KEY,
        reservation_projection.rows,
        (MatchOpened, *SEAT_EVENTS, ReservationDropped, HostChanged, MatchEnded),
    ),
    Projection(ParticipantRow, ("match_id", "player_id"), participant_projection.rows, (*SEAT_EVENTS, MatchEnded)),
    Projection(HandRow, SEAT_KEY, hand_projection.rows, HAND_EVENTS),
    Projection(TableauRow, ("match_id", "slot"), tableau_projection.rows, (TableauLaid, RoundScored, Discarded)),
    # An idle match expires some time after its last event, whatever that was.
    Projection(DeadlineRow, MATCH_KEY, deadline_projection.rows, EVENT_CLASSES),
    Projection(DrawRow, MATCH_KEY, draw_projection.rows, (EntropyRevealed, SeedCommitted), counts=draw_counts),
    # Almost any event can change whom the match waits for.
    Projection(TurnRow, SEAT_KEY, bot_turn_projection.rows, EVENT_CLASSES),
    Projection(ResultRow, SEAT_KEY, result_projection.rows, (MatchEnded,), counts=result_counts),
    Projection(CardRow, ("match_id", "card"), card_projection.rows, (MatchEnded,), counts=card_counts),
)


def update_projections(
    match_id: str,
    before: MatchState | None,
    after: MatchState,
    writes: WriteBatch,
    event_types: Iterable[type[Event]] = EVENT_CLASSES,
) -> None:
    """Add to `writes` what brings every projection from one state of a match to a later one.

    `event_types` are the types of the events in between; by default there may have been any.
    """
    types = frozenset(event_types)
    for projection in PROJECTIONS:
        if types.isdisjoint(projection.changed_by):
            continue
        old_rows, new_rows = projection.rows_by_key(match_id, before), projection.rows_by_key(match_id, after)
        if old_rows != new_rows:
            projection.add_changes(old_rows, new_rows, writes)
