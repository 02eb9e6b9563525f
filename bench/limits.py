"""The cost of rate limits: the same votes over HTTP with and without them, and acquiring the limits alone."""

import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

from django.conf import settings

from bench import database_setup
from bench.comparison import measure_rates
from bench.deployments import ProductDeployment
from bench.match_fixtures import MatchFixtures
from bench.progress import say
from bench.result_rows import Aim, BenchmarkRow, make_row, ratios
from bench.run_environment import DATABASE_URLS
from bench.scale import Scale
from bench.votes import votes_over_http
from games.limits import acquire_all
from games.limits.policies import request_limits
from games.management.child_process import ChildProcess

WITHOUT_LIMITS_ROW = "votes over HTTP without limits, 16 clients, 2 web processes"
WITH_LIMITS_ROW = "votes over HTTP with limits"
RATIO_ROW = "with limits : without"
ACQUIRE_ROW = "acquiring three limits"
LIMIT_COST_AIM = Aim(text=">= 0.9", least=0.9)
UNREACHABLE_LIMITS = {"RATE_LIMITS": "1000"}


class LimitedDeployment(ProductDeployment):
    """The product with limits that are checked but never reached."""

    def server(self, port: int) -> ChildProcess:
        self.environment |= UNREACHABLE_LIMITS
        return super().server(port)


def measure(database: str, scale: Scale) -> Iterator[BenchmarkRow]:
    database_setup.migrate_and_check()
    fixtures = MatchFixtures()
    say("starting the web servers")
    without, limited = (
        kind(DATABASE_URLS["default"], os.environ["REDIS_URL"], servers=scale.servers)
        for kind in (ProductDeployment, LimitedDeployment)
    )
    with ExitStack() as stack, ThreadPoolExecutor() as pool:
        for deployment in (without, limited):
            stack.callback(deployment.stop)
        list(pool.map(ProductDeployment.start, (without, limited)))
        contestants = [
            votes_over_http(name, deployment.base_urls, fixtures, scale.http_votes, warm_up=True)
            for name, deployment in ((WITHOUT_LIMITS_ROW, without), (WITH_LIMITS_ROW, limited))
        ]
        found = measure_rates(contestants, scale.rounds)
    for name, rounds in found.items():
        yield make_row("limits", database, name, rounds, "commands/s", scale.http_votes * scale.rounds)
    compared = ratios(found[WITH_LIMITS_ROW], found[WITHOUT_LIMITS_ROW])
    yield make_row("limits", database, RATIO_ROW, compared, "x", len(compared), LIMIT_COST_AIM)
    acquire_times = [_acquire_microseconds(scale.votes) for _ in range(scale.rounds)]
    yield make_row("limits", database, ACQUIRE_ROW, acquire_times, "µs", scale.votes * scale.rounds)


def _acquire_microseconds(times: int) -> float:
    """Return the microseconds that a command spends on its limits."""
    settings.RATE_LIMITS = 1.0
    wanted_limits = list(request_limits("play", account="somebody", address="somewhere", match="a match"))
    acquire_all(wanted_limits)
    start = time.perf_counter()
    for _ in range(times):
        acquire_all(wanted_limits)
    return (time.perf_counter() - start) / times * 1e6
