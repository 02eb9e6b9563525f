"""Close a test's connections when it ends, and use a fast password hasher."""

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
    """Use a fast password hasher: the real one is slow on purpose, and these tests are not about it."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
