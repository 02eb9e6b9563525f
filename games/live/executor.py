"""Database work for what runs in the event loop."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, ParamSpec, TypeVar

from django.db import connection

P = ParamSpec("P")
T = TypeVar("T")


def run_in_thread(work: Callable[P, T]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Do the work in one of a few threads that all share, and give the connection back at once.

    By hand: `sync_to_async` looks closely at what it is given each time, which costs a socket's command more than the
    change of threads itself. A connection belongs to its thread, with either.
    """

    async def run(*args: P.args, **named: P.kwargs) -> T:
        return await asyncio.get_running_loop().run_in_executor(
            None, partial(_run_and_close_connection, work, *args, **named)
        )

    return run


def run_in_background(work: Callable[P, object], *args: P.args, **named: P.kwargs) -> None:
    """Do work that nobody waits for."""
    asyncio.get_running_loop().run_in_executor(None, partial(work, *args, **named))


def _run_and_close_connection(work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
    try:
        return work(*args, **named)
    finally:
        connection.close()
