"""The cost of a command as the number of matches grows, and as a log grows."""

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
    """Yield microseconds per command, and the ratio of the larger size to the smaller."""
    yield from _matches(database, scale)
    yield from _lengths(database, scale)


def _matches(database: str, scale: Scale) -> Iterator[BenchmarkRow]:
    """Compare a database with few matches and one with many, in turns."""
    contestants = []
    for alias, count in zip(("few", "many"), scale.matches, strict=True):
        with database_setup.use_database(alias):
            database_setup.migrate_and_check()
            say(f"inserting {count:,} matches")
            fixtures = MatchFixtures()
            fixtures.fill(count)
            vacuum()
        contestants.append(_contestant(f"command handler among {count:,} matches", fixtures, scale, alias))
    yield from _rows(database, contestants, scale, "{:,} matches : {:,}".format(*reversed(scale.matches)))


def _lengths(database: str, scale: Scale) -> Iterator[BenchmarkRow]:
    database_setup.migrate_and_check()
    contestants = []
    for length in scale.lengths:
        say(f"playing a match of {length:,} events")
        fixtures = MatchFixtures(min_events=length)
        contestants.append(_contestant(f"command handler in a log of {length:,} events", fixtures, scale, "default"))
    yield from _rows(database, contestants, scale, "{:,} events : {:,}".format(*reversed(scale.lengths)))


def _contestant(name: str, fixtures: MatchFixtures, scale: Scale, alias: str) -> Contestant:
    def prepare() -> Callable[[], None]:
        with database_setup.use_database(alias):
            votes = fixtures.votes(scale.growth_votes, warm=True)

        def cast() -> None:
            with database_setup.use_database(alias):
                command_handler_votes.cast_votes_alone(votes)

        return cast

    return Contestant(name=name, operations=scale.growth_votes, prepare=prepare)


def _rows(database: str, contestants: list[Contestant], scale: Scale, compared: str) -> Iterator[BenchmarkRow]:
    found = measure_rates(contestants, scale.growth_rounds)
    costs = {name: [1e6 / rate for rate in those] for name, those in found.items()}
    few, many = (one.name for one in contestants)
    for name, values in costs.items():
        yield make_row("growth", database, name, values, "µs/command", scale.growth_votes * scale.growth_rounds)
    increase = ratios(costs[many], costs[few])
    yield make_row("growth", database, f"cost, {compared}", increase, "x", len(increase), FLAT_COST_AIM)
