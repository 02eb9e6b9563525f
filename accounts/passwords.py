"""Password hashing, a few at a time, and password strength."""

import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from django.contrib.auth.hashers import Argon2PasswordHasher
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import connection

from accounts.models import User

MAX_SIMULTANEOUS_HASHES = 1
"""Passwords that a process hashes at the same time; each needs 19 MiB and some 30 ms of a core."""
MAX_HASHING_WAIT_SECONDS = 2.0
"""How long a request waits for its turn."""
HASHING_NICENESS = 10
"""Hashing gives way to whatever else the machine has to do, on Linux, where each thread has a priority."""

T = TypeVar("T")


class HashingOverloaded(Exception):
    """Too many passwords are waiting to be hashed; nothing was hashed for this request."""


class Argon2(Argon2PasswordHasher):
    """Argon2id with the parameters that OWASP recommends.

    Django's defaults take 100 MiB per hash, so a few simultaneous logins could exhaust the memory of a small server.
    Every password is hashed here, those of accounts, staff and matches alike, at most `MAX_SIMULTANEOUS_HASHES` at a
    time. Where a password is hashed only to take as long as if there were something to compare it with, that waits too.
    """

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1

    def encode(self, password: str, salt: str) -> Any:
        """Return the hash.

        Raises:
            HashingOverloaded
        """
        return _run_in_turn(lambda: super(Argon2, self).encode(password, salt))

    def verify(self, password: str, encoded: str) -> Any:
        """Return whether this is the password of the hash.

        Raises:
            HashingOverloaded
        """
        return _run_in_turn(lambda: super(Argon2, self).verify(password, encoded))


def _lower_priority() -> None:
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), HASHING_NICENESS)


# Threads of their own: without privileges a thread can lower its priority, but not raise it again.
_hashing_threads = ThreadPoolExecutor(MAX_SIMULTANEOUS_HASHES, "hashing", initializer=_lower_priority)


def _run_in_turn(work: Callable[[], T]) -> T:
    """Return what a function returns that hashes.

    Raises:
        HashingOverloaded
    """
    # Others need the database connection meanwhile: a process has only a few.
    if not connection.in_atomic_block:
        connection.close()
    started = threading.Event()

    def run() -> T:
        started.set()
        return work()

    future = _hashing_threads.submit(run)
    if not started.wait(MAX_HASHING_WAIT_SECONDS) and future.cancel():
        raise HashingOverloaded
    return future.result()


def password_faults(password: str, user: User) -> list[tuple[str, str]]:
    """Return why this password is too weak for the user, as pairs of a code and a text; empty if it is acceptable."""
    try:
        validate_password(password, user)
    except ValidationError as error:
        return [(fault.code or "invalid", fault.messages[0]) for fault in error.error_list]
    return []
