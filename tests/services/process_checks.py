"""Whether processes are really gone."""

import time
from collections.abc import Iterable

import psutil


def find_survivors(processes: Iterable[psutil.Process], *, timeout: float = 15.0) -> list[psutil.Process]:
    """Those that still run after they have had time to end; one that only waits to be buried has ended."""
    survivors = list(processes)
    deadline = time.monotonic() + timeout
    while survivors and time.monotonic() < deadline:
        time.sleep(0.05)
        survivors = [process for process in survivors if is_running(process)]
    return survivors


def is_running(process: psutil.Process) -> bool:
    """Whether this very process, not another with its number, still runs."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
