"""Database work for what runs in the event loop."""

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.db import connection

P = ParamSpec("P")
T = TypeVar("T")


def off_loop(work: Callable[P, T]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Do the work in one of a few threads that all share, and give the connection back at once."""

    @wraps(work)
    def done(*args: P.args, **named: P.kwargs) -> T:
        try:
            return work(*args, **named)
        finally:
            connection.close()

    return sync_to_async(done, thread_sensitive=False)
