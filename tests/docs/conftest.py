"""A house with worker and beat, for what newcomers are told to type."""

import secrets
from collections.abc import Iterator

import pytest

from tests.services.postgres import PostgreSQL
from tests.timers.clockwork import ClockHouse


@pytest.fixture(scope="package")
def clock_house(postgres: PostgreSQL) -> Iterator[ClockHouse]:
    with ClockHouse(postgres.create_database(f"docs_{secrets.token_hex(4)}")) as running:
        yield running
