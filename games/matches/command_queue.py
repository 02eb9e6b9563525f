"""The queue of the command writer: bounded in all and by match, and first come, first served within a match."""

import asyncio
import time
from collections import Counter, deque
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from threading import Condition
from typing import TypeAlias

from games.eventlog.stream_slots import StreamBlocked
from games.matches.command_batch import Request
from games.matches.command_decision import CommandResult

MAX_WAITING = 1024
"""Commands that wait in a process."""
MAX_WAITING_PER_MATCH = 16
MAX_BATCH = 128
MAX_BATCH_PER_MATCH = 8

ResultFuture: TypeAlias = "Future[CommandResult] | asyncio.Future[CommandResult]"


class WriterBusy(StreamBlocked):
    """Too many commands are waiting, in all or for one match; the same may succeed a moment later."""


@dataclass(slots=True, eq=False)
class QueuedCommand:
    """A command that waits, and the future that gets its result."""

    request: Request
    future: ResultFuture
    loop: asyncio.AbstractEventLoop | None = None
    """The event loop of the future; None if a thread waits for it."""
    lock_timeout_ms: int | None = None
    """How long to wait for a match that somebody else has locked; None is as long as the slow lane does."""
    locked_since: float | None = None
    """Since when its match was found locked by somebody else, by the monotonic clock."""
    retry_at: float = 0.0


class CommandQueue:
    """Commands that wait for the next batch. `put` may be called from any thread, everything else from the writer's."""

    def __init__(self) -> None:
        self._waiting: deque[QueuedCommand] = deque()
        self._count_by_match: Counter[str] = Counter()
        self._changed = Condition()
        self._is_woken = False

    def put(self, command: QueuedCommand) -> None:
        """Add a command at the end.

        Raises:
            WriterBusy: too many are waiting.
        """
        match_id = command.request.match_id
        with self._changed:
            if len(self._waiting) >= MAX_WAITING or self._count_by_match[match_id] >= MAX_WAITING_PER_MATCH:
                raise WriterBusy("too many commands are waiting")
            self._count_by_match[match_id] += 1
            self._waiting.append(command)
            self._changed.notify()

    def put_back(self, commands: Sequence[QueuedCommand]) -> None:
        """Give commands that were taken, and not executed, their old places."""
        with self._changed:
            self._waiting.extendleft(reversed(commands))
            self._count_by_match.update(command.request.match_id for command in commands)

    def wake(self) -> None:
        """Let `take` return, even if nothing has come."""
        with self._changed:
            self._is_woken = True
            self._changed.notify()

    def take(self, timeout_seconds: float) -> list[QueuedCommand]:
        """Wait for commands, and return those of the next batch; none if none has come in time.

        Commands that their callers have given up meanwhile are dropped.
        """
        ends_at = time.monotonic() + timeout_seconds
        with self._changed:
            while not (taken := self._pick()):
                now = time.monotonic()
                retry_at = min((command.retry_at for command in self._waiting), default=ends_at)
                if now >= ends_at or self._is_woken:
                    break
                self._changed.wait(max(0.0, min(retry_at, ends_at) - now))
            self._is_woken = False
            return taken

    def _pick(self) -> list[QueuedCommand]:
        taken: list[QueuedCommand] = []
        rest: list[QueuedCommand] = []
        per_match: Counter[str] = Counter()
        now = time.monotonic()
        while self._waiting and len(taken) < MAX_BATCH:
            command = self._waiting.popleft()
            match_id = command.request.match_id
            if command.future.cancelled():
                self._forget(match_id)
            elif command.retry_at > now or per_match[match_id] >= MAX_BATCH_PER_MATCH:
                rest.append(command)
                # Those behind it must not overtake it.
                per_match[match_id] = MAX_BATCH_PER_MATCH
            else:
                taken.append(command)
                per_match[match_id] += 1
                self._forget(match_id)
        self._waiting.extendleft(reversed(rest))
        return taken

    def _forget(self, match_id: str) -> None:
        self._count_by_match[match_id] -= 1
        if not self._count_by_match[match_id]:
            del self._count_by_match[match_id]
