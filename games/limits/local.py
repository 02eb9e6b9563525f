"""A cap in this process alone, for as long as Redis is away: rough, but never open to everything."""

import time
from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

from games.limits.limit import Limit, Taken

MOST = 10_000
"""Names that are remembered; who hasn't asked for longest is forgotten first."""


class LocalCap:
    """Buckets that fill evenly: one number each, which is the moment at which the bucket will be full again."""

    def __init__(self) -> None:
        self._full_at: OrderedDict[str, float] = OrderedDict()
        self._lock = Lock()

    def take(self, asked: Sequence[tuple[Limit, str]]) -> tuple[Taken, ...]:
        """As `counted`: of each limit or of none."""
        now = time.monotonic()
        with self._lock:
            free = all(self._missing(limit, key, now) + 1 <= limit.most for limit, key in asked)
            return tuple(self._take(limit, key, now, free=free) for limit, key in asked)

    def _take(self, limit: Limit, key: str, now: float, *, free: bool) -> Taken:
        missing = self._missing(limit, key, now)
        passed = missing + 1 <= limit.most
        if free:
            missing += 1
            self._full_at[key] = now + missing * limit.seconds / limit.most
            self._full_at.move_to_end(key)
            if len(self._full_at) > MOST:
                self._full_at.popitem(last=False)
        wait = max(missing + 1 - limit.most, 0 if not passed else 1) * limit.seconds / limit.most
        return Taken(limit=limit, passed=passed, left=int(limit.most - missing), wait=wait, sure=False)

    def _missing(self, limit: Limit, key: str, now: float) -> float:
        return round(max(self._full_at.get(key, now) - now, 0.0) * limit.most / limit.seconds, 6)
