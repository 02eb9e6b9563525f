"""Password hashing, a few at a time, and password strength."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import Any

from django.contrib.auth.hashers import Argon2PasswordHasher
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import connection

from accounts.models import User

MAX_SIMULTANEOUS_HASHES = 1
"""Passwords that a process hashes at the same time; each needs 19 MiB and some 30 ms of a core."""
MAX_HASHING_WAIT_SECONDS = 2.0
"""How long a request waits for its turn."""


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
        with _hashing_turn():
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> Any:
        """Return whether this is the password of the hash.

        Raises:
            HashingOverloaded
        """
        with _hashing_turn():
            return super().verify(password, encoded)


_hashing_turns = BoundedSemaphore(MAX_SIMULTANEOUS_HASHES)


@contextmanager
def _hashing_turn() -> Iterator[None]:
    if not _hashing_turns.acquire(blocking=False):
        # Others need the database connection meanwhile: a process has only a few.
        if not connection.in_atomic_block:
            connection.close()
        if not _hashing_turns.acquire(timeout=MAX_HASHING_WAIT_SECONDS):
            raise HashingOverloaded
    try:
        yield
    finally:
        _hashing_turns.release()


def password_faults(password: str, user: User) -> list[tuple[str, str]]:
    """Return why this password is too weak for the user, as pairs of a code and a text; empty if it is acceptable."""
    try:
        validate_password(password, user)
    except ValidationError as error:
        return [(fault.code or "invalid", fault.messages[0]) for fault in error.error_list]
    return []
