"""The fold of a log, from its rows to the match, beside `eventsourcing` refolding as many events."""

from collections.abc import Callable, Iterator

from bench.matches import LONG_ODYSSEY, Log, Until, played
from bench.progress import say
from bench.refolding import kept
from bench.rounds import Contestant, rates
from bench.rows import Aim, Row, ratios, row
from bench.scale import Scale
from games.eventlog import event_reader, match_state
from games.rulebook import evolve
from games.rulebook.events import Event
from games.rulebook.match import Match
from games.rulebook.terms import Player

PLAYERS = [Player(id=f"u_{seat}", name=f"Player {seat}", kind="human") for seat in range(12)]
LEAST = 4_000
"""Events a turn: short logs are folded several times."""
RATE = Aim(text=">= 100,000/s", least=100_000)
RATIO = Aim(text=">= 10", least=10)


def measure(database: str, scale: Scale) -> Iterator[Row]:
    """Events a second, by length of the log."""
    for length in scale.logs:
        say(f"playing a match of {length:,} events")
        log = played(LONG_ODYSSEY, PLAYERS, _long(length))
        yield from _of(log, scale)


def _long(length: int) -> Until:
    return lambda version, match: version >= length


def _of(log: Log, scale: Scale) -> Iterator[Row]:
    count = len(log.events)
    times = max(1, min(LEAST, scale.votes * 20) // count)
    rows = log.read
    events = [record.event for record in event_reader.decode_events(rows)]
    matches, match_id = kept(log)

    def fold() -> None:
        folded = match_state.fold(None, event_reader.decode_events(rows))
        assert folded is not None
        assert folded.match == log.match

    def refold() -> None:
        assert matches.refold(match_id) == count

    ours, bare, theirs = (f"{what}, {count:,} events" for what in ("fold, from rows", "evolve alone", "eventsourcing"))
    contestants = [
        Contestant(name=name, operations=count * times, ready=lambda work=work: lambda: _repeat(work, times))  # type: ignore[misc]
        for name, work in ((ours, fold), (bare, lambda: _evolved(events)), (theirs, refold))
    ]
    found = rates(contestants, scale.fold_rounds)
    for name, aim in ((ours, RATE), (bare, None), (theirs, None)):
        yield row("folding", "-", name, found[name], "events/s", count * times * scale.fold_rounds, aim)
    compared = ratios(found[ours], found[theirs])
    yield row("folding", "-", f"fold : eventsourcing, {count:,} events", compared, "x", len(compared), RATIO)


def _repeat(work: Callable[[], object], times: int) -> None:
    for _ in range(times):
        work()


def _evolved(events: list[Event]) -> Match | None:
    match: Match | None = None
    for event in events:
        match = evolve(match, event)
    return match
