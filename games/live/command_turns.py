"""Turns of the commands that come over sockets: only a few of one match occupy threads at once."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from games.eventlog.stream_slots import MAX_SLOTS_PER_STREAM, SLOT_TIMEOUT_SECONDS, StreamBlocked


@dataclass(slots=True)
class _Turns:
    semaphore: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(MAX_SLOTS_PER_STREAM))
    users: int = 0


class CommandTurns:
    """The commands of one process by match; those that have to wait do so in the event loop, without a thread.

    Otherwise the commands to one locked match would take all threads of the pool.
    """

    def __init__(self) -> None:
        self._turns_by_match: dict[str, _Turns] = {}

    @asynccontextmanager
    async def turn(self, match_id: str) -> AsyncIterator[None]:
        """Wait for a turn, and hold it while the context is open.

        Raises:
            StreamBlocked: too many have come before.
        """
        turns = self._turns_by_match.setdefault(match_id, _Turns())
        turns.users += 1
        try:
            try:
                await asyncio.wait_for(turns.semaphore.acquire(), SLOT_TIMEOUT_SECONDS)
            except TimeoutError:
                raise StreamBlocked(f"too many wait for {match_id[:40]}") from None
            try:
                yield
            finally:
                turns.semaphore.release()
        finally:
            turns.users -= 1
            if not turns.users:
                del self._turns_by_match[match_id]
