"""What a command costs as the matches grow in number, and as a log grows in length."""

from collections.abc import Callable, Iterator

from bench import databases, table_play
from bench.bulk import tidy
from bench.progress import say
from bench.rounds import Contestant, rates
from bench.rows import Aim, Row, ratios, row
from bench.scale import Scale
from bench.stock import Stock

FLAT = Aim(text="within 15 %", least=0.85, most=1.15)


def measure(database: str, scale: Scale) -> Iterator[Row]:
    """Microseconds a command, and the ratios of much to little."""
    yield from _matches(database, scale)
    yield from _lengths(database, scale)


def _matches(database: str, scale: Scale) -> Iterator[Row]:
    """Two databases, one with few matches and one with many, take their turns."""
    contestants = []
    for alias, count in zip(("few", "many"), scale.matches, strict=True):
        with databases.using(alias):
            databases.make()
            say(f"filling a database with {count:,} matches")
            stock = Stock()
            stock.fill(count)
            tidy()
        contestants.append(_contestant(f"table.play among {count:,} matches", stock, scale, alias))
    yield from _rows(database, contestants, scale, "{:,} matches : {:,}".format(*reversed(scale.matches)))


def _lengths(database: str, scale: Scale) -> Iterator[Row]:
    databases.make()
    contestants = []
    for length in scale.lengths:
        say(f"playing a match of {length:,} events")
        stock = Stock(least=length)
        contestants.append(_contestant(f"table.play in a log of {length:,} events", stock, scale, "default"))
    yield from _rows(database, contestants, scale, "{:,} events : {:,}".format(*reversed(scale.lengths)))


def _contestant(name: str, stock: Stock, scale: Scale, alias: str) -> Contestant:
    def ready() -> Callable[[], None]:
        with databases.using(alias):
            votes = stock.votes(scale.growth_votes, warm=True)

        def cast() -> None:
            with databases.using(alias):
                table_play.cast(votes)

        return cast

    return Contestant(name=name, operations=scale.growth_votes, ready=ready)


def _rows(database: str, contestants: list[Contestant], scale: Scale, compared: str) -> Iterator[Row]:
    found = rates(contestants, scale.growth_rounds)
    costs = {name: [1e6 / rate for rate in those] for name, those in found.items()}
    few, many = (one.name for one in contestants)
    for name, values in costs.items():
        yield row("growth", database, name, values, "µs/command", scale.growth_votes * scale.growth_rounds)
    much = ratios(costs[many], costs[few])
    yield row("growth", database, f"cost, {compared}", much, "x", len(much), FLAT)
