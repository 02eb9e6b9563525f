"""Fault injection in a web server under test: named points where it dies or waits, and mutants of the write path.

Each is inactive until a file of its name appears in the folder that the server was given.
"""

import os
import signal
import time
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from games.rulebook import Refused
from games.rulebook.commands import Abandon

CRASH_POINTS = ("mid_write", "before_commit", "between_commit_and_answers", "after_commit", "before_answer")
"""After the first statement that writes; before the commit; after the commit of a batch, but before any
answer; before the notification; and before the response is built."""
SECRET_ANSWER_POINT = "before_secret_answer"
"""After the commit of a request that makes a guest, an account, a token or an invite, and before its answer."""
MUTANTS = (
    "does_not_lock",
    "decides_on_a_stale_fold",
    "refuses_on_a_stale_fold",
    "writes_a_part_of_a_batch",
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
    _install_lock_mutants(faults)
    _install_state_mutants(faults)
    _install_write_mutants(faults)
    _install_command_mutants(faults)


def import_modules(*names: str) -> list[Any]:
    """Import the modules in which names are replaced; not before now, because they need Django."""
    return [import_module(name) for name in names]


def _install_crash_points(faults: FaultSwitches) -> None:
    write_batch, command_batch, slow_lane, notifier = import_modules(
        "games.eventlog.write_batch", "games.matches.command_batch", "games.matches.slow_lane", "games.notifier"
    )
    command_views, match_list_views = import_modules("games.api.command_views", "games.api.match_list_views")
    for name in ("execute", "execute_many"):
        _wrap_function(write_batch, name, after=lambda: faults.hit_crash_point("mid_write"))
    _wrap_function(command_batch, "commit", before=lambda: faults.hit_crash_point("before_commit"))
    _wrap_function(slow_lane, "_write", after=lambda: faults.hit_crash_point("before_commit"))
    _wrap_function(notifier, "publish_match_update", before=lambda: faults.hit_crash_point("after_commit"))
    _wrap_function(
        command_batch.CommandBatch, "cache_states", before=lambda: faults.hit_crash_point("between_commit_and_answers")
    )
    for module, name in ((command_views, "encode_command_response"), (match_list_views, "open_match")):
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


def _install_lock_mutants(faults: FaultSwitches) -> None:
    append, batch_lock, slow_lane, command_batch = import_modules(
        "games.eventlog.append", "games.eventlog.batch_lock", "games.matches.slow_lane", "games.matches.command_batch"
    )
    statements = {(append, "_LOCK_HEAD_SQL"), (batch_lock, "_LOCK_HEADS_SQL")}
    originals = {(module, name): getattr(module, name) for module, name in statements}

    def with_faults(lock: Callable[..., Any]) -> Callable[..., Any]:
        def lock_with_faults(*args: Any) -> Any:
            for (module, name), statement in originals.items():
                without_lock = statement.partition(" FOR ")[0]
                setattr(module, name, without_lock if faults.is_enabled("does_not_lock") else statement)
            return lock(*args)

        return lock_with_faults

    slow_lane.lock_stream = with_faults(slow_lane.lock_stream)
    command_batch.begin_and_lock = with_faults(command_batch.begin_and_lock)


def _install_state_mutants(faults: FaultSwitches) -> None:
    match_state, command_batch = import_modules("games.eventlog.match_state", "games.matches.command_batch")
    states_at_heads, decide_command = command_batch.states_at_heads, command_batch.decide_command
    load = match_state.load
    earlier_matches: dict[str, Any] = {}

    def states_with_faults(heads: Any, before_folding: Any) -> Any:
        cached_states = {match_id: match_state.cache_get(match_id) for match_id in heads}
        states = states_at_heads(heads, before_folding)
        if faults.is_enabled("decides_on_a_stale_fold"):
            for match_id, cached in cached_states.items():
                if cached is not None:
                    states[match_id] = replace(states[match_id], match=cached.match)
        return states

    def decide_with_faults(match_id: str, stream: Any, command: Any, metadata: Any) -> Any:
        if faults.is_enabled("refuses_on_a_stale_fold") and stream.state and stream.processed_command is None:
            earlier = earlier_matches.setdefault(match_id, stream.state.match)
            earlier_matches[match_id] = stream.state.match
            stale = replace(stream, state=replace(stream.state, match=earlier))
            decide_command(match_id, stale, command, metadata)
        return decide_command(match_id, stream, command, metadata)

    def load_with_faults(match_id: str, known_head: Any = None) -> Any:
        return (faults.is_enabled("reads_a_stale_fold") and match_state.cache_get(match_id)) or load(
            match_id, known_head
        )

    command_batch.states_at_heads, command_batch.decide_command = states_with_faults, decide_with_faults
    match_state.load = load_with_faults


def _install_write_mutants(faults: FaultSwitches) -> None:
    append, write_batch = import_modules("games.eventlog.append", "games.eventlog.write_batch")
    command_batch, command_writes = import_modules("games.matches.command_batch", "games.matches.command_writes")
    add, add_rows = write_batch.WriteBatch.add, command_writes.MatchWrites.add_rows
    commit, batch_numbers = command_batch.CommandBatch._commit, iter(range(10**9))

    def add_with_faults(batch: Any, statement: Any, rows: Any) -> None:
        if statement is not append._INSERT_COMMANDS or not faults.is_enabled("keeps_no_key"):
            add(batch, statement, rows)

    def add_rows_with_faults(match_writes: Any, writes: Any) -> None:
        # Only what is written for the first match.
        if writes.is_empty or not faults.is_enabled("writes_a_part_of_a_batch"):
            add_rows(match_writes, writes)

    def commit_with_faults(batch: Any) -> None:
        if faults.is_enabled("answers_before_the_commit") and not next(batch_numbers) % 3:
            command_batch.roll_back()
        else:
            commit(batch)

    write_batch.WriteBatch.add, command_writes.MatchWrites.add_rows = add_with_faults, add_rows_with_faults
    command_batch.CommandBatch._commit = commit_with_faults


def _install_command_mutants(faults: FaultSwitches) -> None:
    command_views, command_batch = import_modules("games.api.command_views", "games.matches.command_batch")
    encode_response, decide_one = command_views.encode_command_response, command_batch.CommandBatch._decide_one

    def decide_one_with_faults(batch: Any, request: Any, state: Any, now: Any) -> Any:
        outcome = decide_one(batch, request, state, now)
        if isinstance(outcome, Refused) and faults.is_enabled("writes_although_refused"):
            decide_one(batch, replace(request, command=Abandon()), state, now)
        return outcome

    def encode_with_faults(result: Any) -> Any:
        content, version = encode_response(result), result.last_version
        if not faults.is_enabled("answers_a_wrong_version"):
            return content
        return content.replace(b'"version":%d' % version, b'"version":%d' % (version + 1))

    command_batch.CommandBatch._decide_one = decide_one_with_faults
    command_views.encode_command_response = encode_with_faults
