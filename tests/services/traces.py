"""Whether processes are really gone."""

import time
from collections.abc import Iterable

import psutil


def alive(processes: Iterable[psutil.Process], *, within: float = 15.0) -> list[psutil.Process]:
    """Those that still run after they have had time to end; one that only waits to be buried has ended."""
    left = list(processes)
    deadline = time.monotonic() + within
    while left and time.monotonic() < deadline:
        time.sleep(0.05)
        left = [process for process in left if runs(process)]
    return left


def runs(process: psutil.Process) -> bool:
    """Whether this very process, not another with its number, still runs."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
