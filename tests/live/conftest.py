"""Connections of a test end with it."""

from collections.abc import Iterator

import pytest

from tests.api.client import hang_up


@pytest.fixture(autouse=True)
def _lines() -> Iterator[None]:
    yield
    hang_up()
