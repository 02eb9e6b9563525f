"""A match is stopped in the middle and everything is dumped: secrets are found only in the places of
`ALLOWED_PLACES_BY_KIND`, and credentials nowhere."""

import secrets
from collections.abc import Iterator

import pytest

from tests.api.api_client import close_connections
from tests.secret_leaks import data_dumps
from tests.secret_leaks.marked_deployment import MarkedDeployment
from tests.secret_leaks.marked_match import MarkedMatch
from tests.secret_leaks.marked_secrets import ALLOWED_PLACES_BY_KIND, MarkedSecret, find_leaks, places_by_kind
from tests.services.postgres import PostgreSQL


@pytest.fixture(params=["postgresql", pytest.param("sqlite", marks=pytest.mark.nightly)])
def deployment(request: pytest.FixtureRequest, postgres: PostgreSQL) -> Iterator[MarkedDeployment]:
    url = postgres.create_database(f"canary_{secrets.token_hex(4)}") if request.param == "postgresql" else None
    with MarkedDeployment(url) as running:
        yield running
    close_connections()


def test_no_dump_contains_a_secret(deployment: MarkedDeployment) -> None:
    match = MarkedMatch(deployment)
    with data_dumps.monitor_redis(deployment.valkey.socket) as monitor_output:
        match.play_until_voting()
        contents = list(deployment.dump_everything(monitor_output))
    marked_secrets = [*deployment.marked_secrets(), *deployment.marked_seeds(), *match.marked_secrets()]
    assert find_leaks(marked_secrets, contents) == set()
    assert find_leaks(only_credentials(marked_secrets), data_dumps.dump_backup(deployment.database_url)) == set()
    # The secrets exist, and the search covers the places that contain them.
    assert places_by_kind(marked_secrets, contents) == {
        kind: set(named) for kind, named in ALLOWED_PLACES_BY_KIND.items() if named
    }
    assert any(match.id.encode() in content for place, content in contents if place.startswith("the file web-"))
    assert any(b"sweep" in content for place, content in contents if place == "the file worker.log")
    assert any(match.id.encode() in content for place, content in contents if place == "commands sent to Redis")


def only_credentials(marked_secrets: list[MarkedSecret]) -> list[MarkedSecret]:
    return [canary for canary in marked_secrets if canary.kind == "credential"]
