"""Verify records from elsewhere, each in a process of its own with limits on time and memory; none is kept."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
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
MAX_WAIT_SECONDS = 5.0
CHUNK_BYTES = 64 * 1024
MAX_VERDICT_BYTES = 1024 * 1024
WALL_CLOCK_FACTOR = 3
"""How much longer than its processor time a verification may take: what else the machine does delays it."""
PROJECT_DIRECTORY = Path(__file__).resolve().parents[2]
INHERITED_VARIABLES = ("PATH", "LD_LIBRARY_PATH")
"""What the process gets of the environment, which has secrets."""

_slots = asyncio.Semaphore(MAX_VERIFICATIONS)
_waiting = 0


class RecordTooLarge(Exception):
    """The record has more bytes than a record may have."""


class VerificationLimitExceeded(Exception):
    """Verifying the record takes more time or memory than this server spends on one."""


class TooManyVerifications(Exception):
    """The server is too busy with other records or work; it may not be `retry_after` seconds later."""

    retry_after = 5


async def verify_foreign_record(read: Callable[[int], bytes]) -> VerdictJson:
    """Return the verdict on a record as JSON. If the caller is cancelled, the process is killed.

    Args:
        read: returns at most this many bytes of the record, and none at its end.

    Raises:
        RecordTooLarge, VerificationLimitExceeded, TooManyVerifications
    """
    async with _verification_slot(), _worker_process() as process:
        deadline = settings.RECORD_CPU_SECONDS * WALL_CLOCK_FACTOR
        try:
            async with asyncio.timeout(deadline):
                await _send_record(process, read)
                output = await _read_verdict(process)
                return_code = await process.wait()
        except TimeoutError:
            # It has not used up its processor time: the machine is too busy.
            raise TooManyVerifications from None
    # A negative code is the signal that ended it: the limit on processor time, or the system was out of memory.
    if return_code < 0 or return_code == EXIT_OUT_OF_MEMORY:
        raise VerificationLimitExceeded
    if return_code:
        raise RuntimeError(f"the verification of a record ended with code {return_code}")
    verdict: VerdictJson = json.loads(output)
    return verdict


@asynccontextmanager
async def _verification_slot() -> AsyncIterator[None]:
    global _waiting  # noqa: PLW0603  (a number of this process)
    if _waiting >= MAX_WAITING:
        raise TooManyVerifications
    _waiting += 1
    try:
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            await _slots.acquire()
    except TimeoutError:
        raise TooManyVerifications from None
    finally:
        _waiting -= 1
    try:
        yield
    finally:
        _slots.release()


@asynccontextmanager
async def _worker_process() -> AsyncIterator[asyncio.subprocess.Process]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", verification_worker.__name__),
        *(str(settings.RECORD_CPU_SECONDS), str(settings.RECORD_MEMORY_MIB * 1024 * 1024)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        cwd=PROJECT_DIRECTORY,
        env={name: os.environ[name] for name in INHERITED_VARIABLES if name in os.environ},
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _send_record(process: asyncio.subprocess.Process, read: Callable[[int], bytes]) -> None:
    assert process.stdin is not None
    size = 0
    # A process that has ended says why by its return code.
    with suppress(BrokenPipeError, ConnectionResetError):
        while chunk := read(CHUNK_BYTES):
            size += len(chunk)
            if size > MAX_RECORD_BYTES:
                raise RecordTooLarge
            process.stdin.write(chunk)
            await process.stdin.drain()
        process.stdin.close()


async def _read_verdict(process: asyncio.subprocess.Process) -> bytes:
    """Return what the process writes.

    Raises:
        VerificationLimitExceeded: The verdict is too long, as it lists what was erased.
    """
    assert process.stdout is not None
    output = bytearray()
    while chunk := await process.stdout.read(CHUNK_BYTES):
        output += chunk
        if len(output) > MAX_VERDICT_BYTES:
            raise VerificationLimitExceeded
    return bytes(output)
