"""The database configuration: DATABASE_URL, with bounds on every wait."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DATABASE_POOL_SIZE = 8
"""PostgreSQL connections per process, unless DATABASE_URL has `?pool=N`."""
POOL_TIMEOUT_SECONDS = 3
"""How long a request waits for a connection: shorter than any time that a client is given, such as the 5 seconds to
authenticate on a socket."""
CONNECT_TIMEOUT_SECONDS = 5
"""How long PostgreSQL may take to accept a connection."""
WEB_SERVERS = ("uvicorn", "daphne", "granian", "gunicorn", "hypercorn")


@dataclass(frozen=True, kw_only=True, slots=True)
class Timeouts:
    """How long a process lets PostgreSQL wait, in milliseconds; 0 is forever."""

    lock_timeout: int
    statement_timeout: int
    idle_in_transaction_session_timeout: int

    def as_options(self) -> str:
        """Return the timeouts as options of a PostgreSQL session."""
        return " ".join(f"-c {name}={getattr(self, name)}" for name in self.__dataclass_fields__)


SERVICE_TIMEOUTS = Timeouts(lock_timeout=1_000, statement_timeout=10_000, idle_in_transaction_session_timeout=15_000)
COMMAND_TIMEOUTS = Timeouts(lock_timeout=10_000, statement_timeout=0, idle_in_transaction_session_timeout=60_000)
SERVICE_BUSY_SECONDS, COMMAND_BUSY_SECONDS = 5, 20
"""How long a process waits for SQLite's write lock."""


def process_kind(arguments: list[str]) -> str:
    """Return what kind of process runs with these arguments: `web`, `worker`, `beat`, or the name of a command."""
    program = Path(arguments[0]) if arguments else Path()
    # `python -m celery` runs celery/__main__.py.
    name = program.parent.name if program.name == "__main__.py" else program.stem
    if name in WEB_SERVERS:
        return "web"
    if name == "celery":
        return next((word for word in arguments if word in ("worker", "beat")), "celery")
    if name in ("manage", "django-admin"):
        return arguments[1] if len(arguments) > 1 else "manage"
    return name or "python"


def is_service(kind: str) -> bool:
    """Return whether the process serves players, who must not wait; management commands may take their time."""
    return kind in ("web", "worker", "beat")


def sqlite_config(config: dict[str, Any], data: Path, kind: str) -> dict[str, Any]:
    """Return the configuration of an SQLite database."""
    config["ENGINE"] = "dixit.backends.sqlite3"
    # IMMEDIATE: take the write lock at the start, as a transaction that reads and then writes could fail with
    # "database is locked" without waiting. FULL: an acknowledged command must survive a power failure.
    # secure_delete: what is erased is overwritten, and not only by builds of SQLite that do so by default.
    config["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": SERVICE_BUSY_SECONDS if is_service(kind) else COMMAND_BUSY_SECONDS,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA secure_delete=ON;",
    }
    config["TEST"] = {"NAME": str(data / "test.sqlite3")}
    return config


def postgres_config(config: dict[str, Any], kind: str, prepare_threshold: int) -> dict[str, Any]:
    """Return the configuration of a PostgreSQL database; what DATABASE_URL says wins.

    Args:
        config: what DATABASE_URL says.
        kind: the kind of this process.
        prepare_threshold: how often a statement is executed on a connection before it is prepared; 0 is never.
    """
    options = config.setdefault("OPTIONS", {})
    options.setdefault("application_name", f"dixit {kind}")
    options.setdefault("connect_timeout", CONNECT_TIMEOUT_SECONDS)
    # PostgreSQL parses and plans a prepared statement only once.
    options["prepare_threshold"] = prepare_threshold or None
    config["DISABLE_SERVER_SIDE_CURSORS"] = not prepare_threshold
    if prepare_threshold:
        timeouts = SERVICE_TIMEOUTS if is_service(kind) else COMMAND_TIMEOUTS
        # Of two options with the same name PostgreSQL takes the last.
        own_options = options.get("options", os.environ.get("PGOPTIONS", ""))
        options["options"] = f"{timeouts.as_options()} {own_options}".strip()
    # Otherwise a pooler is in between, which refuses `options`: its connections are used by many sessions.
    if pool_size := options.pop("pool", DATABASE_POOL_SIZE):
        # Under ASGI connections belong to requests, not to threads, so only a pool limits their number. The short
        # reconnect_timeout keeps the pool from backing off for minutes during an outage, and recovering that late.
        options["pool"] = {
            "min_size": 0,
            "max_size": pool_size,
            "timeout": POOL_TIMEOUT_SECONDS,
            "reconnect_timeout": 2,
        }
    return config
