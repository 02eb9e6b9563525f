"""The durability of commits: the server refuses a database that could lose an acknowledged command."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError, connection

from games.eventlog.batched_sql import select

SQLITE_SYNCHRONOUS_FULL = 2
REQUIRED_POSTGRES_SETTINGS = ("fsync", "full_page_writes", "synchronous_commit")
DURABILITY_HINT = "Change the database's settings so that a crash loses no commit."


class DatabaseNotDurable(ImproperlyConfigured):
    """A crash of the database could lose acknowledged commands."""


def durability_faults() -> list[str]:
    """Return the settings of this connection that could lose an acknowledged command.

    There are none with the settings of tests, which allow an unsafe database.
    """
    if settings.ALLOW_UNSAFE_DATABASE:
        return []
    if connection.vendor == "sqlite":
        return _sqlite_faults()
    return [f"{name} is off" for name in REQUIRED_POSTGRES_SETTINGS if select(f"SHOW {name}") == [("off",)]]


def require_durable_database() -> None:
    """Refuse to serve on a database that isn't durable.

    A database that can't be reached yet is no reason to refuse; /readyz reports that.

    Raises:
        DatabaseNotDurable: a setting could lose acknowledged commands.
    """
    try:
        found = durability_faults()
    except OperationalError:
        return
    finally:
        # This runs in a thread of its own at start-up, whose connection nobody else would close.
        connection.close()
    if found:
        raise DatabaseNotDurable(
            f"The database could lose acknowledged commands: {', '.join(found)}. {DURABILITY_HINT}"
        )


@register(Tags.database)
def check_database_durability(databases: Sequence[str] | None, **options: Any) -> list[CheckMessage]:
    """Report the same in `migrate` and `check --database default`."""
    if databases is None:
        # Other commands run this check, too, but must not connect: `serve` only then reports a busy port, for one.
        return []
    messages = [f"The database could lose acknowledged commands: {fault}." for fault in durability_faults()]
    return [Error(message, hint=DURABILITY_HINT, id="eventlog.E001") for message in messages]


def _sqlite_faults() -> list[str]:
    """FULL is 2: in WAL mode, NORMAL may lose the last commits when the machine crashes."""
    level, journal = select("PRAGMA synchronous")[0][0], select("PRAGMA journal_mode")[0][0]
    checks = {
        f"synchronous is {level}, not FULL": level < SQLITE_SYNCHRONOUS_FULL,
        f"journal_mode is {journal}": journal in ("off", "memory"),
    }
    return [fault for fault, found in checks.items() if found]
