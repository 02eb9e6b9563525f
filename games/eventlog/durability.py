"""What the database promises of a commit: the house only serves where an acknowledged command stays."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError, connection

from games.eventlog.sql import select

FULL = 2
NEVER_OFF = ("fsync", "full_page_writes", "synchronous_commit")
HINT = "Mend the database's settings; for tests that may lose what they wrote, set ALLOW_UNSAFE_DATABASE=1."


class NotDurable(ImproperlyConfigured):
    """A crash of the database could lose what has been acknowledged."""


def faults() -> list[str]:
    """What of this connection's settings could lose an acknowledged command; nothing where that is allowed."""
    if settings.ALLOW_UNSAFE_DATABASE:
        return []
    if connection.vendor == "sqlite":
        return _sqlite_faults()
    return [f"{name} is off" for name in NEVER_OFF if select(f"SHOW {name}") == [("off",)]]


def refuse_unsafe() -> None:
    """Refuse to serve on a database that isn't durable; one that can't be reached yet is /readyz's business.

    Raises:
        NotDurable
    """
    try:
        found = faults()
    except OperationalError:
        return
    finally:
        connection.close()
    if found:
        raise NotDurable(f"The database could lose acknowledged commands: {', '.join(found)}. {HINT}")


@register(Tags.database)
def database_is_durable(databases: Sequence[str] | None, **options: Any) -> list[CheckMessage]:
    """The same for `migrate` and `check --database default`."""
    told = [f"The database could lose acknowledged commands: {fault}." for fault in faults()]
    return [Error(fault, hint=HINT, id="eventlog.E001") for fault in told]


def _sqlite_faults() -> list[str]:
    """FULL is 2: with WAL, NORMAL may lose the last commits in a crash of the machine."""
    level, journal = select("PRAGMA synchronous")[0][0], select("PRAGMA journal_mode")[0][0]
    checks = {
        f"synchronous is {level}, not FULL": level < FULL,
        f"journal_mode is {journal}": journal in ("off", "memory"),
    }
    return [fault for fault, found in checks.items() if found]
