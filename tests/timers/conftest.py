"""A deployment with worker and beat, for each database engine; the connections of a test are closed at its end."""

import secrets
from collections.abc import Iterator

import pytest

from tests.api.api_client import close_connections
from tests.services.postgres import PostgreSQL
from tests.timers.worker_deployment import WorkerDeployment


@pytest.fixture(scope="package", params=["postgresql", "sqlite"])
def worker_deployment(request: pytest.FixtureRequest, postgres: PostgreSQL) -> Iterator[WorkerDeployment]:
    url = postgres.create_database(f"clock_{secrets.token_hex(4)}") if request.param == "postgresql" else None
    with WorkerDeployment(url) as running:
        yield running


@pytest.fixture(autouse=True)
def _close_connections() -> Iterator[None]:
    yield
    close_connections()
