"""Verify records from elsewhere, each in a process of its own with limits on time and memory; none is kept."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from django.conf import settings

from games.audit.record_limits import MAX_RECORD_BYTES
from games.records import verification_worker
from games.records.verification_worker import EXIT_OUT_OF_MEMORY

VerdictJson: TypeAlias = dict[str, Any]
MAX_VERIFICATIONS = 2
"""Records that a web process verifies at a time."""
MAX_WAITING = 8
MAX_REQUESTS_PER_ADDRESS = 3
"""Requests of one address: one is verified, and the others wait for that."""
MAX_WAIT_SECONDS = 5.0
CHUNK_BYTES = 64 * 1024
MAX_VERDICT_BYTES = 1024 * 1024
WALL_CLOCK_FACTOR = 3
"""How much longer than its processor time a verification may take: what else the machine does delays it."""
PROJECT_DIRECTORY = Path(__file__).resolve().parents[2]
INHERITED_VARIABLES = ("PATH", "LD_LIBRARY_PATH")
"""What the process gets of the environment, which has secrets."""
WORKER_PROGRAM = f"""
import os, sys
os.nice({verification_worker.NICENESS})
from {verification_worker.__name__} import main
main(int(sys.argv[1]), int(sys.argv[2]))
"""
"""Lowers its priority before it imports anything, which is most of the work for a small record."""


class RecordTooLarge(Exception):
    """The record has more bytes than a record may have."""


class VerificationLimitExceeded(Exception):
    """Verifying the record takes more time or memory than this server spends on one."""


class TooManyVerifications(Exception):
    """The server is too busy with other records or work; it may not be `retry_after` seconds later."""

    retry_after = 5


@dataclass(slots=True)
class _AddressQueue:
    """The requests of one address: at most one has a slot."""

    requests: int = 0
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


_queues: dict[str, _AddressQueue] = {}
_slots = asyncio.Semaphore(MAX_VERIFICATIONS)
_threads = ThreadPoolExecutor(MAX_VERIFICATIONS, "verification")


async def verify_foreign_record(read: Callable[[int], bytes], address: str) -> VerdictJson:
    """Return the verdict on a record as JSON. If the caller is cancelled, the process is killed.

    Args:
        read: returns at most this many bytes of the record, and none at its end; called in another thread.
        address: that of the client, which gets only one of the slots.

    Raises:
        RecordTooLarge, VerificationLimitExceeded, TooManyVerifications
    """
    async with _verification_slot(address):
        verification = _Verification(read)
        running = asyncio.get_running_loop().run_in_executor(_threads, verification.run)
        try:
            await asyncio.wait([running], timeout=settings.RECORD_CPU_SECONDS * WALL_CLOCK_FACTOR)
            if not running.done():
                # It has not used up its processor time: the machine is too busy.
                raise TooManyVerifications
            return running.result()
        finally:
            verification.kill()
            # The thread must not read from a request that has ended.
            await asyncio.wait([running])
            # Of a process that was killed nobody else asks for the error, which would be logged.
            running.exception()


@asynccontextmanager
async def _verification_slot(address: str) -> AsyncIterator[None]:
    requests = sum(queue.requests for queue in _queues.values())
    if requests >= MAX_VERIFICATIONS + MAX_WAITING:
        raise TooManyVerifications
    queue = _queues.setdefault(address, _AddressQueue())
    if queue.requests >= MAX_REQUESTS_PER_ADDRESS:
        raise TooManyVerifications
    queue.requests += 1
    try:
        async with AsyncExitStack() as held:
            try:
                async with asyncio.timeout(MAX_WAIT_SECONDS):
                    await held.enter_async_context(queue.turn)
                    await held.enter_async_context(_slots)
            except TimeoutError:
                raise TooManyVerifications from None
            yield
    finally:
        queue.requests -= 1
        if not queue.requests:
            del _queues[address]


class _Verification:
    """A process that verifies one record, and the thread that talks to it.

    A thread, because the event loop's own way to start a process copies the tables of this process's memory, which
    takes some 50 ms in which nobody is served.
    """

    def __init__(self, read: Callable[[int], bytes]) -> None:
        self._read = read
        self._process: subprocess.Popen[bytes] | None = None
        self._is_killed = False

    def run(self) -> VerdictJson:
        """Return the verdict as JSON.

        Raises:
            RecordTooLarge, VerificationLimitExceeded
        """
        limits = (settings.RECORD_CPU_SECONDS, settings.RECORD_MEMORY_MIB * 1024 * 1024)
        self._process = subprocess.Popen(  # noqa: S603  (the program is ours)
            [sys.executable, "-c", WORKER_PROGRAM, *map(str, limits)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=PROJECT_DIRECTORY,
            env={name: os.environ[name] for name in INHERITED_VARIABLES if name in os.environ},
        )
        with self._process as process:
            try:
                if self._is_killed:
                    process.kill()
                self._send_record(process)
                output = _read_verdict(process)
            except BaseException:
                process.kill()
                raise
            return_code = process.wait()
        # A negative code is the signal that ended it: the limit on processor time, or the system was out of memory.
        if return_code < 0 or return_code == EXIT_OUT_OF_MEMORY:
            raise VerificationLimitExceeded
        if return_code:
            raise RuntimeError(f"the verification of a record ended with code {return_code}")
        verdict: VerdictJson = json.loads(output)
        return verdict

    def kill(self) -> None:
        """Kill the process if it runs, now or as soon as it has started."""
        self._is_killed = True
        if self._process is not None:
            self._process.kill()

    def _send_record(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        size = 0
        # A process that has ended says why by its return code.
        with suppress(BrokenPipeError), process.stdin as pipe:
            while chunk := self._read(CHUNK_BYTES):
                size += len(chunk)
                if size > MAX_RECORD_BYTES:
                    raise RecordTooLarge
                pipe.write(chunk)


def _read_verdict(process: subprocess.Popen[bytes]) -> bytes:
    """Return what the process writes.

    Raises:
        VerificationLimitExceeded: The verdict is too long, as it lists what was erased.
    """
    assert process.stdout is not None
    output = process.stdout.read(MAX_VERDICT_BYTES + 1)
    if len(output) > MAX_VERDICT_BYTES:
        raise VerificationLimitExceeded
    return output
