"""What a command costs as the matches grow in number, and as a log grows in length."""

from collections.abc import Callable, Iterator

from bench import command_handler_votes, database_setup
from bench.bulk_insert import vacuum
from bench.comparison import Contestant, measure_rates
from bench.match_fixtures import MatchFixtures
from bench.progress import say
from bench.result_rows import Aim, BenchmarkRow, make_row, ratios
from bench.scale import Scale

FLAT_COST_AIM = Aim(text="within 15 %", least=0.85, most=1.15)


def measure(database: str, scale: Scale) -> Iterator[BenchmarkRow]:
    """Microseconds a command, and the ratios of much to little."""
    yield from _matches(database, scale)
    yield from _lengths(database, scale)


def _matches(database: str, scale: Scale) -> Iterator[BenchmarkRow]:
    """Two databases, one with few matches and one with many, take their turns."""
    contestants = []
    for alias, count in zip(("few", "many"), scale.matches, strict=True):
        with database_setup.use_database(alias):
            database_setup.migrate_and_check()
            say(f"filling a database with {count:,} matches")
            stock = MatchFixtures()
            stock.fill(count)
            vacuum()
        contestants.append(_contestant(f"table.play among {count:,} matches", stock, scale, alias))
    yield from _rows(database, contestants, scale, "{:,} matches : {:,}".format(*reversed(scale.matches)))


def _lengths(database: str, scale: Scale) -> Iterator[BenchmarkRow]:
    database_setup.migrate_and_check()
    contestants = []
    for length in scale.lengths:
        say(f"playing a match of {length:,} events")
        stock = MatchFixtures(min_events=length)
        contestants.append(_contestant(f"table.play in a log of {length:,} events", stock, scale, "default"))
    yield from _rows(database, contestants, scale, "{:,} events : {:,}".format(*reversed(scale.lengths)))


def _contestant(name: str, stock: MatchFixtures, scale: Scale, alias: str) -> Contestant:
    def ready() -> Callable[[], None]:
        with database_setup.use_database(alias):
            votes = stock.votes(scale.growth_votes, warm=True)

        def cast() -> None:
            with database_setup.use_database(alias):
                command_handler_votes.cast_votes(votes)

        return cast

    return Contestant(name=name, operations=scale.growth_votes, prepare=ready)


def _rows(database: str, contestants: list[Contestant], scale: Scale, compared: str) -> Iterator[BenchmarkRow]:
    found = measure_rates(contestants, scale.growth_rounds)
    costs = {name: [1e6 / rate for rate in those] for name, those in found.items()}
    few, many = (one.name for one in contestants)
    for name, values in costs.items():
        yield make_row("growth", database, name, values, "µs/command", scale.growth_votes * scale.growth_rounds)
    much = ratios(costs[many], costs[few])
    yield make_row("growth", database, f"cost, {compared}", much, "x", len(much), FLAT_COST_AIM)
