"""Statistics, aggregated per request, compared with just counting the same rows by their index."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from django.db.models import QuerySet

from bench import database_setup
from bench.bulk_insert import insert_matches, vacuum
from bench.comparison import Contestant, measure_rates
from bench.match_templates import MatchLog, play_template
from bench.progress import say
from bench.result_rows import BenchmarkRow, make_row, ratios
from bench.scale import Scale
from games import decks
from games.projections import counters, player_statistics, public_totals
from games.projections.models import CardRow, ResultRow
from games.rulebook.match import Over
from games.rulebook.rulesets import CLASSIC, ODYSSEY
from games.rulebook.terms import Player

RESULTS, CARDS = ResultRow._meta.db_table, CardRow._meta.db_table  # noqa: SLF001
FAN_SEAT_INTERVAL = 100
"""One seat in this many belongs to the same player, so that one has a long history."""
OTHER_PLAYER_COUNT = 10_000
PLAYER_ID_COLUMN = 2


def measure(database: str, scale: Scale) -> Iterator[BenchmarkRow]:
    """Yield milliseconds per query, the ratio to counting, and how many rows a match leaves."""
    database_setup.migrate_and_check()
    count = scale.matches[1]
    say(f"inserting the results of {count:,} matches")
    templates = list(_templates())
    insert_matches(_copy_results(templates[number % len(templates)], number) for number in range(count))
    vacuum()
    for table, name in ((RESULTS, "results"), (CARDS, "cards")):
        yield make_row(
            "history", database, f"{name} per match", [len(log.tables[table]) for log in templates], "rows", count
        )
    theirs, deck = ResultRow.objects.filter(player_id="fan"), tuple(card.id for card in decks.get_deck("base").cards)
    # The rows were inserted past the projector, so nothing has counted them yet.
    counters.repair()
    yield from _compare(database, scale, "a frequent player", lambda: player_statistics.own_statistics("fan"), theirs)
    rows_of_deck = CardRow.objects.filter(card__in=deck)
    yield from _compare(database, scale, "a deck", lambda: public_totals.card_totals(deck), rows_of_deck)


def _compare(
    database: str, scale: Scale, what: str, query: Callable[[], object], rows: QuerySet[Any]
) -> Iterator[BenchmarkRow]:
    contestants = [
        Contestant(name=f"statistics of {what}", operations=1, prepare=lambda: query),
        Contestant(name=f"counting the rows of {what}", operations=1, prepare=lambda: rows.count),
    ]
    found, many = measure_rates(contestants, scale.rounds), rows.count()
    costs = [[1e3 / rate for rate in found[one.name]] for one in contestants]
    for one, values in zip(contestants, costs, strict=True):
        yield make_row("history", database, one.name, values, "ms", many)
    compared = ratios(*costs)
    yield make_row("history", database, f"statistics : counting, {what}", compared, "x", len(compared))


def _templates() -> Iterator[MatchLog]:
    people = [Player(id=f"u_{seat}", name=f"Player {seat}", kind="human") for seat in range(8)]
    for rules, players in ((CLASSIC, 4), (ODYSSEY, 5), (CLASSIC, 6), (ODYSSEY, 8)):
        yield play_template(rules, people[:players], lambda _, match: isinstance(match, Over), visibility="public")


def _copy_results(log: MatchLog, number: int) -> MatchLog:
    """Return the projection rows of a finished match under another id, with other players."""
    match_id, rng = f"match {number}", Random(number)
    results = [
        (match_id, *row[1:PLAYER_ID_COLUMN], _random_player_id(rng), *row[PLAYER_ID_COLUMN + 1 :])
        for row in log.tables[RESULTS]
    ]
    tables: dict[str, Sequence[tuple[object, ...]]] = {
        RESULTS: results,
        CARDS: [(match_id, *row[1:]) for row in log.tables[CARDS]],
    }
    return MatchLog(match_id=match_id, events=[], tables=tables, match=log.match)  # type: ignore[arg-type]


def _random_player_id(rng: Random) -> str:
    return "fan" if rng.randrange(FAN_SEAT_INTERVAL) == 0 else f"u_{rng.randrange(OTHER_PLAYER_COUNT)}"
