"""What limits cost: the same votes over HTTP with and without them, and the taking itself."""

import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

from django.conf import settings

from bench import databases
from bench.ground import URLS
from bench.houses import Ours
from bench.progress import say
from bench.rounds import rates
from bench.rows import Aim, Row, ratios, row
from bench.scale import Scale
from bench.stock import Stock
from bench.votes import votes_over_http
from games.limits import acquire_all
from games.limits.policies import request_limits
from games.management.child_process import ChildProcess

WITHOUT = "votes over HTTP without limits, 16 clients, 2 web processes"
WITH = "votes over HTTP with limits"
RATIO = "with limits : without"
TAKING = "taking from three limits"
AIM = Aim(text=">= 0.9", least=0.9)
RATES = ("RATE_PLAY", "RATE_READ", "RATE_ADDRESS", "RATE_MATCH")
HARDLY_LIMITS = {"RATE_LIMITS": "1", **dict.fromkeys(RATES, "900000/9")}


class Limited(Ours):
    """The house with limits that nobody reaches."""

    def server(self, port: int) -> ChildProcess:
        self.environment |= HARDLY_LIMITS
        return super().server(port)


def measure(database: str, scale: Scale) -> Iterator[Row]:
    databases.make()
    stock = Stock()
    say("starting the web servers")
    without, limited = (
        kind(URLS["default"], os.environ["REDIS_URL"], servers=scale.servers) for kind in (Ours, Limited)
    )
    with ExitStack() as end, ThreadPoolExecutor() as pool:
        for house in (without, limited):
            end.callback(house.stop)
        list(pool.map(Ours.start, (without, limited)))
        contestants = [
            votes_over_http(name, house.addresses, stock, scale.http_votes, looks=True)
            for name, house in ((WITHOUT, without), (WITH, limited))
        ]
        found = rates(contestants, scale.rounds)
    for name, rounds in found.items():
        yield row("limits", database, name, rounds, "commands/s", scale.http_votes * scale.rounds)
    compared = ratios(found[WITH], found[WITHOUT])
    yield row("limits", database, RATIO, compared, "x", len(compared), AIM)
    taking = [_taking(scale.votes) for _ in range(scale.rounds)]
    yield row("limits", database, TAKING, taking, "µs", scale.votes * scale.rounds)


def _taking(times: int) -> float:
    """Microseconds that a command waits for its limits."""
    settings.RATE_LIMITS = 1.0
    asked = list(request_limits("play", account="somebody", address="somewhere", match="a match"))
    acquire_all(asked)
    start = time.perf_counter()
    for _ in range(times):
        acquire_all(asked)
    return (time.perf_counter() - start) / times * 1e6
