"""Django's connection to SQLite, which passes the turnstile before it begins a transaction that writes."""

from typing import Any

from django.db.backends.sqlite3 import base

from dixit.backends.sqlite3.turnstile import Turnstile

DEFAULT_BUSY_SECONDS = 5.0
"""How long SQLite waits for its lock if nothing else is configured."""


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that holds the turnstile while it is in a transaction."""

    connection: Any
    transaction_mode: str | None
    _turnstile: Turnstile | None = None

    def begin_immediate(self) -> None:
        """Begin a transaction that may write, once it is this connection's turn."""
        self._start_transaction_under_autocommit()

    def leave_turnstile(self) -> None:
        """Let the next one in; to be called after a transaction that was ended past Django."""
        if self._turnstile is not None:
            self._turnstile.leave()
            # The name of the database can change between transactions.
            self._turnstile = None

    def _start_transaction_under_autocommit(self) -> None:
        if self.transaction_mode == "IMMEDIATE" and not self.is_in_memory_db():
            with self.wrap_database_errors:
                self._enter_turnstile()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self.leave_turnstile()
            raise

    def _enter_turnstile(self) -> None:
        name = str(self.settings_dict["NAME"])
        timeout_seconds = self.settings_dict["OPTIONS"].get("timeout", DEFAULT_BUSY_SECONDS)
        self._turnstile = self._turnstile or Turnstile(name, timeout_seconds)
        self._turnstile.enter()

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        # If this fails, Django rolls back.
        self.leave_turnstile()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self.leave_turnstile()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self.leave_turnstile()
