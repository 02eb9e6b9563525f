"""Limits are off in the tests of everything else; here they hold, and Redis is there again for each test."""

import os
import secrets
from collections.abc import Iterator

import pytest
from pytest_django import Settings

from games.limits import line, taking
from games.limits.local import LocalCap
from games.management.child import Child
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
    def server(self, port: int) -> Child:
        self.environment |= TIGHT
        return super().server(port)


@pytest.fixture(autouse=True)
def _limits_hold(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.RATE_LIMITS = 1.0
    # Names of their own: what an earlier test has counted is nothing to this one.
    settings.SECRET_KEY = secrets.token_hex(16)
    monkeypatch.setattr(line, "_silent", {})
    monkeypatch.setattr(taking, "_here", LocalCap())


@pytest.fixture(autouse=True)
def _lines() -> Iterator[None]:
    yield
    hang_up()


@pytest.fixture(scope="package")
def tight() -> Iterator[House]:
    """Two web servers behind a proxy, with limits that are soon reached."""
    with TightHouse(None, os.environ["REDIS_URL"]) as running:
        yield running
