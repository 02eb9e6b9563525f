"""Locking a user, so that changes to an account and its tokens happen one after the other."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from django.db import OperationalError, connection, transaction

from accounts.authentication import BadToken
from accounts.models import User

PAUSES_SECONDS = (0.02, 0.05, 0.1, 0.2, 0.3, 0.3)
"""How long to wait before each further attempt to lock a user."""
LOCK_NOT_AVAILABLE = "55P03"


def lock_user(user_id: str, *, nowait: bool = False) -> User:
    """Return the current row of a user, locked until the transaction ends.

    Raises:
        BadToken: the account has just been erased or deactivated.
        OperationalError: somebody else holds the lock, for too long or, with `nowait`, at all.
    """
    user = User.objects.select_for_update(nowait=nowait).filter(id=user_id, is_active=True).first()
    if user is None:
        raise BadToken("The account no longer exists.")
    return user


@contextmanager
def locked_user(user_id: str) -> Iterator[User]:
    """Run a transaction with the current row of a user, which is locked until it ends.

    While the lock is somebody else's, this waits without a connection: a user who sends many requests at once must not
    take all connections of a process. Within another transaction, whose connection can't be released, it waits with it.

    Raises:
        BadToken, OperationalError: as `lock_user`.
    """
    with ExitStack() as held:
        yield _lock(user_id, held)


def _lock(user_id: str, held: ExitStack) -> User:
    """Return the user, and give `held` the transaction that holds the lock."""
    is_nested = connection.in_atomic_block
    for pause in (*PAUSES_SECONDS, None):
        try:
            with ExitStack() as attempt:
                attempt.enter_context(transaction.atomic())
                user = lock_user(user_id, nowait=not is_nested)
                held.enter_context(attempt.pop_all())
                return user
        except OperationalError as error:
            is_locked = getattr(error.__cause__, "sqlstate", None) == LOCK_NOT_AVAILABLE
            if is_nested or not is_locked or pause is None:
                raise
        connection.close()
        time.sleep(pause)
    raise AssertionError("the last attempt returns or raises")
