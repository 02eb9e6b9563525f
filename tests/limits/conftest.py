"""Limits are off in the tests of everything else; here they hold, and Redis is there again for each test."""

import os
import secrets
import socket
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from pytest_django import Settings

from games.limits import acquire, redis_client
from games.limits.local_limit import LocalRateLimiter
from games.management.child_process import ChildProcess
from tests.api.client import hang_up
from tests.services.house import House

TIGHT = {
    "RATE_LIMITS": "1",
    "RATE_READ": "20/600",
    "RATE_PLAY": "5/600",
    "RATE_IDENTITY": "1000/600",
    "CONNECTIONS_ACCOUNT": "3",
    "CONNECTIONS_ADDRESS": "6",
    "SPECTATORS": "2",
    "TRUSTED_PROXIES": "1",
}


class TightHouse(House):
    def server(self, port: int) -> ChildProcess:
        self.environment |= TIGHT
        return super().server(port)


@pytest.fixture(autouse=True)
def _limits_hold(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.RATE_LIMITS = 1.0
    # Names of their own: what an earlier test has counted is nothing to this one.
    settings.SECRET_KEY = secrets.token_hex(16)
    monkeypatch.setattr(redis_client, "_circuit_open_until", {})
    monkeypatch.setattr(acquire, "_local_limiter", LocalRateLimiter())


@pytest.fixture(autouse=True)
def _lines() -> Iterator[None]:
    yield
    hang_up()


class Deaf:
    """A Redis that can't be reached, or takes what it is told and never answers."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line

    def asked(self) -> int:
        """How often somebody has begun to talk to it."""
        self._line.settimeout(0)
        for number in count():
            try:
                self._line.accept()[0].close()
            except OSError:
                return number
        raise AssertionError


@pytest.fixture(params=["refuses", "is silent"])
def away(request: pytest.FixtureRequest, settings: Settings) -> Iterator[Deaf]:
    path = f"/tmp/dixit-deaf-{secrets.token_hex(4)}"
    with socket.socket(socket.AF_UNIX) as line:
        line.bind(path)
        if request.param == "is silent":
            line.listen()
        settings.REDIS_URL = f"unix://{path}"
        yield Deaf(line)
    Path(path).unlink()


@pytest.fixture(scope="package")
def tight() -> Iterator[House]:
    """Two web servers behind a proxy, with limits that are soon reached."""
    with TightHouse(None, os.environ["REDIS_URL"]) as running:
        yield running
