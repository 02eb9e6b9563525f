"""Exposition of all processes' metrics by any of them, through Redis.

Each process regularly stores a page of its metrics in Redis, and the process that is scraped returns all of them. So
one scrape covers every web process, whichever answers it, and the workers, which don't listen on a port. Without Redis
a process returns only its own metrics.
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

from prometheus_client import generate_latest
from redis import Redis

from games.metrics.registry import REGISTRY
from games.redis_client import RedisUnavailable, background_client

PROCESS_NAMES_KEY = "dixit:metrics"
LAST_SWEEP_KEY = "dixit:swept"
PUBLISH_INTERVAL_SECONDS = 2.0
"""Interval in which a web process stores its page."""
PAGE_TTL_SECONDS = 15
"""How long a page is stored; after that the process counts as ended."""
LAST_SWEEP_TTL_SECONDS = 86_400
SAMPLE_PATTERN = re.compile(r"([a-z_]+)(?:\{(.*)\})? (\S+)")


def publish_metrics(*, after_sweep: bool = False) -> None:
    """Store this process's page in Redis, and with `after_sweep` that a sweep has just run. Never fails."""
    with suppress(RedisUnavailable), background_client() as client:
        pipeline = client.pipeline(transaction=False)
        pipeline.sadd(PROCESS_NAMES_KEY, process_name())
        pipeline.set(f"{PROCESS_NAMES_KEY}:{process_name()}", generate_latest(REGISTRY), ex=PAGE_TTL_SECONDS)
        if after_sweep:
            # The key's age shows when the last sweep was, by the clock of Redis alone: see _render_sweep_age.
            pipeline.set(LAST_SWEEP_KEY, "", ex=LAST_SWEEP_TTL_SECONDS)
        pipeline.execute()


def render_metrics() -> str:
    """Return the metrics of all processes in the Prometheus text format."""
    pages = {process_name(): generate_latest(REGISTRY).decode()}
    sweep_age = ""
    with suppress(RedisUnavailable), background_client() as client:
        pages = {**_pages_of_other_processes(client), **pages}
        sweep_age = _render_sweep_age(client)
    return merge_pages(pages) + sweep_age


def merge_pages(pages: Mapping[str, str]) -> str:
    """Merge pages into one, with the label `process` on each sample.

    Args:
        pages: metrics in the Prometheus text format, by process name.
    """
    families: dict[str, list[str]] = {}
    for process, page in sorted(pages.items()):
        heading: list[str] = []
        for text in page.splitlines():
            if text.startswith("#"):
                # HELP comes first and starts a new heading, TYPE is added. The format wants each family once, so the
                # samples of all processes are collected under their heading.
                heading = [*heading, text] if text.startswith("# TYPE") else [text]
            elif found := SAMPLE_PATTERN.fullmatch(text):
                metric, labels, value = found.groups()
                process_labels = ",".join(filter(None, [labels, f'process="{process}"']))
                families.setdefault("\n".join(heading), []).append(f"{metric}{{{process_labels}}} {value}")
    return "".join(f"{heading}\n{_join_lines(samples)}" for heading, samples in families.items())


def start_publishing() -> None:
    """Start a thread that stores this process's page every `PUBLISH_INTERVAL_SECONDS`."""
    Thread(target=_publish_forever, name="metrics", daemon=True).start()


@cache
def process_name() -> str:
    """Return a name for this process, from host name and PID."""
    return f"{re.sub('[^A-Za-z0-9.-]', '_', socket.gethostname())}-{os.getpid()}"


def _publish_forever() -> None:
    while True:
        publish_metrics()
        time.sleep(PUBLISH_INTERVAL_SECONDS)


def _pages_of_other_processes(client: Redis) -> dict[str, str]:
    """Return the stored pages by process name, and remove the names of processes whose page has expired."""
    names: Any = client.smembers(PROCESS_NAMES_KEY)
    processes = sorted(name.decode() for name in names)
    found_pages: Any = client.mget([f"{PROCESS_NAMES_KEY}:{process}" for process in processes]) if processes else []
    pages = dict(zip(processes, found_pages, strict=True))
    if expired := [process for process, page in pages.items() if page is None]:
        client.srem(PROCESS_NAMES_KEY, *expired)
    return {process: page.decode() for process, page in pages.items() if page is not None}


def _render_sweep_age(client: Redis) -> str:
    # The key is set with a TTL of a day, so its age is what has passed of that; negative: it doesn't exist.
    ttl_ms: Any = client.pttl(LAST_SWEEP_KEY)
    age = math.inf if ttl_ms < 0 else LAST_SWEEP_TTL_SECONDS - ttl_ms / 1000
    heading = "# HELP dixit_sweep_age_seconds Seconds since the last deadline sweep.\n"
    heading += "# TYPE dixit_sweep_age_seconds gauge"
    return f"{heading}\ndixit_sweep_age_seconds {'+Inf' if math.isinf(age) else f'{age:.3f}'}\n"


def _join_lines(lines: Iterable[str]) -> str:
    return "".join(f"{text}\n" for text in lines)
