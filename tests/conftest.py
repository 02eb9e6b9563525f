"""What every room's tests may ask for."""

import os
import secrets
from collections.abc import Iterator

import pytest

from tests.secondrun import SecondRun
from tests.services.house import House
from tests.services.plugin import SERVERS


@pytest.fixture(scope="session", params=["postgresql", "sqlite"])
def house(request: pytest.FixtureRequest) -> Iterator[House]:
    """A running house with two web servers, once on each database."""
    postgres = request.config.stash[SERVERS].postgres if request.param == "postgresql" else None
    database_url = postgres.create_database(f"house_{secrets.token_hex(4)}") if postgres else None
    with House(database_url, os.environ["REDIS_URL"]) as running:
        yield running


@pytest.fixture(scope="session", autouse=True)
def on_sqlite(request: pytest.FixtureRequest) -> Iterator[SecondRun | None]:
    """The second run of the database's tests, begun with the first test if its result will be asked for."""
    if not any(item.path.name == "test_on_sqlite.py" for item in request.session.items):
        yield None
        return
    with SecondRun() as run:
        yield run


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what touches the database, so that it can be run again on the other one (`tests/test_on_sqlite.py`)."""
    for item in items:
        if item.get_closest_marker("django_db"):
            item.add_marker(pytest.mark.databases)
