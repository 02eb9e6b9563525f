"""A deployment with worker and beat for clients of `clients/python`, and guests who play there."""

import secrets
from collections.abc import Callable, Iterator

import pytest
from dixit_client import Client

from tests.services.postgres import PostgreSQL
from tests.timers.worker_deployment import WorkerDeployment


@pytest.fixture(scope="package")
def worker_deployment(postgres: PostgreSQL) -> Iterator[WorkerDeployment]:
    with WorkerDeployment(postgres.create_database(f"clients_{secrets.token_hex(4)}")) as running:
        yield running


@pytest.fixture
def connect_guest(worker_deployment: WorkerDeployment) -> Iterator[Callable[[str], Client]]:
    """Return a function that creates guests; their open connections are closed after the test."""
    clients: list[Client] = []

    def connect(name: str) -> Client:
        clients.append(Client(worker_deployment.base_urls[0], guest=name))
        return clients[-1]

    yield connect
    for client in clients:
        client.close()
