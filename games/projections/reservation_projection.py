"""The seats that are reserved for players of the match before, in the lobbies of rematches."""

from collections.abc import Iterator
from datetime import datetime

from games.eventlog.batched_sql import Row
from games.eventlog.match_state import MatchState
from games.projections.models import ReservationRow
from games.rulebook.match import Gathering


def rows(match_id: str, state: MatchState) -> Iterator[Row]:
    # A row can outlive its time, which passes without an event: every reader compares `until`.
    if isinstance(state.match, Gathering) and (reservations := state.match.reservations):
        for seat, player in enumerate(reservations.players):
            if player:
                yield (match_id, seat, player.id, reservations.until)


def reservations_for(player_id: str, now: datetime) -> list[ReservationRow]:
    """Return the seats that are reserved for this player at this time, those that were reserved last first."""
    return list(ReservationRow.objects.filter(player_id=player_id, until__gt=now).order_by("-until", "match_id"))
