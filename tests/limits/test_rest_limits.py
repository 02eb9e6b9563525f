"""Rate limits over REST: budgets, the limit headers, and which client a request is charged to."""

import json
import re
import time
from typing import Any

import pytest
from pytest_django import Settings

from games.api.operations import OPERATIONS
from games.limits.policies import RATE_LIMIT_BY_NAME
from tests.api.api_client import ApiResponse, Player, call_in_process
from tests.api.game_table import GameTable
from tests.limits.conftest import set_rates

pytestmark = pytest.mark.django_db
LIMIT_ITEM_PATTERN = re.compile(r'"([a-z]+)";([a-z]=\d+(?:;[a-z]=\d+)*)')


def parse_limit_header(answer: ApiResponse, header: str = "ratelimit") -> dict[str, dict[str, int]]:
    """Parse a field into its items, by the names of their limits."""
    items = [LIMIT_ITEM_PATTERN.fullmatch(item.strip()) for item in answer.headers[header].split(",")]
    return {item[1]: {name: int(n) for name, n in (p.split("=") for p in item[2].split(";"))} for item in items if item}


def assert_refused(answer: ApiResponse, limit: str) -> int:
    """Assert that an answer is a documented refusal, and return its retry delay in seconds."""
    assert (answer.status, answer.code) == (429, "too_many_requests")
    seconds = int(answer.headers["retry-after"])
    assert answer.json["retry_after"] == seconds >= 1
    assert answer.json["limit"] == limit
    assert parse_limit_header(answer)[limit] == {"r": 0, "t": seconds}
    return seconds


def test_responses_report_the_limits_they_counted_against_and_what_is_left(monkeypatch: pytest.MonkeyPatch):
    set_rates(monkeypatch, read=(10, 60))
    ada = Player()
    first, second = ada.get("/me"), ada.get("/matches")
    assert parse_limit_header(first, "ratelimit-policy") == {
        "read": {"q": 10, "w": 60},
        "address": {"q": 12000, "w": 60},
    }
    assert [parse_limit_header(answer)["read"]["r"] for answer in (first, second)] == [9, 8]
    assert 58 <= parse_limit_header(second)["read"]["t"] <= 60
    exposed = first.headers["access-control-expose-headers"].split(", ")
    assert {"RateLimit", "RateLimit-Policy", "Retry-After"} <= set(exposed)


def test_a_refused_request_succeeds_after_waiting_for_retry_after(monkeypatch: pytest.MonkeyPatch):
    set_rates(monkeypatch, read=(2, 2))
    ada = Player()
    assert [ada.get("/me").status for _ in range(2)] == [200, 200]
    seconds = assert_refused(ada.get("/me"), "read")
    time.sleep(seconds)
    assert ada.get("/me").status == 200


def test_reads_commands_and_match_openings_have_separate_limits(monkeypatch: pytest.MonkeyPatch):
    set_rates(monkeypatch, read=(2, 600), play=(3, 600), open=(1, 600))
    ada = Player()
    match = ada.open()
    assert_refused(ada.send("POST", "/matches", {"ruleset": "odyssey"}), "open")
    for _ in range(50):
        last = ada.get("/me")
    assert_refused(last, "read")
    assert [ada.command(match, "abandon").status for _ in range(3)] == [200, 409, 409]
    assert_refused(ada.command(match, "abandon"), "play")


def test_accounts_do_not_share_a_limit(monkeypatch: pytest.MonkeyPatch):
    set_rates(monkeypatch, read=(2, 600), play=(2, 600))
    ada, bea = Player("Ada"), Player("Bea")
    for _ in range(20):
        ada.get("/me")
        ada.command("x", "ready")
    assert bea.get("/me").status == 200
    assert bea.command("x", "ready").status == 404


def test_tokens_of_one_account_share_its_limit(monkeypatch: pytest.MonkeyPatch):
    from accounts.models import Token, User

    set_rates(monkeypatch, read=(2, 600))
    ada = Player()
    other_token = ada.with_transport(ada.transport)
    _, other_token.token = Token.objects.issue(User.objects.get(id=ada.id))
    assert [player.get("/me").status for player in (ada, other_token, ada)] == [200, 200, 429]


def test_polling_reaches_the_address_limit_without_blocking_commands(monkeypatch: pytest.MonkeyPatch):
    set_rates(monkeypatch, address=(6, 600))
    players = [Player(), Player()]
    for number in range(10):
        last = players[number % 2].get("/me")
    assert_refused(last, "address")
    assert players[0].command("x", "ready").status == 404


def test_requests_without_a_valid_token_are_counted_by_address(monkeypatch: pytest.MonkeyPatch):
    set_rates(monkeypatch, read=(3, 600))
    bad = {"Authorization": "Bearer dxt_bad"}
    statuses = [call_in_process("GET", path, b"", bad).status for path in ("/me", "/matches/x", "/matches")]
    assert statuses == [401, 401, 401]
    assert_refused(call_in_process("GET", "/me", b"", bad), "read")
    assert_refused(call_in_process("GET", "/matches/x"), "read")
    assert_refused(call_in_process("GET", "/rulesets"), "read")
    assert_refused(call_in_process("GET", "/matches/x/record"), "read")
    assert Player().get("/me").status == 200


def test_new_guests_are_counted_by_address(monkeypatch: pytest.MonkeyPatch):
    set_rates(monkeypatch, identity=(2, 600))
    Player(), Player()
    assert_refused(call_in_process("POST", "/guests", b'{"name": "Ann"}'), "identity")


def test_a_match_has_a_shared_limit_that_no_single_account_can_reach(monkeypatch: pytest.MonkeyPatch):
    max_requests_by_limit = {name: limit.max_requests for name, limit in RATE_LIMIT_BY_NAME.items()}
    assert max_requests_by_limit["match"] >= 5 * max_requests_by_limit["play"]
    assert (
        max_requests_by_limit["address"]
        >= max_requests_by_limit["read"] + max_requests_by_limit["open"] + max_requests_by_limit["identity"]
    )
    set_rates(monkeypatch, match=(4, 600))
    table = GameTable(2)
    answers = [table.players[number % 2].command(table.id, "signal", {"word": "give"}) for number in range(5)]
    assert_refused(answers[-1], "match")
    assert table.players[0].command("x", "ready").status == 404


def test_outsiders_cannot_use_up_the_command_limit_of_a_match(monkeypatch: pytest.MonkeyPatch):
    set_rates(monkeypatch, match=(4, 600))
    table = GameTable(2)
    outsiders = [Player(), Player()]
    answers = [outsiders[number % 2].command(table.id, "ready") for number in range(8)]
    assert_refused(answers[-1], "match")
    assert table.host.command(table.id, "abandon").status == 200


@pytest.mark.parametrize(
    ("proxies", "forwarded", "counted"),
    [
        (0, "198.51.100.{}", 1),
        (1, "198.51.100.{}", 3),
        (1, "198.51.100.{}, 203.0.113.7", 1),
        (2, "198.51.100.{}, 203.0.113.7", 3),
        (2, "10.9.8.7, 198.51.100.{}, 203.0.113.7", 3),
        (2, "198.51.100.{}, 203.0.113.7, 203.0.113.8", 1),
        (3, "198.51.100.{}, 203.0.113.7", 1),
        (1, "2001:db8::{}", 1),
        (1, "2001:db8:{}::1", 3),
        (1, "[2001:db8:{}::1]:4711", 3),
        (1, "203.0.113.7:471{}", 1),
        (1, "::ffff:198.51.100.{}", 3),
    ],
)
def test_only_addresses_reported_by_trusted_proxies_are_distinguished(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, proxies, forwarded, counted
):
    set_rates(monkeypatch, read=(1, 600))
    settings.TRUSTED_PROXIES = proxies
    answers = [
        call_in_process("GET", "/rulesets", b"", {"X-Forwarded-For": forwarded.format(n)}).status for n in (1, 2, 3)
    ]
    assert answers.count(200) == counted


def test_with_limits_off_nothing_is_counted_or_reported(settings: Settings, monkeypatch: pytest.MonkeyPatch):
    settings.RATE_LIMITS = 0
    set_rates(monkeypatch, read=(1, 600))
    ada = Player()
    answers = [ada.get("/me") for _ in range(3)]
    assert [answer.status for answer in answers] == [200] * 3
    assert "ratelimit" not in answers[0].headers


def test_every_operation_reports_its_rate_limits(settings: Settings):
    """The headers are present whatever else the operation answers to a caller who knows no ids."""
    ada = Player()
    for operation in OPERATIONS:
        path = re.sub(r"\{\w+\}", "1", operation.path)
        answer = ada.send(operation.method.upper(), path, {} if operation.method in ("post", "put", "patch") else None)
        assert answer.status < 500, operation.id
        assert "ratelimit-policy" in answer.headers, operation.id
        assert "ratelimit" in answer.headers or not operation.scope, operation.id
        if operation.id == "forget":
            ada = Player()


def test_the_openapi_document_describes_the_limits(monkeypatch: pytest.MonkeyPatch):
    document: Any = json.loads(call_in_process("GET", "/openapi.json").content)
    for operations in document["paths"].values():
        for operation in operations.values():
            assert operation["responses"]["429"] == {"$ref": "#/components/responses/too_many_requests"}
            assert all("RateLimit" in answer["headers"] for s, answer in operation["responses"].items() if s[0] == "2")
    set_rates(monkeypatch, read=(1, 600))
    call_in_process("GET", "/rulesets")
    problem = call_in_process("GET", "/rulesets").json
    assert problem.keys() <= document["components"]["schemas"]["Problem"]["properties"].keys()
