"""Two houses on the present database, each of so many web processes: ours, and the customary one."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

from bench.ground import URLS
from games.management.child import Child
from tests.services.house import House


class Ours(House):
    """The house as it is; its database is migrated already."""

    def manage(self, *command: str) -> str:
        return ""


class Customary(Ours):
    """The same servers with the customary view."""

    def server(self, port: int) -> Child:
        self.environment["DJANGO_SETTINGS_MODULE"] = "bench.customary.settings"
        return super().server(port)


@contextmanager
def houses(servers: int) -> Iterator[tuple[list[str], list[str]]]:
    """The addresses of ours and of the customary one."""
    ours, theirs = (kind(URLS["default"], os.environ["REDIS_URL"], servers=servers) for kind in (Ours, Customary))
    with ExitStack() as end, ThreadPoolExecutor() as pool:
        for house in (ours, theirs):
            end.callback(house.stop)
        list(pool.map(House.start, (ours, theirs)))
        yield ours.addresses, theirs.addresses
