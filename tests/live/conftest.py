"""Close a test's connections when it ends; a deployment with unreliable notifications and an unreliable Valkey."""

import secrets
from collections.abc import Iterator

import pytest

from tests.api.api_client import close_connections
from tests.live.faulty_live_deployment import FaultyLiveDeployment
from tests.services.deployment import Deployment
from tests.services.postgres import PostgreSQL
from tests.services.private_valkey import PrivateValkey


@pytest.fixture(autouse=True)
def _close_connections() -> Iterator[None]:
    yield
    close_connections()


@pytest.fixture(scope="package")
def valkey() -> Iterator[PrivateValkey]:
    with PrivateValkey() as running:
        yield running


@pytest.fixture(scope="package")
def flaky_pubsub_deployment(postgres: PostgreSQL, valkey: PrivateValkey) -> Iterator[Deployment]:
    """Two servers that lose or garble half of their notifications, with a Valkey of their own that a test may stop."""
    with FaultyLiveDeployment(
        postgres.create_database(f"fault_{secrets.token_hex(4)}"), valkey.url, "unreliable_notifications"
    ) as running:
        yield running
