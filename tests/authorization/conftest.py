"""Sockets without a server, and passwords whose hash is quick."""

import pytest
from pytest_django import Settings

from tests.authorization.wired import wire


@pytest.fixture(autouse=True)
def _inside(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    wire(monkeypatch)
    # Who knocks at every door knocks more often than anybody may.
    settings.RATE_LIMITS = 0
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
