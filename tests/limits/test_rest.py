"""Limits over REST: budgets, what the answers tell of them, and whose request it is."""

import json
import re
import time
from typing import Any

import pytest
from pytest_django import Settings

from games.api.operations import OPERATIONS
from tests.api.client import Answer, Player, inside
from tests.api.table import Table

pytestmark = pytest.mark.django_db
ITEM = re.compile(r'"([a-z]+)";([a-z]=\d+(?:;[a-z]=\d+)*)')


def told(answer: Answer, field: str = "ratelimit") -> dict[str, dict[str, int]]:
    """A field's items, by the names of their limits."""
    items = [ITEM.fullmatch(item.strip()) for item in answer.headers[field].split(",")]
    return {item[1]: {name: int(n) for name, n in (p.split("=") for p in item[2].split(";"))} for item in items if item}


def allow(settings: Settings, **rates: tuple[int, int]) -> None:
    settings.RATES = {**settings.RATES, **rates}


def refused(answer: Answer, limit: str) -> int:
    """After how many seconds an answer says to come back, which must be as documented."""
    assert (answer.status, answer.code) == (429, "too_many_requests")
    seconds = int(answer.headers["retry-after"])
    assert answer.json["retry_after"] == seconds >= 1
    assert answer.json["limit"] == limit
    assert told(answer)[limit] == {"r": 0, "t": seconds}
    return seconds


def test_answers_tell_the_limits_they_counted_for_and_what_is_left(settings: Settings):
    allow(settings, read=(10, 60))
    ada = Player()
    first, second = ada.get("/me"), ada.get("/matches")
    assert told(first, "ratelimit-policy") == {"read": {"q": 10, "w": 60}, "address": {"q": 12000, "w": 60}}
    assert [told(answer)["read"]["r"] for answer in (first, second)] == [9, 8]
    assert 58 <= told(second)["read"]["t"] <= 60
    exposed = first.headers["access-control-expose-headers"].split(", ")
    assert {"RateLimit", "RateLimit-Policy", "Retry-After"} <= set(exposed)


def test_one_too_many_is_told_when_to_come_back_and_that_is_enough(settings: Settings):
    allow(settings, read=(2, 2))
    ada = Player()
    assert [ada.get("/me").status for _ in range(2)] == [200, 200]
    seconds = refused(ada.get("/me"), "read")
    time.sleep(seconds)
    assert ada.get("/me").status == 200


def test_who_looks_too_much_can_still_play_and_the_other_way_round(settings: Settings):
    allow(settings, read=(2, 600), play=(3, 600), open=(1, 600))
    ada = Player()
    match = ada.open()
    refused(ada.send("POST", "/matches", {"ruleset": "odyssey"}), "open")
    for _ in range(50):
        last = ada.get("/me")
    refused(last, "read")
    assert [ada.command(match, "abandon").status for _ in range(3)] == [200, 409, 409]
    refused(ada.command(match, "abandon"), "play")


def test_nobody_spends_the_budget_of_another(settings: Settings):
    allow(settings, read=(2, 600), play=(2, 600))
    ada, bea = Player("Ada"), Player("Bea")
    for _ in range(20):
        ada.get("/me")
        ada.command("x", "ready")
    assert bea.get("/me").status == 200
    assert bea.command("x", "ready").status == 404


def test_tokens_of_one_account_share_its_budget(settings: Settings):
    from accounts.models import Token, User

    allow(settings, read=(2, 600))
    ada = Player()
    again = ada.through(ada.door)
    _, again.token = Token.objects.issue(User.objects.get(id=ada.id))
    assert [player.get("/me").status for player in (ada, again, ada)] == [200, 200, 429]


def test_an_address_has_a_lid_and_polling_does_not_fill_that_of_play(settings: Settings):
    allow(settings, address=(6, 600))
    players = [Player(), Player()]
    for number in range(10):
        last = players[number % 2].get("/me")
    refused(last, "address")
    assert players[0].command("x", "ready").status == 404


def test_who_shows_no_token_or_a_bad_one_is_counted_by_address(settings: Settings):
    allow(settings, read=(3, 600))
    bad = {"Authorization": "Bearer dxt_bad"}
    statuses = [inside("GET", path, b"", bad).status for path in ("/me", "/matches/x", "/matches")]
    assert statuses == [401, 401, 401]
    refused(inside("GET", "/me", b"", bad), "read")
    refused(inside("GET", "/matches/x"), "read")
    refused(inside("GET", "/rulesets"), "read")
    refused(inside("GET", "/matches/x/record"), "read")
    assert Player().get("/me").status == 200


def test_guests_are_counted_by_address(settings: Settings):
    allow(settings, identity=(2, 600))
    Player(), Player()
    refused(inside("POST", "/guests", b'{"name": "Ann"}'), "identity")


def test_a_match_has_a_lid_that_no_single_account_reaches(settings: Settings):
    names = {name: most for name, (most, _) in settings.RATES.items()}
    assert names["match"] >= 5 * names["play"]
    assert names["address"] >= names["read"] + names["open"] + names["identity"]
    allow(settings, match=(4, 600))
    table = Table(2)
    answers = [table.players[number % 2].command(table.id, "signal", {"word": "give"}) for number in range(5)]
    refused(answers[-1], "match")
    assert table.players[0].command("x", "ready").status == 404


def test_strangers_can_not_silence_a_match(settings: Settings):
    allow(settings, match=(4, 600))
    table = Table(2)
    strangers = [Player(), Player()]
    answers = [strangers[number % 2].command(table.id, "ready") for number in range(8)]
    refused(answers[-1], "match")
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
def test_only_what_trusted_proxies_say_tells_addresses_apart(settings: Settings, proxies, forwarded, counted):
    allow(settings, read=(1, 600))
    settings.TRUSTED_PROXIES = proxies
    answers = [inside("GET", "/rulesets", b"", {"X-Forwarded-For": forwarded.format(n)}).status for n in (1, 2, 3)]
    assert answers.count(200) == counted


def test_with_limits_off_nothing_is_counted_or_told(settings: Settings):
    settings.RATE_LIMITS = 0
    allow(settings, read=(1, 600))
    ada = Player()
    answers = [ada.get("/me") for _ in range(3)]
    assert [answer.status for answer in answers] == [200] * 3
    assert "ratelimit" not in answers[0].headers


def test_every_operation_counts_and_tells(settings: Settings):
    """Whatever else it answers to somebody who knows nothing of what is there."""
    ada = Player()
    for operation in OPERATIONS:
        path = re.sub(r"\{\w+\}", "1", operation.path)
        answer = ada.send(operation.method.upper(), path, {} if operation.method in ("post", "put", "patch") else None)
        assert answer.status < 500, operation.id
        assert "ratelimit" in answer.headers, operation.id
        assert "ratelimit-policy" in answer.headers, operation.id
        if operation.id == "forget":
            ada = Player()


def test_the_document_tells_of_limits(settings: Settings):
    document: Any = json.loads(inside("GET", "/openapi.json").content)
    for operations in document["paths"].values():
        for operation in operations.values():
            assert operation["responses"]["429"] == {"$ref": "#/components/responses/TooManyRequests"}
            assert all("RateLimit" in answer["headers"] for s, answer in operation["responses"].items() if s[0] == "2")
    allow(settings, read=(1, 600))
    inside("GET", "/rulesets")
    problem = inside("GET", "/rulesets").json
    assert problem.keys() <= document["components"]["schemas"]["Problem"]["properties"].keys()
