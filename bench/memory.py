"""The memory of a cached match state, as counted by `tracemalloc`."""

import gc
import tracemalloc
from collections.abc import Iterator

from bench.folding import PLAYERS
from bench.match_templates import MatchLog, copy_match, small_match, voting_match
from bench.result_rows import BenchmarkRow, make_row
from bench.scale import Scale
from games.eventlog import event_reader, match_state


def measure(database: str, scale: Scale) -> Iterator[BenchmarkRow]:
    """Yield the KiB of one state, for matches of several sizes, and the MiB of a full cache of the largest."""
    for name, log in (
        ("classic, 3 players, round 1", small_match(PLAYERS)),
        ("Odyssey, 12 players, round 1", voting_match(PLAYERS)),
        ("Odyssey, 12 players, after 400 events", voting_match(PLAYERS, min_events=400)),
    ):
        memory_kib = _memory_kib(log, scale.cached)
        yield make_row("memory", "-", f"a cached match: {name}", [memory_kib], "KiB", scale.cached)
    yield make_row(
        "memory",
        "-",
        f"a full cache of {match_state.MAX_CACHED_STATES:,} such matches",
        [memory_kib * match_state.MAX_CACHED_STATES / 1024],
        "MiB",
        1,
    )


def _memory_kib(log: MatchLog, count: int) -> float:
    rows = [
        (copy.match_id, copy.fold_rows) for copy in (copy_match(log, f"memory {number}") for number in range(count))
    ]
    # A copy's rows are its own, as those read from a database are, so the states share no strings with each other.
    match_state.cache_clear()
    gc.collect()
    tracemalloc.start()
    for match_id, log_rows in rows:
        state = match_state.fold(None, event_reader.decode_events(log_rows))
        assert state is not None
        match_state.cache_put(match_id, state)
    gc.collect()
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return used / count / 1024
