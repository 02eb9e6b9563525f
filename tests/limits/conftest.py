"""Limits are off in all other tests; here they are on, and Redis is available again for each test."""

import os
import secrets
import socket
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from pytest_django import Settings

from games import redis_client
from games.limits import acquire, policies
from games.limits.local_limit import LocalRateLimiter
from games.limits.rate_limit import RateLimit
from games.management.child_process import ChildProcess
from tests.api.api_client import close_connections
from tests.services.deployment import Deployment


class LowLimitDeployment(Deployment):
    """Web servers behind a proxy, with the limits of `low_limits_asgi.py`."""

    def server(self, port: int) -> ChildProcess:
        self.environment |= {"RATE_LIMITS": "1", "TRUSTED_PROXIES": "1"}
        server = super().server(port)
        server.command = [part.replace("dixit.asgi", "tests.limits.low_limits_asgi") for part in server.command]
        return server


def set_rates(monkeypatch: pytest.MonkeyPatch, **rates: tuple[int, int]) -> None:
    """Replace limits by name, each with a number of requests and a window in seconds."""
    for name, (max_requests, window_seconds) in rates.items():
        limit = RateLimit(name=name, max_requests=max_requests, window_seconds=window_seconds)
        monkeypatch.setitem(policies.RATE_LIMIT_BY_NAME, name, limit)


@pytest.fixture(autouse=True)
def _enable_rate_limits(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.RATE_LIMITS = 1.0
    # Use separate names, so that the counts of an earlier test don't matter here.
    settings.SECRET_KEY = secrets.token_hex(16)
    monkeypatch.setattr(redis_client, "_circuit_open_until", {})
    monkeypatch.setattr(acquire, "_local_limiter", LocalRateLimiter())


@pytest.fixture(autouse=True)
def _close_connections() -> Iterator[None]:
    yield
    close_connections()


class UnresponsiveRedis:
    """A Redis that can't be reached, or that accepts commands and never answers."""

    def __init__(self, listener: socket.socket) -> None:
        self._listener = listener

    def count_connection_attempts(self) -> int:
        """Return how often a client has begun to connect."""
        self._listener.settimeout(0)
        for number in count():
            try:
                self._listener.accept()[0].close()
            except OSError:
                return number
        raise AssertionError


@pytest.fixture(params=["refuses", "is silent"])
def unresponsive_redis(request: pytest.FixtureRequest, settings: Settings) -> Iterator[UnresponsiveRedis]:
    path = f"/tmp/dixit-unresponsive-{secrets.token_hex(4)}"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        if request.param == "is silent":
            listener.listen()
        settings.REDIS_URL = f"unix://{path}"
        yield UnresponsiveRedis(listener)
    Path(path).unlink()


@pytest.fixture(scope="package")
def low_limit_deployment() -> Iterator[Deployment]:
    """Two web servers behind a proxy, with low limits."""
    with LowLimitDeployment(None, os.environ["REDIS_URL"]) as running:
        yield running
