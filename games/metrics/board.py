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

from games.metrics.counted import REGISTRY

NAMES = "dixit:metrics"
SWEPT = "dixit:swept"
EVERY = 2.0
"""Seconds between two pages of a web process."""
LASTS = 15
"""Seconds that a page stays on the board."""
DAY = 86_400
SAMPLE = re.compile(r"([a-z_]+)(?:\{(.*)\})? (\S+)")


def publish(*, swept: bool = False) -> None:
    """Put this process's page on the board; `swept`: and that a sweep was done now. Never fails."""
    if not settings.REDIS_URL:
        return
    with suppress(OSError, RedisError):
        trip = _line(settings.REDIS_URL).pipeline(transaction=False)
        trip.sadd(NAMES, name())
        trip.set(f"{NAMES}:{name()}", generate_latest(REGISTRY), ex=LASTS)
        if swept:
            # Its age is what is missing from a day, by Redis's own clock.
            trip.set(SWEPT, "", ex=DAY)
        trip.execute()


def told() -> str:
    """What there is to tell of all processes, as Prometheus reads it."""
    pages = {name(): generate_latest(REGISTRY).decode()}
    age = ""
    with suppress(OSError, RedisError):
        if settings.REDIS_URL:
            line = _line(settings.REDIS_URL)
            pages = {**_others(line), **pages}
            age = _age(line)
    return joined(pages) + age


def joined(pages: Mapping[str, str]) -> str:
    """The pages as one, each sample with the process it is from."""
    families: dict[str, list[str]] = {}
    for process, page in sorted(pages.items()):
        heading: list[str] = []
        for text in page.splitlines():
            if text.startswith("#"):
                heading = [*heading, text] if text.startswith("# TYPE") else [text]
            elif found := SAMPLE.fullmatch(text):
                metric, labels, value = found.groups()
                own = ",".join(filter(None, [labels, f'process="{process}"']))
                families.setdefault("\n".join(heading), []).append(f"{metric}{{{own}}} {value}")
    return "".join(f"{heading}\n{_lines(samples)}" for heading, samples in families.items())


def start() -> None:
    """Let this process put its page up again and again."""
    Thread(target=_publish_for_ever, name="metrics", daemon=True).start()


@cache
def name() -> str:
    """This process: where it runs, and its number there."""
    return f"{re.sub('[^A-Za-z0-9.-]', '_', socket.gethostname())}-{os.getpid()}"


def _publish_for_ever() -> None:
    while True:
        publish()
        time.sleep(EVERY)


def _others(line: Redis) -> dict[str, str]:
    """The pages of the other processes; names of those that have gone are taken down."""
    names: Any = line.smembers(NAMES)
    processes = sorted(one.decode() for one in names)
    found: Any = line.mget([f"{NAMES}:{process}" for process in processes]) if processes else []
    pages = dict(zip(processes, found, strict=True))
    if gone := [process for process, page in pages.items() if page is None]:
        line.srem(NAMES, *gone)
    return {process: page.decode() for process, page in pages.items() if page is not None}


def _age(line: Redis) -> str:
    left: Any = line.pttl(SWEPT)
    age = math.inf if left < 0 else DAY - left / 1000
    heading = "# HELP dixit_sweep_age_seconds Since the last sweep for deadlines.\n# TYPE dixit_sweep_age_seconds gauge"
    return f"{heading}\ndixit_sweep_age_seconds {'+Inf' if math.isinf(age) else f'{age:.3f}'}\n"


def _lines(texts: Iterable[str]) -> str:
    return "".join(f"{text}\n" for text in texts)


@cache
def _line(url: str) -> Redis:
    return Redis.from_url(url, socket_timeout=0.5, socket_connect_timeout=0.5, retry=Retry(NoBackoff(), 0))
