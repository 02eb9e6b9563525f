"""Sockets without a server, and a fast password hasher."""

import pytest
from pytest_django import Settings

from tests.authorization.in_process_socket import run_sockets_in_process


@pytest.fixture(autouse=True)
def _in_process_without_rate_limits(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    run_sockets_in_process(monkeypatch)
    # Requesting every endpoint takes more requests than the rate limits allow.
    settings.RATE_LIMITS = 0
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
