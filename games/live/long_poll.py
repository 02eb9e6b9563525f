"""Who waits for a match's next version, for a while."""

import asyncio
import contextlib
from collections.abc import Iterator


class LongPolls:
    """Futures by match, each done as soon as the match is beyond a version."""

    def __init__(self) -> None:
        self._waiters_by_match: dict[str, dict[asyncio.Future[None], int]] = {}

    @property
    def match_ids(self) -> set[str]:
        return set(self._waiters_by_match)

    @contextlib.contextmanager
    def waiter(self, match_id: str, after: int) -> Iterator[asyncio.Future[None]]:
        """A future that is done when the match is beyond version `after`."""
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
        for waiter, after in self._waiters_by_match.get(match_id, {}).items():
            if version > after and not waiter.done():
                waiter.set_result(None)

    def release_all(self) -> None:
        for waiters in self._waiters_by_match.values():
            for waiter in waiters:
                if not waiter.done():
                    waiter.set_result(None)
