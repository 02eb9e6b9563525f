"""Limits are off in the tests of everything else; here they hold, and Redis is there again for each test."""

import os
import secrets
import socket
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from pytest_django import Settings

from games import redis_client
from games.limits import acquire
from games.limits.local_limit import LocalRateLimiter
from games.management.child_process import ChildProcess
from tests.api.api_client import close_connections
from tests.services.deployment import Deployment

LOW_LIMIT_ENVIRONMENT = {
    "RATE_LIMITS": "1",
    "RATE_READ": "20/600",
    "RATE_PLAY": "5/600",
    "RATE_IDENTITY": "1000/600",
    "CONNECTIONS_ACCOUNT": "3",
    "CONNECTIONS_ADDRESS": "6",
    "SPECTATORS": "2",
    "TRUSTED_PROXIES": "1",
}


class LowLimitDeployment(Deployment):
    def server(self, port: int) -> ChildProcess:
        self.environment |= LOW_LIMIT_ENVIRONMENT
        return super().server(port)


@pytest.fixture(autouse=True)
def _enable_rate_limits(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.RATE_LIMITS = 1.0
    # Names of their own: what an earlier test has counted is nothing to this one.
    settings.SECRET_KEY = secrets.token_hex(16)
    monkeypatch.setattr(redis_client, "_circuit_open_until", {})
    monkeypatch.setattr(acquire, "_local_limiter", LocalRateLimiter())


@pytest.fixture(autouse=True)
def _close_connections() -> Iterator[None]:
    yield
    close_connections()


class UnresponsiveRedis:
    """A Redis that can't be reached, or takes what it is told and never answers."""

    def __init__(self, listener: socket.socket) -> None:
        self._listener = listener

    def count_connection_attempts(self) -> int:
        """How often somebody has begun to talk to it."""
        self._listener.settimeout(0)
        for number in count():
            try:
                self._listener.accept()[0].close()
            except OSError:
                return number
        raise AssertionError


@pytest.fixture(params=["refuses", "is silent"])
def unresponsive_redis(request: pytest.FixtureRequest, settings: Settings) -> Iterator[UnresponsiveRedis]:
    path = f"/tmp/dixit-deaf-{secrets.token_hex(4)}"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        if request.param == "is silent":
            listener.listen()
        settings.REDIS_URL = f"unix://{path}"
        yield UnresponsiveRedis(listener)
    Path(path).unlink()


@pytest.fixture(scope="package")
def low_limit_deployment() -> Iterator[Deployment]:
    """Two web servers behind a proxy, with limits that are soon reached."""
    with LowLimitDeployment(None, os.environ["REDIS_URL"]) as running:
        yield running
