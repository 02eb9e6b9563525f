"""Which errors of the database pass by themselves, so that the same may succeed a moment later."""

from django.db import Error, InternalError, OperationalError
from psycopg import Error as PsycopgError
from psycopg import InterfaceError as DriverInterfaceError
from psycopg import OperationalError as DriverOperationalError
from psycopg import errors

TEMPORARY_FAULTS = (errors.ReadOnlySqlTransaction, errors.IdleInTransactionSessionTimeout)
"""Errors that psycopg, and so Django, doesn't count as operational: a standby takes no writes until it is promoted, and
a session that did nothing for too long within a transaction has been ended."""
REPEATABLE_FAULTS = (errors.DeadlockDetected, errors.SerializationFailure)
LOST_CONNECTION_CODES = ("08", "57P", "25P03")
"""How the SQLSTATE begins if the connection has ended: a connection exception, a server or session that was shut
down, or a transaction that stood still for too long."""


def is_lock_timeout(error: Error) -> bool:
    """Return whether a lock of PostgreSQL wasn't granted within `lock_timeout`."""
    return isinstance(error.__cause__, errors.LockNotAvailable)


def is_connection_lost(error: Exception) -> bool:
    """Return whether the connection has ended, so that nothing says what became of the last statement."""
    cause = error.__cause__
    if isinstance(cause, PsycopgError) and cause.sqlstate is not None:
        return cause.sqlstate.startswith(LOST_CONNECTION_CODES)
    # Without a code the driver itself has noticed it.
    return isinstance(cause, DriverOperationalError | DriverInterfaceError)


def is_repeatable(error: Exception) -> bool:
    """Return whether a transaction was rolled back by no fault of its own, so that it is worth another try at once."""
    return isinstance(error.__cause__, REPEATABLE_FAULTS) or is_connection_lost(error)


def is_temporary(error: Exception) -> bool:
    """Return whether the database is unavailable, overloaded or read-only, rather than asked for something wrong."""
    if isinstance(error, InternalError):
        return isinstance(error.__cause__, TEMPORARY_FAULTS)
    return isinstance(error, OperationalError)
