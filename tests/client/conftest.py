"""A house with worker and beat for clients of `clients/python`, and people who play there."""

import secrets
from collections.abc import Callable, Iterator

import pytest
from dixit_client import Client

from tests.services.postgres import PostgreSQL
from tests.timers.clockwork import ClockHouse


@pytest.fixture(scope="package")
def clock_house(postgres: PostgreSQL) -> Iterator[ClockHouse]:
    with ClockHouse(postgres.create_database(f"clients_{secrets.token_hex(4)}")) as running:
        yield running


@pytest.fixture
def guest(clock_house: ClockHouse) -> Iterator[Callable[[str], Client]]:
    """Makes guests; what they have open is closed in the end."""
    made: list[Client] = []

    def come(name: str) -> Client:
        made.append(Client(clock_house.addresses[0], guest=name))
        return made[-1]

    yield come
    for client in made:
        client.close()
