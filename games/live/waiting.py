"""Who waits for a match's next version, for a while."""

import asyncio
import contextlib
from collections.abc import Iterator


class Waiting:
    """Futures by match, each done as soon as the match is beyond a version."""

    def __init__(self) -> None:
        self._after: dict[str, dict[asyncio.Future[None], int]] = {}

    @property
    def matches(self) -> set[str]:
        return set(self._after)

    @contextlib.contextmanager
    def turn(self, match_id: str, after: int) -> Iterator[asyncio.Future[None]]:
        """A future that is done when the match is beyond version `after`."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        turns = self._after.setdefault(match_id, {})
        turns[turn] = after
        try:
            yield turn
        finally:
            del turns[turn]
            if not turns:
                del self._after[match_id]

    def rang(self, match_id: str, version: int) -> None:
        for turn, after in self._after.get(match_id, {}).items():
            if version > after and not turn.done():
                turn.set_result(None)

    def let_all_go(self) -> None:
        for turns in self._after.values():
            for turn in turns:
                if not turn.done():
                    turn.set_result(None)
