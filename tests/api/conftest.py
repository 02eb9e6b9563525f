"""Connections of a test end with it."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from tests.api.client import hang_up


@pytest.fixture(autouse=True)
def _lines() -> Iterator[None]:
    yield
    hang_up()


@pytest.fixture(autouse=True)
def _quick_passwords(settings: Settings) -> None:
    """A password's hash is slow on purpose, which nothing here is about."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
