"""A crowd of clients that act in the same instant, each over a connection of its own."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

from tests.api.client import Door, over
from tests.api.table import Table
from tests.services.house import House

T = TypeVar("T")


def at_once(*works: Callable[[], T]) -> list[T]:
    """Do all of it at the same time; the results in the order of the works."""
    barrier = Barrier(len(works))

    def work(one: Callable[[], T]) -> T:
        barrier.wait(30)
        return one()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(work, works))


def doors(house: House, count: int = 1) -> list[Door]:
    """So many connections to each server, by turns."""
    return [over(address) for _ in range(count) for address in house.addresses]


def table(house: House, players: int, **options: object) -> Table:
    """A table whose players sit at the servers by turns."""
    return Table(players, doors=doors(house, (players + 1) // 2), **options)


def dense(table: Table, commands: Sequence[int]) -> bool:
    """Whether these versions are exactly one each, one after the other, up to the head."""
    head = table.host.view(table.id)["version"]
    return sorted(commands) == list(range(head - len(commands) + 1, head + 1))
