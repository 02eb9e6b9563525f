"""Check that processes have ended."""

import time
from collections.abc import Iterable

import psutil


def find_survivors(processes: Iterable[psutil.Process], *, timeout: float = 15.0) -> list[psutil.Process]:
    """Return those that still run after a grace period; a zombie counts as ended."""
    survivors = list(processes)
    deadline = time.monotonic() + timeout
    while survivors and time.monotonic() < deadline:
        time.sleep(0.05)
        survivors = [process for process in survivors if is_running(process)]
    return survivors


def is_running(process: psutil.Process) -> bool:
    """Return whether this very process, not another one with the same pid, still runs."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
