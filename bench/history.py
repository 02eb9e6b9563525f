"""Statistics, summed when they are asked for, beside counting as many entries of the index that leads to them."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from django.db.models import QuerySet

from bench import databases
from bench.bulk import store, tidy
from bench.matches import Log, played
from bench.progress import say
from bench.rounds import Contestant, rates
from bench.rows import Row, ratios, row
from bench.scale import Scale
from games import decks
from games.projections import card_projection, player_statistics
from games.projections.models import CardRow, ResultRow
from games.rulebook.match import Over
from games.rulebook.rulesets import CLASSIC, ODYSSEY
from games.rulebook.terms import Player

RESULTS, CARDS = ResultRow._meta.db_table, CardRow._meta.db_table  # noqa: SLF001
FANS = 100
"""One seat in so many is always the same person's, who has played a lot."""
OTHERS = 10_000
PLAYER_ID = 2


def measure(database: str, scale: Scale) -> Iterator[Row]:
    """Milliseconds a question, ratios to counting, and how many rows a match leaves."""
    databases.make()
    count = scale.matches[1]
    say(f"filling a database with the results of {count:,} matches")
    templates = list(_templates())
    store(_copied(templates[number % len(templates)], number) for number in range(count))
    tidy()
    for table, name in ((RESULTS, "results"), (CARDS, "cards")):
        yield row("history", database, f"{name} a match", [len(log.tables[table]) for log in templates], "rows", count)
    theirs, deck = ResultRow.objects.filter(player_id="fan"), tuple(card.id for card in decks.get_deck("base").cards)
    yield from _compared(
        database, scale, "somebody who plays much", lambda: player_statistics.own_statistics("fan"), theirs
    )
    yield from _compared(
        database, scale, "a deck", lambda: card_projection.query_totals(deck), CardRow.objects.filter(card__in=deck)
    )


def _compared(
    database: str, scale: Scale, what: str, asked: Callable[[], object], rows: QuerySet[Any]
) -> Iterator[Row]:
    contestants = [
        Contestant(name=f"statistics of {what}", operations=1, ready=lambda: asked),
        Contestant(name=f"counting the rows of {what}", operations=1, ready=lambda: rows.count),
    ]
    found, many = rates(contestants, scale.rounds), rows.count()
    costs = [[1e3 / rate for rate in found[one.name]] for one in contestants]
    for one, values in zip(contestants, costs, strict=True):
        yield row("history", database, one.name, values, "ms", many)
    compared = ratios(*costs)
    yield row("history", database, f"statistics : counting, {what}", compared, "x", len(compared))


def _templates() -> Iterator[Log]:
    people = [Player(id=f"u_{seat}", name=f"Player {seat}", kind="human") for seat in range(8)]
    for rules, players in ((CLASSIC, 4), (ODYSSEY, 5), (CLASSIC, 6), (ODYSSEY, 8)):
        yield played(rules, people[:players], lambda _, match: isinstance(match, Over), visibility="public")


def _copied(log: Log, number: int) -> Log:
    """What a match leaves when it is over, under another id, with other players."""
    match_id, luck = f"match {number}", Random(number)
    results = [(match_id, *row[1:PLAYER_ID], _somebody(luck), *row[PLAYER_ID + 1 :]) for row in log.tables[RESULTS]]
    tables: dict[str, Sequence[tuple[object, ...]]] = {
        RESULTS: results,
        CARDS: [(match_id, *row[1:]) for row in log.tables[CARDS]],
    }
    return Log(match_id=match_id, events=[], tables=tables, match=log.match)  # type: ignore[arg-type]


def _somebody(luck: Random) -> str:
    return "fan" if luck.randrange(FANS) == 0 else f"u_{luck.randrange(OTHERS)}"
