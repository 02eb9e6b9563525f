"""How long to wait before something is tried again."""

import random
from collections.abc import Iterator


def backoff_delays(shortest: float = 0.25, longest: float = 10.0) -> Iterator[float]:
    """Ever longer seconds, and for everybody others: so that not all come back at once."""
    bound = shortest
    while True:
        yield random.uniform(bound / 2, bound)  # noqa: S311  (no secret)
        bound = min(longest, bound * 2)
