"""Draws: how many seats have added entropy to a match, and how often a draw was void."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Count, Q, Sum

from games.eventlog.batched_sql import Row
from games.eventlog.match_state import MatchState
from games.projections.models import DrawRow
from games.rulebook.match import board_of


@dataclass(frozen=True, kw_only=True, slots=True)
class Draws:
    """The totals of this server's draws, with which players can check whether it voids suspiciously many."""

    with_entropy: int
    """Matches with entropy from at least one seat."""
    with_voids: int
    """Matches with a void draw."""
    voids: int
    """Void draws."""


def rows(match_id: str, state: MatchState) -> Iterator[Row]:
    board = board_of(state.match)
    if board and (board.draw.number or any(board.draw.entropy)):
        yield (match_id, sum(map(bool, board.draw.entropy)), board.draw.number)


def count_draws() -> Draws:
    """Return the totals over all matches, running ones included."""
    # Running matches count, too: a draw that was voided must show at once.
    found = DrawRow.objects.aggregate(
        with_entropy=Count("pk", filter=Q(entropies__gt=0)),
        with_voids=Count("pk", filter=Q(voids__gt=0)),
        voids=Sum("voids", default=0),
    )
    return Draws(**found)
