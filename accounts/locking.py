"""Locking a user, so that changes to an account and its tokens happen one after the other."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TypeVar

from django.db import OperationalError, connection, transaction

from accounts.authentication import BadToken
from accounts.models import User

PAUSES_SECONDS = (0.02, 0.05, 0.1, 0.2, 0.3, 0.3)
"""How long to wait before each further attempt to lock a user."""
LOCK_NOT_AVAILABLE = "55P03"

T = TypeVar("T")


class UserLocked(OperationalError):
    """Somebody else holds the lock of a user; the same may succeed a moment later, in a new transaction."""


def lock_user(user_id: str) -> User:
    """Return the current row of a user, locked until the transaction ends.

    Raises:
        BadToken: the account has just been erased or deactivated.
        UserLocked: somebody else holds the lock.
    """
    try:
        user = User.objects.select_for_update(nowait=True).filter(id=user_id, is_active=True).first()
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", None) != LOCK_NOT_AVAILABLE:
            raise
        raise UserLocked(f"user {user_id} is locked") from error
    if user is None:
        raise BadToken("The account no longer exists.")
    return user


def retry_while_user_is_locked(run: Callable[[], T]) -> T:
    """Return what the function returns, which runs a transaction; call it again while a user is locked.

    Between the calls this waits without a connection and without any lock: a user who sends many requests at once must
    not take all connections of a process, nor hold up a match. Within another transaction, whose connection can't be
    released, it doesn't wait: the code that has opened that one calls it again.

    Raises:
        UserLocked: somebody else holds the lock for too long.
    """
    for pause in PAUSES_SECONDS:
        try:
            return run()
        except UserLocked:
            if connection.in_atomic_block:
                raise
        connection.close()
        time.sleep(pause)
    return run()


@contextmanager
def locked_user(user_id: str) -> Iterator[User]:
    """Run a transaction with the current row of a user, which is locked until it ends.

    Raises:
        BadToken: the account has just been erased or deactivated.
        UserLocked: as `retry_while_user_is_locked`.
    """
    with ExitStack() as held:
        yield retry_while_user_is_locked(lambda: _begin_with_lock(user_id, held))


def _begin_with_lock(user_id: str, held: ExitStack) -> User:
    """Return the user, and give `held` the transaction that holds the lock."""
    with ExitStack() as attempt:
        attempt.enter_context(transaction.atomic())
        user = lock_user(user_id)
        held.enter_context(attempt.pop_all())
    return user
