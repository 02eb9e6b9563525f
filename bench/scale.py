"""The amounts of work: `full`, `quick` for a first look, and `tiny` for the test that everything runs."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Scale:
    """The counts of one run."""

    rounds: int
    """Measured rounds; each contestant has a turn in each. The warm-up round comes in addition."""
    votes: int
    """Votes per turn, one after the other."""
    http_votes: int
    """Votes per turn over HTTP."""
    servers: int = 2
    """Web processes per deployment."""
    fold_rounds: int
    logs: tuple[int, ...] = (400, 10_000)
    """Events of the logs that are folded."""
    matches: tuple[int, int]
    """Matches in the database: few and many."""
    lengths: tuple[int, int]
    """Events in the log: few and many."""
    growth_rounds: int
    """Many rounds of short turns, because the differences are smaller than the noise of the machine."""
    growth_votes: int
    cached: int
    """Match states in memory at a time, to average over."""
    deadlines: int
    """Matches whose voting time runs out."""
    verified: int
    """Matches that are verified."""
    live_matches: int = 50
    """Matches with six sockets each."""
    spectators: tuple[int, ...] = (0, 100, 1_000)
    seconds: float = 10
    """How long the spectators receive five events per second."""
    over: int = 20
    """Seconds over which the deadlines are spread."""


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
