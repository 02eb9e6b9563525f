"""Calls that are made at the same moment."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.db import connections


def run_in_database_threads(tasks: list[Callable[[], object]]) -> list[object]:
    """Run all calls at the same moment, each with connections of its own."""
    barrier = Barrier(len(tasks))

    def run_task(task: Callable[[], object]) -> object:
        try:
            barrier.wait(60)
            return task()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(tasks)) as pool:
        return list(pool.map(run_task, tasks))
