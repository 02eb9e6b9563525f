"""The command writer: one thread per process that executes the commands of everybody, many in one transaction.

Callers put their commands into a bounded queue and wait for the outcomes. The writer takes what has come meanwhile.
"""

import asyncio
import logging
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from threading import Lock, Thread

from django.db import DatabaseError, IntegrityError, connection

from games.eventlog.database_faults import is_connection_lost, is_repeatable, is_temporary
from games.eventlog.processed_commands import find_processed_command
from games.eventlog.stream_slots import refuse_blocked
from games.matches.command_batch import CommandBatch, NotReplicated, Outcome, Request
from games.matches.command_decision import CommandResult, IdempotencyKeyReused
from games.matches.command_queue import CommandQueue, QueuedCommand, ResultFuture
from games.matches.slow_lane import execute_alone

LOCKED_RETRY_SECONDS = 0.002
"""How soon a match that somebody else has locked is tried again."""
SLOW_LANE_AFTER_SECONDS = 0.1
"""How long a command waits for a match that somebody else has locked, before it gets a transaction of its own."""
SLOW_LANE_THREADS = 2
IDLE_SECONDS = 1.0
"""After this long without a command the database connection is released."""
RECONNECT_SECONDS = 5.0
"""How long to try to find out what became of a batch whose connection was lost in the commit."""
RECONNECT_DELAY_SECONDS = 0.1
MAX_ATTEMPTS = 2
"""How often a batch is tried that failed by no fault of its own, such as a deadlock."""

log = logging.getLogger(__name__)


class CommandWriter:
    """The writer of this process."""

    def __init__(self) -> None:
        self.process_id = os.getpid()
        self._queue = CommandQueue()
        self._batch_began_at: float | None = None
        self._slow_lane = ThreadPoolExecutor(SLOW_LANE_THREADS, thread_name_prefix="slow lane")
        self._is_closing = False
        self._thread = Thread(target=self._run, name="command writer", daemon=True)
        self._thread.start()

    def submit(self, request: Request, *, lock_timeout_ms: int | None = None) -> Future[CommandResult]:
        """Queue a command and return the future of its result, for a thread to wait for.

        Raises:
            StreamBlocked: somebody else holds the match's lock for too long, or too many commands are waiting.
        """
        future: Future[CommandResult] = Future()
        self._put(QueuedCommand(request, future, lock_timeout_ms=lock_timeout_ms))
        return future

    async def execute(self, request: Request) -> CommandResult:
        """Queue a command and return its result.

        Raises:
            Exception: as for `handle_command`.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[CommandResult] = loop.create_future()
        self._put(QueuedCommand(request, future, loop=loop))
        return await future

    def close(self) -> None:
        """End the thread once it has worked off the queue."""
        self._is_closing = True
        self._queue.wake()
        self._thread.join()
        self._slow_lane.shutdown()

    def batch_age_seconds(self) -> float:
        """Return how long the present batch has taken so far; 0 if there is none."""
        began_at = self._batch_began_at
        return 0.0 if began_at is None else time.monotonic() - began_at

    def _put(self, command: QueuedCommand) -> None:
        refuse_blocked(command.request.match_id)
        self._queue.put(command)

    def _run(self) -> None:
        try:
            while self._execute_next() or not self._is_closing:
                pass
            connection.close()
        except BaseException:
            # No command would ever be answered again. The supervisor starts another process.
            log.critical("the command writer has failed; this process ends", exc_info=True)
            os._exit(70)

    def _execute_next(self) -> bool:
        """Execute the commands that wait, and return whether there were any."""
        commands = self._queue.take(0.0 if self._is_closing else IDLE_SECONDS)
        if not commands:
            connection.close()
            return False
        self._batch_began_at = time.monotonic()
        try:
            self._execute(commands)
        except Exception as error:
            log.exception("a batch of commands has failed")
            _resolve((command, error) for command in commands)
        finally:
            self._batch_began_at = None
        return True

    def _execute(self, commands: Sequence[QueuedCommand]) -> None:
        """Execute commands in one transaction, or in several if it fails by the fault of one of them."""
        give_up_at = time.monotonic() + RECONNECT_SECONDS
        attempts = 0
        while True:
            batch = CommandBatch([command.request for command in commands])
            attempts += 1
            try:
                batch.execute()
            except Exception as error:  # noqa: BLE001  (each kind is dealt with)
                may_be_committed = batch.is_committing and is_connection_lost(error)
                is_hopeful = time.monotonic() < give_up_at if may_be_committed else attempts < MAX_ATTEMPTS
                if not is_hopeful or not is_repeatable(error):
                    return self._fail(commands, error)
                # Those that were committed, if the connection was lost just then, are found by their keys.
                time.sleep(RECONNECT_DELAY_SECONDS if may_be_committed else 0)
            else:
                return self._finish(batch, commands)

    def _fail(self, commands: Sequence[QueuedCommand], error: Exception) -> None:
        """Find the command by whose fault a batch has failed; if it is nobody's, tell everybody."""
        if isinstance(error, NotReplicated):
            log.error("the database has not replicated a commit: %s", error)
        if isinstance(error, NotReplicated) or is_temporary(error):
            _resolve((command, error) for command in commands)
        elif len(commands) > 1:
            middle = len(commands) // 2
            self._execute(commands[:middle])
            self._execute(commands[middle:])
        else:
            _resolve([(commands[0], _explain(commands[0].request, error))])

    def _finish(self, batch: CommandBatch, commands: Sequence[QueuedCommand]) -> None:
        batch.cache_states()
        _resolve((commands[number], outcome) for number, outcome in batch.outcomes.items())
        batch.announce()
        waiting = [command for number, command in enumerate(commands) if number not in batch.outcomes]
        for command in waiting:
            self._note_lock(command, is_locked=command.request.match_id in batch.locked_elsewhere)
        self._queue.put_back([command for command in waiting if not self._leave_batches(command)])

    def _note_lock(self, command: QueuedCommand, *, is_locked: bool) -> None:
        now = time.monotonic()
        command.locked_since = (command.locked_since or now) if is_locked else None
        command.retry_at = now + LOCKED_RETRY_SECONDS if is_locked else 0.0

    def _leave_batches(self, command: QueuedCommand) -> bool:
        """Return whether the command has waited for a locked match long enough, and is now in the slow lane instead."""
        if command.locked_since is None or time.monotonic() - command.locked_since < SLOW_LANE_AFTER_SECONDS:
            return False
        self._slow_lane.submit(_execute_in_slow_lane, command)
        return True


def _execute_in_slow_lane(command: QueuedCommand) -> None:
    request = command.request
    outcome: Outcome
    try:
        outcome = execute_alone(
            request.match_id, request.command, metadata=request.metadata, lock_timeout_ms=command.lock_timeout_ms
        )
    except Exception as error:  # noqa: BLE001  (the caller gets it)
        outcome = error
    finally:
        connection.close()
    _resolve([(command, outcome)])


def _explain(request: Request, error: Exception) -> Exception:
    """Return what to tell the caller of a command that can't be written."""
    # Two commands with one key for different matches don't wait for each other, so only the unique index on
    # (account, key) stops the second one.
    if isinstance(error, IntegrityError):
        with suppress(DatabaseError):
            if find_processed_command(request.metadata):
                return IdempotencyKeyReused()
    log.error("a command to match %s could not be written", request.match_id, exc_info=error)
    return error


def _resolve(outcomes: Iterable[tuple[QueuedCommand, Outcome]]) -> None:
    """Give the callers their outcomes; those of one event loop all at once, because waking it costs more than that."""
    by_loop: dict[asyncio.AbstractEventLoop | None, list[tuple[ResultFuture, Outcome]]] = {}
    for command, outcome in outcomes:
        by_loop.setdefault(command.loop, []).append((command.future, outcome))
    for loop, resolved in by_loop.items():
        if loop is None:
            _set_outcomes(resolved)
            continue
        # A loop that is closed has no callers left.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(_set_outcomes, resolved)


def _set_outcomes(resolved: Sequence[tuple[ResultFuture, Outcome]]) -> None:
    for future, outcome in resolved:
        # A caller may have gone meanwhile; its command counts all the same.
        if not future.done():
            if isinstance(outcome, Exception):
                future.set_exception(outcome)
            else:
                future.set_result(outcome)


_writers: list[CommandWriter] = []
_writers_lock = Lock()


def command_writer() -> CommandWriter:
    """Return this process's writer; threads don't survive a fork, so a forked child starts one of its own."""
    with _writers_lock:
        if not _writers or _writers[-1].process_id != os.getpid():
            _writers[:] = [CommandWriter()]
        return _writers[-1]


def batch_age_seconds() -> float:
    """Return how long the present batch of this process's writer has taken so far; 0 if there is no batch or writer."""
    writers = _writers[-1:]
    return sum(writer.batch_age_seconds() for writer in writers if writer.process_id == os.getpid())


@contextmanager
def own_writer() -> Iterator[CommandWriter]:
    """Use a writer that is started now and closed at the end: for measurements, and tests that look into it."""
    writer = CommandWriter()
    with _writers_lock:
        others = _writers[:]
        _writers[:] = [writer]
    try:
        yield writer
    finally:
        with _writers_lock:
            _writers[:] = others
        writer.close()
