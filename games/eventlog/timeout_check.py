"""A check that sessions of PostgreSQL don't wait for a lock forever."""

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Tags, Warning, register  # noqa: A004  (Django's name)
from django.db import connection

from games.eventlog.batched_sql import select

LIMITS = ("lock_timeout", "idle_in_transaction_session_timeout")


@register(Tags.database)
def check_timeouts(databases: Sequence[str] | None, **options: Any) -> list[CheckMessage]:
    """Return a warning for each limit that this connection doesn't have, as behind a pooler."""
    if databases is None or connection.vendor != "postgresql":
        return []
    return [
        Warning(
            f"PostgreSQL's {name} is 0: one session that holds a lock can make the service wait forever.",
            hint="Set it on the role (ALTER ROLE … SET …), or in DATABASE_URL.",
            id="eventlog.W001",
        )
        for name in LIMITS
        if select(f"SHOW {name}") == [("0",)]
    ]
