"""Which errors of the database pass by themselves, so that the same may succeed a moment later."""

from django.db import Error, InternalError, OperationalError
from psycopg import errors

TEMPORARY_FAULTS = (errors.ReadOnlySqlTransaction, errors.IdleInTransactionSessionTimeout)
"""Errors that psycopg, and so Django, doesn't count as operational: a standby takes no writes until it is promoted, and
a session that did nothing for too long within a transaction has been ended."""


def is_lock_timeout(error: Error) -> bool:
    """Return whether a lock of PostgreSQL wasn't granted within `lock_timeout`."""
    return isinstance(error.__cause__, errors.LockNotAvailable)


def is_temporary(error: Exception) -> bool:
    """Return whether the database is unavailable, overloaded or read-only, rather than asked for something wrong."""
    if isinstance(error, InternalError):
        return isinstance(error.__cause__, TEMPORARY_FAULTS)
    return isinstance(error, OperationalError)
