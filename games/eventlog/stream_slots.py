"""Slots for those who lock a match: so that one locked match can't take all database connections of a process.

Each wait for a lock of PostgreSQL holds a connection. So only a few may wait for the same match at once; the others
wait here, without one. If a lock is not granted in time, the match is blocked for a moment, and nobody waits for it.
"""

import logging
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock

from django.db import OperationalError, connection

from games.eventlog.batched_sql import execute
from games.eventlog.database_faults import is_lock_timeout

MAX_SLOTS_PER_STREAM = 2
"""How many in this process may lock, or wait for the lock of, one match at once."""
SLOT_TIMEOUT_SECONDS = 5.0
"""How long the others wait for a slot."""
BLOCKED_SECONDS = 1.0
"""How long a match stays blocked after its lock wasn't granted in time."""

log = logging.getLogger(__name__)


class StreamBlocked(OperationalError):
    """Somebody else holds the lock of the match for too long; the same may succeed a moment later."""


@dataclass(slots=True)
class _Stream:
    taken: int = 0
    waiting: deque[Future[None]] = field(default_factory=deque)
    blocked_until: float | None = None
    """Until when it is blocked; when that time has passed, one at a time may find out whether it still is."""

    @property
    def has_free_slot(self) -> bool:
        return self.taken < (MAX_SLOTS_PER_STREAM if self.blocked_until is None else 1)

    @property
    def is_blocked(self) -> bool:
        return self.blocked_until is not None and time.monotonic() < self.blocked_until


_streams: dict[str, _Stream] = {}
_lock = Lock()


@contextmanager
def stream_slot(name: str) -> Iterator[None]:
    """Hold one of the slots of a match, or of whatever else is locked under a name; to be entered before a transaction.

    While it waits it holds no connection. Within a transaction, whose connection can't be released, it takes no slot,
    and only refuses a match that is blocked.

    Raises:
        StreamBlocked: somebody else holds the lock for too long, or too many have come before.
    """
    takes_slot = not connection.in_atomic_block
    _take(name) if takes_slot else refuse_blocked(name)
    try:
        yield
    except OperationalError as error:
        if not is_lock_timeout(error):
            raise
        _block(name)
        raise StreamBlocked(f"the lock of {name} was not granted in time") from error
    except Exception:
        # The lock was granted, and what followed has failed.
        _unblock(name)
        raise
    else:
        _unblock(name)
    finally:
        if takes_slot:
            _release(name)


BACKGROUND_LOCK_TIMEOUT_MS = 250
"""How long the clock and computer players wait for a lock: they come again anyway, and have other matches to go to."""


def set_lock_timeout(milliseconds: int) -> None:
    """Let the current transaction wait no longer than this for each lock; has no effect on SQLite."""
    if connection.vendor == "postgresql":
        execute("SELECT set_config('lock_timeout', %s, true)", str(milliseconds))


def _take(name: str) -> None:
    with _lock:
        stream = _streams.setdefault(name, _Stream())
        if stream.is_blocked:
            raise StreamBlocked(f"{name} is locked")
        if stream.has_free_slot and not stream.waiting:
            stream.taken += 1
            return
        turn = Future[None]()
        stream.waiting.append(turn)
    connection.close()
    try:
        turn.result(SLOT_TIMEOUT_SECONDS)
    except TimeoutError:
        with _lock:
            if turn in stream.waiting:
                stream.waiting.remove(turn)
                raise StreamBlocked(f"too many wait for {name}") from None
        # It was granted, or refused, in this very moment.
        turn.result()


def refuse_blocked(name: str) -> None:
    """Raise if the match was found locked by somebody else a moment ago.

    Raises:
        StreamBlocked
    """
    with _lock:
        stream = _streams.get(name)
        if stream is not None and stream.is_blocked:
            raise StreamBlocked(f"{name} is locked")


def _release(name: str) -> None:
    with _lock:
        stream = _streams[name]
        stream.taken -= 1
        while stream.waiting and stream.has_free_slot and not stream.is_blocked:
            stream.taken += 1
            stream.waiting.popleft().set_result(None)
        _forget_if_unused(name)


def _block(name: str) -> None:
    with _lock:
        stream = _streams.setdefault(name, _Stream())
        if stream.blocked_until is None:
            log.warning("%s is locked by somebody else; until that ends, its commands are answered 503", name)
        stream.blocked_until = time.monotonic() + BLOCKED_SECONDS
        for turn in stream.waiting:
            turn.set_exception(StreamBlocked(f"{name} is locked"))
        stream.waiting.clear()


def _unblock(name: str) -> None:
    with _lock:
        if (stream := _streams.get(name)) is not None:
            stream.blocked_until = None
            _forget_if_unused(name)


def _forget_if_unused(name: str) -> None:
    stream = _streams[name]
    if stream.taken == 0 and not stream.waiting and stream.blocked_until is None:
        del _streams[name]
