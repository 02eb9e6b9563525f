"""Inside a web server under test: named points where it dies or waits, and mutants of the write path.

All of it sleeps until a file of that name appears in the folder that the server was given.
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

POINTS = ("mid_write", "before_commit", "after_commit", "before_answer")
"""The first statement that writes has run (on SQLite the events alone, on PostgreSQL it is all one); all have; it is
committed but nobody was told; the answer has yet to be made."""
MUTANTS = (
    "does_not_lock",
    "decides_on_a_stale_fold",
    "answers_before_the_commit",
    "keeps_no_key",
    "reads_a_stale_fold",
    "writes_although_refused",
    "answers_a_wrong_version",
)


class Faults:
    """The folder with the names of what shall go wrong."""

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder)

    def on(self, name: str) -> bool:
        return (self.folder / name).exists()

    def point(self, name: str) -> None:
        """Where the first to come dies, or waits until it is let go (for ten seconds at most)."""
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
    """Put points and mutants into this process."""
    faults = Faults(folder)
    _points(faults)
    _mutants_of_the_log(faults)
    _mutants_of_the_door(faults)


def modules(*names: str) -> list[Any]:
    """Modules whose names shall mean something else; only now, for they need Django."""
    return [import_module(name) for name in names]


def _points(faults: Faults) -> None:
    notifier, command_handler, batched_sql = modules("games.notifier", "games.matches.command_handler", "games.eventlog.batched_sql")
    command_specs, match_list_views = modules("games.protocol.command_specs", "games.api.match_list_views")
    _wrap(batched_sql, "execute", after=lambda: faults.point("mid_write"))
    _wrap(command_handler, "_commit", after=lambda: faults.point("before_commit"))
    _wrap(notifier, "publish_match_update", before=lambda: faults.point("after_commit"))
    for module, name in ((command_specs, "handle_command"), (match_list_views, "open_match")):
        _wrap(module, name, after=lambda: faults.point("before_answer"))


def _wrap(
    module: Any, name: str, *, before: Callable[[], None] | None = None, after: Callable[[], None] | None = None
) -> None:
    original = getattr(module, name)

    def wrapped(*args: Any, **named: Any) -> Any:
        if before:
            before()
        result = original(*args, **named)
        if after:
            after()
        return result

    setattr(module, name, wrapped)


def _mutants_of_the_log(faults: Faults) -> None:
    append, match_state, command_handler = modules(
        "games.eventlog.append", "games.eventlog.match_state", "games.matches.command_handler"
    )
    lock, add_insert, load, statement = append.lock, append.add_insert, match_state.load, append._LOCK_HEAD_SQL

    def locks(match_id: str, command_metadata: Any) -> Any:
        known = match_state.cache_get(match_id)
        append._LOCK_HEAD_SQL = statement.partition(" FOR ")[0] if faults.on("does_not_lock") else statement
        locked = lock(match_id, command_metadata)
        if known and locked.state and faults.on("decides_on_a_stale_fold"):
            return replace(locked, state=replace(locked.state, match=known.match))
        return locked

    def inserts(table: str, *more: Any) -> None:
        if table != "eventlog_command" or not faults.on("keeps_no_key"):
            add_insert(table, *more)

    def reads(match_id: str, known_head: Any = None) -> Any:
        return (faults.on("reads_a_stale_fold") and match_state.cache_get(match_id)) or load(match_id, known_head)

    command_handler.lock, append.add_insert, match_state.load = locks, inserts, reads


def _mutants_of_the_door(faults: Faults) -> None:
    from django.db import transaction

    command_specs, command_views = modules("games.protocol.command_specs", "games.api.command_views")
    handle_command = command_specs.handle_command
    encode_response, execute_and_encode = command_specs.encode_command_response, command_specs.execute_and_encode
    turn = iter(range(10**9))

    def played(match_id: str, command: Any, *, metadata: Any, **named: Any) -> Any:
        try:
            return handle_command(match_id, command, metadata=metadata, **named)
        except Refused:
            if faults.on("writes_although_refused"):
                with suppress(Refused):
                    handle_command(match_id, lambda seat: Abandon(seat=seat), metadata=metadata)
            raise

    def performed(*args: Any, **named: Any) -> Any:
        if not faults.on("answers_before_the_commit") or next(turn) % 3:
            return execute_and_encode(*args, **named)
        with transaction.atomic():
            said = execute_and_encode(*args, **named)
            transaction.set_rollback(True)
        return said

    def answered(made: Any) -> Any:
        said, version = encode_response(made), made.last_version
        if not faults.on("answers_a_wrong_version"):
            return said
        return said.replace(b'"version":%d' % version, b'"version":%d' % (version + 1))

    command_specs.handle_command, command_specs.encode_command_response = played, answered
    command_views.execute_and_encode = performed
