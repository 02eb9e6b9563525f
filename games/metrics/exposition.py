"""The board: each process puts its page of metrics there, and whoever is asked for metrics tells of all of them.

So one scrape has every web process, whichever answers it, and the workers, which have no address. Without Redis a
process tells of itself alone.
"""

import math
import os
import re
import socket
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from threading import Thread
from typing import Any

from django.conf import settings
from prometheus_client import generate_latest
from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

from games.metrics.registry import REGISTRY

PROCESS_NAMES_KEY = "dixit:metrics"
LAST_SWEEP_KEY = "dixit:swept"
PUBLISH_INTERVAL_SECONDS = 2.0
"""Seconds between two pages of a web process."""
PAGE_TTL_SECONDS = 15
"""Seconds that a page stays on the board."""
LAST_SWEEP_TTL_SECONDS = 86_400
SAMPLE_PATTERN = re.compile(r"([a-z_]+)(?:\{(.*)\})? (\S+)")


def publish_metrics(*, after_sweep: bool = False) -> None:
    """Put this process's page on the board; `swept`: and that a sweep was done now. Never fails."""
    if not settings.REDIS_URL:
        return
    with suppress(OSError, RedisError):
        pipeline = _redis_client(settings.REDIS_URL).pipeline(transaction=False)
        pipeline.sadd(PROCESS_NAMES_KEY, process_name())
        pipeline.set(f"{PROCESS_NAMES_KEY}:{process_name()}", generate_latest(REGISTRY), ex=PAGE_TTL_SECONDS)
        if after_sweep:
            # Its age is what is missing from a day, by Redis's own clock.
            pipeline.set(LAST_SWEEP_KEY, "", ex=LAST_SWEEP_TTL_SECONDS)
        pipeline.execute()


def render_metrics() -> str:
    """What there is to tell of all processes, as Prometheus reads it."""
    pages = {process_name(): generate_latest(REGISTRY).decode()}
    sweep_age = ""
    with suppress(OSError, RedisError):
        if settings.REDIS_URL:
            client = _redis_client(settings.REDIS_URL)
            pages = {**_pages_of_other_processes(client), **pages}
            sweep_age = _render_sweep_age(client)
    return merge_pages(pages) + sweep_age


def merge_pages(pages: Mapping[str, str]) -> str:
    """The pages as one, each sample with the process it is from."""
    families: dict[str, list[str]] = {}
    for process, page in sorted(pages.items()):
        heading: list[str] = []
        for text in page.splitlines():
            if text.startswith("#"):
                heading = [*heading, text] if text.startswith("# TYPE") else [text]
            elif found := SAMPLE_PATTERN.fullmatch(text):
                metric, labels, value = found.groups()
                process_labels = ",".join(filter(None, [labels, f'process="{process}"']))
                families.setdefault("\n".join(heading), []).append(f"{metric}{{{process_labels}}} {value}")
    return "".join(f"{heading}\n{_join_lines(samples)}" for heading, samples in families.items())


def start_publishing() -> None:
    """Let this process put its page up again and again."""
    Thread(target=_publish_forever, name="metrics", daemon=True).start()


@cache
def process_name() -> str:
    """This process: where it runs, and its number there."""
    return f"{re.sub('[^A-Za-z0-9.-]', '_', socket.gethostname())}-{os.getpid()}"


def _publish_forever() -> None:
    while True:
        publish_metrics()
        time.sleep(PUBLISH_INTERVAL_SECONDS)


def _pages_of_other_processes(client: Redis) -> dict[str, str]:
    """The pages of the other processes; names of those that have gone are taken down."""
    names: Any = client.smembers(PROCESS_NAMES_KEY)
    processes = sorted(one.decode() for one in names)
    found_pages: Any = client.mget([f"{PROCESS_NAMES_KEY}:{process}" for process in processes]) if processes else []
    pages = dict(zip(processes, found_pages, strict=True))
    if expired := [process for process, page in pages.items() if page is None]:
        client.srem(PROCESS_NAMES_KEY, *expired)
    return {process: page.decode() for process, page in pages.items() if page is not None}


def _render_sweep_age(client: Redis) -> str:
    ttl_ms: Any = client.pttl(LAST_SWEEP_KEY)
    age = math.inf if ttl_ms < 0 else LAST_SWEEP_TTL_SECONDS - ttl_ms / 1000
    heading = "# HELP dixit_sweep_age_seconds Since the last sweep for deadlines.\n# TYPE dixit_sweep_age_seconds gauge"
    return f"{heading}\ndixit_sweep_age_seconds {'+Inf' if math.isinf(age) else f'{age:.3f}'}\n"


def _join_lines(lines: Iterable[str]) -> str:
    return "".join(f"{text}\n" for text in lines)


@cache
def _redis_client(url: str) -> Redis:
    return Redis.from_url(url, socket_timeout=0.5, socket_connect_timeout=0.5, retry=Retry(NoBackoff(), 0))
