"""The turnstile in front of SQLite's write lock: first come, first served.

SQLite's own waiting is sleeping and trying again, so a process that writes all the time keeps the others out for
seconds. Here the connection that has locked the file `next` writes next, and the one that has locked `mine` is writing.
When that one has finished it has to lock `next` again, and so can't overtake one that waits.
"""

import os
import sys
import time
from contextlib import suppress
from sqlite3 import OperationalError

POLL_SECONDS = 0.001
"""How often to look whether it is one's turn; the kernel's own waiting has no time limit."""


class Turnstile:
    """The way of one connection through the turnstile of a database file."""

    def __init__(self, database: str, timeout_seconds: float) -> None:
        self._next_file, self._mine_file = f"{database}-next", f"{database}-mine"
        self._timeout_seconds = timeout_seconds
        self._mine: int | None = None

    def enter(self) -> None:
        """Wait to be let in; does nothing if this connection is in already, or if the files can't be written.

        Raises:
            OperationalError: it takes longer than SQLite would wait for its lock.
        """
        if self._mine is not None or sys.platform == "win32":
            return
        ends_at = time.monotonic() + self._timeout_seconds
        with suppress(PermissionError):
            next_one = _lock(self._next_file, ends_at)
            try:
                self._mine = _lock(self._mine_file, ends_at)
            finally:
                _unlock(next_one)

    def leave(self) -> None:
        """Let the next one in; does nothing if this connection isn't in."""
        mine, self._mine = self._mine, None
        if mine is not None:
            _unlock(mine)


def _lock(file: str, ends_at: float) -> int:
    """Wait for the lock of a file, and return its descriptor."""
    import fcntl  # noqa: PLC0415  (not available on Windows)

    descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() > ends_at:
                    raise OperationalError("database is locked") from None
                time.sleep(POLL_SECONDS)
            else:
                return descriptor
    except BaseException:
        os.close(descriptor)
        raise


def _unlock(descriptor: int) -> None:
    import fcntl  # noqa: PLC0415  (not available on Windows)

    try:
        # Closing it is not enough if a forked child has a copy.
        fcntl.flock(descriptor, fcntl.LOCK_UN)
    finally:
        os.close(descriptor)
