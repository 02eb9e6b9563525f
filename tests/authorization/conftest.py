"""Sockets without a server, and passwords whose hash is quick."""

import pytest
from pytest_django import Settings

from tests.authorization.in_process_socket import run_sockets_in_process


@pytest.fixture(autouse=True)
def _in_process_without_rate_limits(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    run_sockets_in_process(monkeypatch)
    # Who knocks at every door knocks more often than anybody may.
    settings.RATE_LIMITS = 0
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
