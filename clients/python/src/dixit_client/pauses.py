"""How long to wait before something is tried again."""

import random
from collections.abc import Iterator


def pauses(least: float = 0.25, most: float = 10.0) -> Iterator[float]:
    """Ever longer seconds, and for everybody others: so that not all come back at once."""
    bound = least
    while True:
        yield random.uniform(bound / 2, bound)  # noqa: S311  (no secret)
        bound = min(most, bound * 2)
