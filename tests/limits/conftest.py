"""Limits are off in the tests of everything else; here they hold, and Redis is there again for each test."""

import secrets

import pytest
from pytest_django import Settings

from games.limits import taking
from games.limits.local import LocalCap


@pytest.fixture(autouse=True)
def _limits_hold(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.RATE_LIMITS = 1.0
    # Names of their own: what an earlier test has counted is nothing to this one.
    settings.SECRET_KEY = secrets.token_hex(16)
    monkeypatch.setattr(taking, "_silent", {})
    monkeypatch.setattr(taking, "_here", LocalCap())
