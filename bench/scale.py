"""How much is measured: in full, quickly for a look, or only to see that everything runs."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Scale:
    """The counts of one run."""

    rounds: int
    """Every contestant has its turn in every round; one round more, which warms up, isn't counted."""
    votes: int
    """Votes a turn, one after the other."""
    http_votes: int
    """Votes a turn over HTTP."""
    servers: int = 2
    """Web processes."""
    fold_rounds: int
    logs: tuple[int, ...] = (400, 10_000)
    """Lengths of the logs that are folded."""
    matches: tuple[int, int]
    """How many matches the database holds: few and many."""
    lengths: tuple[int, int]
    """How many events a log has: few and many."""
    growth_rounds: int
    """Many short turns: what is compared differs by less than the machine's moods."""
    growth_votes: int
    cached: int
    """Matches that are kept in memory to weigh them."""
    deadlines: int
    """Matches whose time runs out."""
    verified: int
    """Matches that are verified."""
    live_matches: int = 50
    """Matches with six sockets each."""
    spectators: tuple[int, ...] = (0, 100, 1_000)
    seconds: float = 10
    """How long these are told of five events a second."""
    over: int = 20
    """Seconds over which these ends are spread."""


SCALES = {
    "full": Scale(
        rounds=11, votes=150, http_votes=240, fold_rounds=15,
        matches=(1_000, 100_000), lengths=(100, 5_000), growth_rounds=25, growth_votes=50, cached=200,
        deadlines=2_000, verified=100,
    ),
    "quick": Scale(
        rounds=3, votes=50, http_votes=96, fold_rounds=3,
        matches=(100, 2_000), lengths=(100, 1_000), growth_rounds=5, growth_votes=20, cached=50,
        deadlines=200, verified=16, spectators=(0, 100, 300), seconds=4,
    ),
    "tiny": Scale(
        rounds=1, votes=10, http_votes=32, servers=1, fold_rounds=1, logs=(60, 120),
        matches=(5, 20), lengths=(60, 120), growth_rounds=1, growth_votes=10, cached=5,
        deadlines=20, verified=8, over=2, live_matches=4, spectators=(0, 10), seconds=1,
    ),
}  # fmt: skip
