"""Fault injection in a web server under test: named points where it dies or waits, and mutants of the write path.

Each is inactive until a file of its name appears in the folder that the server was given.
"""

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from games.rulebook import Refused
from games.rulebook.commands import Abandon

CRASH_POINTS = ("mid_write", "before_commit", "after_commit", "before_answer")
"""After the first statement that writes (on SQLite only the events, on PostgreSQL everything); before the commit; after
the commit, but before the notification; and before the response is built."""
SECRET_ANSWER_POINT = "before_secret_answer"
"""After the commit of a request that makes a guest, an account, a token or an invite, and before its answer."""
MUTANTS = (
    "does_not_lock",
    "decides_on_a_stale_fold",
    "answers_before_the_commit",
    "keeps_no_key",
    "reads_a_stale_fold",
    "writes_although_refused",
    "answers_a_wrong_version",
)


class FaultSwitches:
    """The folder with the names of the active faults."""

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder)

    def is_enabled(self, name: str) -> bool:
        return (self.folder / name).exists()

    def hit_crash_point(self, name: str) -> None:
        """Die at this point if it is armed, or wait until it is released (for ten seconds at most); only the first
        thread does."""
        reached = self.folder / f"{name}.reached"
        try:
            (self.folder / name).rename(reached)
        except FileNotFoundError:
            return
        if reached.read_text() == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        deadline = time.monotonic() + 10
        while reached.exists() and time.monotonic() < deadline:
            time.sleep(0.002)


def install(folder: str) -> None:
    """Install crash points and mutants in this process."""
    faults = FaultSwitches(folder)
    _install_crash_points(faults)
    _install_log_mutants(faults)
    _install_command_mutants(faults)


def import_modules(*names: str) -> list[Any]:
    """Import the modules in which names are replaced; not before now, because they need Django."""
    return [import_module(name) for name in names]


def _install_crash_points(faults: FaultSwitches) -> None:
    notifier, command_handler, batched_sql = import_modules(
        "games.notifier", "games.matches.command_handler", "games.eventlog.batched_sql"
    )
    command_specs, match_list_views = import_modules("games.protocol.command_specs", "games.api.match_list_views")
    _wrap_function(batched_sql, "execute", after=lambda: faults.hit_crash_point("mid_write"))
    _wrap_function(command_handler, "_commit", after=lambda: faults.hit_crash_point("before_commit"))
    _wrap_function(notifier, "publish_match_update", before=lambda: faults.hit_crash_point("after_commit"))
    for module, name in ((command_specs, "handle_command"), (match_list_views, "open_match")):
        _wrap_function(module, name, after=lambda: faults.hit_crash_point("before_answer"))

    for view_module in import_modules("games.api.account_views", "games.api.token_views", "games.api.invite_views"):
        _wrap_function(view_module, "answer_once", after=lambda: faults.hit_crash_point(SECRET_ANSWER_POINT))


def _wrap_function(
    module: Any, name: str, *, before: Callable[[], None] | None = None, after: Callable[[], None] | None = None
) -> None:
    original = getattr(module, name)

    def wrapper(*args: Any, **kwargs: Any) -> Any:
        if before:
            before()
        result = original(*args, **kwargs)
        if after:
            after()
        return result

    setattr(module, name, wrapper)


def _install_log_mutants(faults: FaultSwitches) -> None:
    append, match_state, command_handler = import_modules(
        "games.eventlog.append", "games.eventlog.match_state", "games.matches.command_handler"
    )
    original_lock, add_insert, load, lock_statement = (
        append.lock_stream,
        append.add_insert,
        match_state.load,
        append._LOCK_HEAD_SQL,
    )

    def lock_with_faults(match_id: str, command_metadata: Any) -> Any:
        cached = match_state.cache_get(match_id)
        append._LOCK_HEAD_SQL = (
            lock_statement.partition(" FOR ")[0] if faults.is_enabled("does_not_lock") else lock_statement
        )
        locked = original_lock(match_id, command_metadata)
        if cached and locked.state and faults.is_enabled("decides_on_a_stale_fold"):
            return replace(locked, state=replace(locked.state, match=cached.match))
        return locked

    def insert_with_faults(table: str, *args: Any) -> None:
        if table != "eventlog_command" or not faults.is_enabled("keeps_no_key"):
            add_insert(table, *args)

    def load_with_faults(match_id: str, known_head: Any = None) -> Any:
        return (faults.is_enabled("reads_a_stale_fold") and match_state.cache_get(match_id)) or load(
            match_id, known_head
        )

    command_handler.lock_stream, append.add_insert, match_state.load = (
        lock_with_faults,
        insert_with_faults,
        load_with_faults,
    )


def _install_command_mutants(faults: FaultSwitches) -> None:
    from django.db import transaction

    command_specs, command_views = import_modules("games.protocol.command_specs", "games.api.command_views")
    handle_command = command_specs.handle_command
    encode_response, execute_command = command_views.encode_command_response, command_views.execute_command
    request_numbers = iter(range(10**9))

    def handle_with_faults(match_id: str, command: Any, *, metadata: Any, **kwargs: Any) -> Any:
        try:
            return handle_command(match_id, command, metadata=metadata, **kwargs)
        except Refused:
            if faults.is_enabled("writes_although_refused"):
                with suppress(Refused):
                    handle_command(match_id, Abandon(), metadata=metadata)
            raise

    def execute_with_faults(*args: Any, **kwargs: Any) -> Any:
        if not faults.is_enabled("answers_before_the_commit") or next(request_numbers) % 3:
            return execute_command(*args, **kwargs)
        with transaction.atomic():
            response = encode_response(execute_command(*args, **kwargs))
            transaction.set_rollback(True)
        return response

    def encode_with_faults(result: Any) -> Any:
        if isinstance(result, bytes):
            return result
        content, version = encode_response(result), result.last_version
        if not faults.is_enabled("answers_a_wrong_version"):
            return content
        return content.replace(b'"version":%d' % version, b'"version":%d' % (version + 1))

    command_specs.handle_command, command_views.encode_command_response = handle_with_faults, encode_with_faults
    command_views.execute_command = execute_with_faults
