"""The service agrees with its OpenAPI document: thousands of cases generated from it all get documented answers."""

import json
import os
import secrets
from collections.abc import Iterator
from typing import Any

import pytest

from tests.api.api_client import Json, close_connections, http_transport
from tests.contract.match_pool import MatchPool
from tests.contract.schemathesis_runner import CaseTally, SchemathesisRunner
from tests.services.deployment import Deployment
from tests.services.postgres import PostgreSQL


@pytest.fixture(scope="module")
def single_server_deployment(postgres: PostgreSQL) -> Iterator[Deployment]:
    """A deployment with one server, whose log shows what went wrong."""
    name = f"contract_{secrets.token_hex(4)}"
    with Deployment(postgres.create_database(name), os.environ["REDIS_URL"], servers=1) as running:
        yield running
    close_connections()


@pytest.fixture(scope="module")
def pool(single_server_deployment: Deployment) -> MatchPool:
    return MatchPool(http_transport(single_server_deployment.base_urls[0]))


def fetch_document(home: Deployment) -> Json:
    return http_transport(home.base_urls[0])("GET", "/openapi.json", b"", {}).ok()


@pytest.mark.parametrize("enough", [5_000, pytest.param(20_000, marks=pytest.mark.nightly)])
def test_every_response_conforms_to_the_openapi_document(
    single_server_deployment: Deployment, pool: MatchPool, enough: int
) -> None:
    tally = SchemathesisRunner(pool).run(
        fetch_document(single_server_deployment), single_server_deployment.base_urls[0], min_cases=enough
    )
    print(f"{tally.summary()}, {tally.share_reaching_the_rules():.0%} got as far as the rules")
    assert tally.failures == {}, "\n".join(map(str, tally.failures.items()))
    assert tally.total >= enough
    assert {"examples", "coverage", "fuzzing", "stateful"} <= set(tally.phases)
    assert tally.share_reaching_the_rules() > 1 / 4
    assert "Traceback" not in single_server_deployment.log_text()
    assert "Warning" not in single_server_deployment.log_text()


class FailingRunner(SchemathesisRunner):
    """A service that fails on every request."""

    def handle_response(self, case: Any, response: Any) -> None:
        response.status_code = 500


def failed_checks(
    home: Deployment, runner: SchemathesisRunner, path: str, method: str, corrupt: Any = None
) -> set[str]:
    """Return the checks that fail for a single operation once its document has been corrupted."""
    content: Any = json.loads(json.dumps(fetch_document(home)))
    content["paths"] = {path: {method: content["paths"][path][method]}}
    content["paths"][path][method]["responses"]["200"].pop("links", None)
    if corrupt:
        corrupt(content["paths"][path][method], content["components"]["schemas"])
    tally: CaseTally = runner.run(content, home.base_urls[0], min_cases=100 if corrupt is None else 1)
    assert tally.failures or tally.total >= 100
    return {check for check, _ in tally.failures}


def test_server_errors_and_document_mistakes_are_detected(
    single_server_deployment: Deployment, pool: MatchPool
) -> None:
    moments_operation, start_operation = ("/matches/{match_id}/moments", "get"), ("/matches/{match_id}/start", "post")
    assert failed_checks(single_server_deployment, SchemathesisRunner(pool), *moments_operation) == set()
    assert "not_a_server_error" in failed_checks(single_server_deployment, FailingRunner(pool), *moments_operation)
    assert "status_code_conformance" in failed_checks(
        single_server_deployment,
        SchemathesisRunner(pool),
        *start_operation,
        lambda operation, _: operation["responses"].pop("409"),
    )
    assert "response_schema_conformance" in failed_checks(
        single_server_deployment,
        SchemathesisRunner(pool),
        *moments_operation,
        lambda _, shapes: shapes["MomentList"]["properties"].update(version={"type": "string"}),
    )
    assert "ignored_auth" in failed_checks(
        single_server_deployment,
        SchemathesisRunner(pool),
        "/rulesets",
        "get",
        lambda operation, _: operation["security"].append({"bearer": []}),
    )
