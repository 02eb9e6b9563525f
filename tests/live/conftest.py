"""Connections of a test end with it; a house whose doorbells and Valkey can't be relied on."""

import secrets
from collections.abc import Iterator

import pytest

from tests.api.client import hang_up
from tests.live.illhouse import IllHouse
from tests.services.house import House
from tests.services.postgres import PostgreSQL
from tests.services.valkey import PrivateValkey


@pytest.fixture(autouse=True)
def _lines() -> Iterator[None]:
    yield
    hang_up()


@pytest.fixture(scope="package")
def valkey() -> Iterator[PrivateValkey]:
    with PrivateValkey() as running:
        yield running


@pytest.fixture(scope="package")
def ailing(postgres: PostgreSQL, valkey: PrivateValkey) -> Iterator[House]:
    """Two servers whose doorbells go wrong half of the time, with a Valkey of their own that a test may take away."""
    with IllHouse(postgres.create_database(f"ill_{secrets.token_hex(4)}"), valkey.url, "bells") as running:
        yield running
