"""Running blocking database work from the event loop."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, ParamSpec, TypeVar

from django.db import connection

P = ParamSpec("P")
T = TypeVar("T")
password_threads = ThreadPoolExecutor(4, thread_name_prefix="password")
"""Threads for work that may have to wait for its turn to hash a password; in the default pool it would delay others."""

MAX_THREADS = 32
"""More than connections to the database: some threads wait for a match that is locked, without a connection."""
default_threads = ThreadPoolExecutor(MAX_THREADS, thread_name_prefix="live")


def run_in_thread(
    work: Callable[P, T], threads: ThreadPoolExecutor = default_threads
) -> Callable[P, Coroutine[Any, Any, T]]:
    """Wrap a blocking function as a coroutine function that runs it in these threads.

    The database connection is released as soon as the function returns.
    """
    # Not `sync_to_async`: its per-call overhead is higher than the cost of the thread switch itself, which shows in
    # the latency of a command over a socket. Django keeps one database connection per thread either way.

    async def run(*args: P.args, **kwargs: P.kwargs) -> T:
        return await asyncio.get_running_loop().run_in_executor(
            threads, partial(_run_and_close_connection, work, *args, **kwargs)
        )

    return run


async def reserve(reserving: Coroutine[Any, Any, T], release: Callable[[T], object]) -> T:
    """Await something that reserves in a thread, and return what it has reserved.

    A thread can't be cancelled: if the caller is, what is reserved goes to `release`, in the event loop.
    """
    task = asyncio.ensure_future(reserving)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        task.add_done_callback(lambda done: None if done.cancelled() or done.exception() else release(done.result()))
        raise


def run_in_background(work: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
    """Run a blocking function in the thread pool without waiting for it; it must not use the database."""
    asyncio.get_running_loop().run_in_executor(default_threads, partial(work, *args, **kwargs))


def _run_and_close_connection(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    try:
        return work(*args, **kwargs)
    finally:
        # No request ends here, so Django would never close it: with PostgreSQL this returns it to the pool.
        connection.close()
