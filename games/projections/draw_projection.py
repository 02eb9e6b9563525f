"""Draws: in which matches seats have added to the luck, and how often that has failed."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Count, Q, Sum

from games.eventlog.batched_sql import Row
from games.eventlog.match_state import MatchState
from games.projections.models import DrawRow
from games.rulebook.match import board_of


@dataclass(frozen=True, kw_only=True, slots=True)
class Draws:
    """What this server's draws have come to, for whoever wonders whether it likes some of them better."""

    with_entropy: int
    """Matches whose luck is not the house's alone."""
    with_voids: int
    """Matches in which a draw was void."""
    voids: int
    """Draws that were void."""


def rows(match_id: str, state: MatchState) -> Iterator[Row]:
    board = board_of(state.match)
    if board and (board.draw.number or any(board.draw.entropy)):
        yield (match_id, sum(map(bool, board.draw.entropy)), board.draw.number)


def count_draws() -> Draws:
    """Over all matches, running ones included."""
    found = DrawRow.objects.aggregate(
        with_entropy=Count("pk", filter=Q(entropies__gt=0)),
        with_voids=Count("pk", filter=Q(voids__gt=0)),
        voids=Sum("voids", default=0),
    )
    return Draws(**found)
