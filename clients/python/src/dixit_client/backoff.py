"""Exponential backoff with jitter."""

import random
from collections.abc import Iterator


def backoff_delays(shortest: float = 0.25, longest: float = 10.0) -> Iterator[float]:
    """Yield increasing delays in seconds forever, randomized so that clients don't all retry at the same time."""
    bound = shortest
    while True:
        yield random.uniform(bound / 2, bound)  # noqa: S311  (not a secret)
        bound = min(longest, bound * 2)
