"""The OpenAPI document and the service say the same: thousands of cases made out of it, and none answered otherwise."""

import json
import os
import secrets
from collections.abc import Iterator
from typing import Any

import pytest

from tests.api.client import Json, hang_up, over
from tests.contract.cases import Bench, Tally
from tests.contract.pool import Pool
from tests.services.house import House
from tests.services.postgres import PostgreSQL


@pytest.fixture(scope="module")
def home(postgres: PostgreSQL) -> Iterator[House]:
    """One server: its log tells what went wrong."""
    name = f"contract_{secrets.token_hex(4)}"
    with House(postgres.create_database(name), os.environ["REDIS_URL"], servers=1) as running:
        yield running
    hang_up()


@pytest.fixture(scope="module")
def pool(home: House) -> Pool:
    return Pool(over(home.addresses[0]))


def document(home: House) -> Json:
    return over(home.addresses[0])("GET", "/openapi.json", b"", {}).ok()


@pytest.mark.parametrize("enough", [5_000, pytest.param(20_000, marks=pytest.mark.nightly)])
def test_nothing_is_answered_otherwise_than_documented(home: House, pool: Pool, enough: int) -> None:
    tally = Bench(pool).run(document(home), home.addresses[0], enough=enough)
    print(f"{tally.told()}, {tally.reaching():.0%} got as far as the rules")
    assert tally.failures == {}, "\n".join(map(str, tally.failures.items()))
    assert tally.total >= enough
    assert {"examples", "coverage", "fuzzing", "stateful"} <= set(tally.phases)
    assert tally.reaching() > 1 / 4
    assert "Traceback" not in home.log()
    assert "Warning" not in home.log()


class Frail(Bench):
    """A service that breaks down under whatever is sent."""

    def after(self, case: Any, response: Any) -> None:
        response.status_code = 500


def failures(home: House, bench: Bench, path: str, method: str, spoil: Any = None) -> set[str]:
    """The checks that fail for one operation alone, once its document is spoilt."""
    content: Any = json.loads(json.dumps(document(home)))
    content["paths"] = {path: {method: content["paths"][path][method]}}
    content["paths"][path][method]["responses"]["200"].pop("links", None)
    if spoil:
        spoil(content["paths"][path][method], content["components"]["schemas"])
    tally: Tally = bench.run(content, home.addresses[0], enough=100 if spoil is None else 1)
    assert tally.failures or tally.total >= 100
    return {check for check, _ in tally.failures}


def test_it_is_seen_when_the_service_breaks_down_or_the_document_is_wrong(home: House, pool: Pool) -> None:
    moments, start = ("/matches/{match_id}/moments", "get"), ("/matches/{match_id}/start", "post")
    assert failures(home, Bench(pool), *moments) == set()
    assert "not_a_server_error" in failures(home, Frail(pool), *moments)
    assert "status_code_conformance" in failures(
        home, Bench(pool), *start, lambda operation, _: operation["responses"].pop("409")
    )
    assert "response_schema_conformance" in failures(
        home,
        Bench(pool),
        *moments,
        lambda _, shapes: shapes["MomentList"]["properties"].update(version={"type": "string"}),
    )
    assert "ignored_auth" in failures(
        home, Bench(pool), "/rulesets", "get", lambda operation, _: operation["security"].append({"bearer": []})
    )
