"""Connections of a test end with it."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from tests.api.api_client import close_connections


@pytest.fixture(autouse=True)
def _close_connections() -> Iterator[None]:
    yield
    close_connections()


@pytest.fixture(autouse=True)
def _fast_password_hasher(settings: Settings) -> None:
    """A password's hash is slow on purpose, which nothing here is about."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
