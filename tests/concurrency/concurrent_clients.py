"""Helpers for clients that act at the same moment, each over its own connection."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

from tests.api.api_client import Transport, http_transport
from tests.api.game_table import GameTable
from tests.services.deployment import Deployment

T = TypeVar("T")


def run_simultaneously(*tasks: Callable[[], T]) -> list[T]:
    """Run all tasks at the same time; return their results in the order of the tasks."""
    barrier = Barrier(len(tasks))

    def run_task(task: Callable[[], T]) -> T:
        barrier.wait(30)
        return task()

    with ThreadPoolExecutor(len(tasks)) as pool:
        return list(pool.map(run_task, tasks))


def open_connections(deployment: Deployment, count: int = 1) -> list[Transport]:
    """Open this many connections to each server, alternating between the servers."""
    return [http_transport(address) for _ in range(count) for address in deployment.base_urls]


def create_match(deployment: Deployment, players: int, **options: object) -> GameTable:
    """Return a match whose players alternate between the servers."""
    return GameTable(players, transports=open_connections(deployment, (players + 1) // 2), **options)


def are_newest_versions(match: GameTable, versions: Sequence[int]) -> bool:
    """Return whether these are exactly the newest versions of the match, without gaps or duplicates."""
    head = match.host.view(match.id)["version"]
    return sorted(versions) == list(range(head - len(versions) + 1, head + 1))
