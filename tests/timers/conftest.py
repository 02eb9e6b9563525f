"""A house with worker and beat, once on each database; connections of a test end with it."""

from collections.abc import Iterator

import pytest

from tests.api.client import hang_up
from tests.services.postgres import PostgreSQL
from tests.timers.clockwork import ClockHouse


@pytest.fixture(scope="package", params=["postgresql", "sqlite"])
def clock_house(request: pytest.FixtureRequest, postgres: PostgreSQL) -> Iterator[ClockHouse]:
    url = postgres.create_database("clock_house") if request.param == "postgresql" else None
    with ClockHouse(url) as running:
        yield running


@pytest.fixture(autouse=True)
def _lines() -> Iterator[None]:
    yield
    hang_up()
