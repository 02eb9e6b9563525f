"""Close a test's connections when it ends."""

from collections.abc import Iterator

import pytest

from tests.api.api_client import close_connections


@pytest.fixture(autouse=True)
def _close_connections() -> Iterator[None]:
    yield
    close_connections()
