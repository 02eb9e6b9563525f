"""A crowd of clients that act in the same instant, each over a connection of its own."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

from tests.api.api_client import Transport, http_transport
from tests.api.game_table import GameTable
from tests.services.deployment import Deployment

T = TypeVar("T")


def run_simultaneously(*tasks: Callable[[], T]) -> list[T]:
    """Do all of it at the same time; the results in the order of the works."""
    barrier = Barrier(len(tasks))

    def run_task(task: Callable[[], T]) -> T:
        barrier.wait(30)
        return task()

    with ThreadPoolExecutor(len(tasks)) as pool:
        return list(pool.map(run_task, tasks))


def open_connections(deployment: Deployment, count: int = 1) -> list[Transport]:
    """So many connections to each server, by turns."""
    return [http_transport(address) for _ in range(count) for address in deployment.base_urls]


def create_match(deployment: Deployment, players: int, **options: object) -> GameTable:
    """A table whose players sit at the servers by turns."""
    return GameTable(players, transports=open_connections(deployment, (players + 1) // 2), **options)


def are_newest_versions(match: GameTable, versions: Sequence[int]) -> bool:
    """Whether these versions are exactly one each, one after the other, up to the head."""
    head = match.host.view(match.id)["version"]
    return sorted(versions) == list(range(head - len(versions) + 1, head + 1))
