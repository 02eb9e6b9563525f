"""Long polls: requests that wait for a match's next version."""

import asyncio
import contextlib
from collections.abc import Iterator


class LongPolls:
    """Waiting requests by match, each a future that is done once the match is beyond some version."""

    def __init__(self) -> None:
        self._waiters_by_match: dict[str, dict[asyncio.Future[None], int]] = {}

    @property
    def match_ids(self) -> set[str]:
        """The matches that a request waits for."""
        return set(self._waiters_by_match)

    @contextlib.contextmanager
    def waiter(self, match_id: str, after: int) -> Iterator[asyncio.Future[None]]:
        """Yield a future that is done when the match is beyond version `after`, or at shutdown."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiters = self._waiters_by_match.setdefault(match_id, {})
        waiters[future] = after
        try:
            yield future
        finally:
            del waiters[future]
            if not waiters:
                del self._waiters_by_match[match_id]

    def on_update(self, match_id: str, version: int) -> None:
        """Wake the requests that this version is new to."""
        for waiter, after in self._waiters_by_match.get(match_id, {}).items():
            if version > after and not waiter.done():
                waiter.set_result(None)

    def release_all(self) -> None:
        """Wake all requests."""
        for waiters in self._waiters_by_match.values():
            for waiter in waiters:
                if not waiter.done():
                    waiter.set_result(None)
