"""Folding a log, from its rows to the match state, compared with `eventsourcing` and as many events."""

from collections.abc import Callable, Iterator

from bench.comparison import Contestant, measure_rates
from bench.eventsourcing_baseline import store_events
from bench.match_templates import LONG_ODYSSEY, MatchLog, StopCondition, play_template
from bench.progress import say
from bench.result_rows import Aim, BenchmarkRow, make_row, ratios
from bench.scale import Scale
from games.eventlog import event_reader, match_state
from games.eventlog.event_reader import RecordedEvent
from games.rulebook import evolve
from games.rulebook.match import Match
from games.rulebook.terms import Player

PLAYERS = [Player(id=f"u_{seat}", name=f"Player {seat}", kind="human") for seat in range(12)]
MIN_EVENTS_PER_TURN = 4_000
"""Events in one turn: short logs are folded several times."""
FOLD_RATE_AIM = Aim(text=">= 100,000/s", least=100_000)
FOLD_RATIO_AIM = Aim(text=">= 10", least=10)


def measure(database: str, scale: Scale) -> Iterator[BenchmarkRow]:
    """Yield events per second, by length of the log."""
    for length in scale.logs:
        say(f"playing a match of {length:,} events")
        log = play_template(LONG_ODYSSEY, PLAYERS, _until_length(length))
        yield from _rows_for(log, scale)


def _until_length(length: int) -> StopCondition:
    return lambda version, match: version >= length


def _rows_for(log: MatchLog, scale: Scale) -> Iterator[BenchmarkRow]:
    count = len(log.events)
    times = max(1, min(MIN_EVENTS_PER_TURN, scale.votes * 20) // count)
    rows = log.fold_rows
    events = list(event_reader.decode_events(rows))
    matches, match_id = store_events(log)

    def fold() -> None:
        state = match_state.fold(None, event_reader.decode_events(rows))
        assert state is not None
        assert state.match == log.match

    def refold() -> None:
        assert matches.refold(match_id) == count

    ours, bare, theirs = (f"{what}, {count:,} events" for what in ("fold, from rows", "evolve alone", "eventsourcing"))
    contestants = [
        Contestant(name=name, operations=count * times, prepare=lambda work=work: lambda: _repeat(work, times))  # type: ignore[misc]
        for name, work in ((ours, fold), (bare, lambda: _evolve_all(events)), (theirs, refold))
    ]
    found = measure_rates(contestants, scale.fold_rounds)
    for name, aim in ((ours, FOLD_RATE_AIM), (bare, None), (theirs, None)):
        yield make_row("folding", "-", name, found[name], "events/s", count * times * scale.fold_rounds, aim)
    compared = ratios(found[ours], found[theirs])
    yield make_row(
        "folding", "-", f"fold : eventsourcing, {count:,} events", compared, "x", len(compared), FOLD_RATIO_AIM
    )


def _repeat(work: Callable[[], object], times: int) -> None:
    for _ in range(times):
        work()


def _evolve_all(events: list[RecordedEvent]) -> Match | None:
    match: Match | None = None
    for recorded in events:
        match = evolve(match, recorded.event, recorded.actor, recorded.at)
    return match
