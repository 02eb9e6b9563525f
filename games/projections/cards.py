"""Cards: how each card of a match has fared, once it is over, for those who wonder which cards tell well."""

from collections.abc import Collection, Iterator
from dataclasses import astuple

from django.db.models import Sum

from games.eventlog.folds import Folded
from games.eventlog.sql import Row
from games.eventlog.tally import CardTally
from games.projections.models import CardRow
from games.projections.results import alone
from games.rulebook.match import Over, board_of, terms_of

COUNTS = tuple(CardTally.__dataclass_fields__)


def rows(match_id: str, folded: Folded) -> Iterator[Row]:
    """Only of public matches among people: these are for everybody to see."""
    match, board = folded.match, board_of(folded.match)
    if not isinstance(match, Over) or board is None or terms_of(match).visibility != "public" or alone(board):
        return
    for card, tally in sorted(folded.tally.cards.items()):
        yield (match_id, card, *astuple(tally))


def totals(cards: Collection[str]) -> dict[str, CardTally]:
    """How each of these cards has fared over all matches; those that haven't been played aren't there."""
    found = CardRow.objects.filter(card__in=cards).values_list("card").annotate(*map(Sum, COUNTS))
    return {card: CardTally(**dict(zip(COUNTS, counts, strict=True))) for card, *counts in found}
