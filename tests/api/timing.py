"""Whether time tells two calls apart."""

import random
import time
from collections.abc import Callable
from math import comb
from typing import Any, TypeAlias

Call: TypeAlias = Callable[[], Any]


def later_more_often(one: Call, other: Call, pairs: int) -> float:
    """How likely it is by chance alone that one call is answered later than the other in so many pairs as it was."""
    slower = 0
    for _ in range(pairs):
        took = {}
        for call in random.sample((one, other), 2):
            begun = time.perf_counter()
            call()
            took[call] = time.perf_counter() - begun
        slower += took[one] > took[other]
    tail = sum(comb(pairs, count) for count in range(max(slower, pairs - slower), pairs + 1))
    return float(2 * tail / 2**pairs)
