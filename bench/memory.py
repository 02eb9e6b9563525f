"""What a match weighs that a process keeps folded, as `tracemalloc` counts it."""

import gc
import tracemalloc
from collections.abc import Iterator

from bench.folding import PLAYERS
from bench.match_templates import MatchLog, copy_match, small_match, voting_match
from bench.result_rows import BenchmarkRow, make_row
from bench.scale import Scale
from games.eventlog import event_reader, match_state


def measure(database: str, scale: Scale) -> Iterator[BenchmarkRow]:
    """Each fold is read from rows of its own, as the cache's are."""
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
    match_state.cache_clear()
    gc.collect()
    tracemalloc.start()
    for match_id, log_rows in rows:
        folded = match_state.fold(None, event_reader.decode_events(log_rows))
        assert folded is not None
        match_state.cache_put(match_id, folded)
    gc.collect()
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return used / count / 1024
