"""Errors: one shape and a closed list of codes, whatever goes wrong."""

import pytest
from django.db import OperationalError
from django.test import Client

from accounts.models import Token
from games.matches import match_queries
from games.protocol.problems import PROBLEM_CODES
from tests.api.client import Answer, Json, Player, inside
from tests.api.table import Table

pytestmark = pytest.mark.django_db


def shape(answer: Answer, code: str) -> Json:
    """The content of a problem of this code, which must be shaped as documented."""
    assert answer.code == code
    content: Json = answer.json
    status, title = PROBLEM_CODES[code]
    assert (answer.status, content["status"], content["title"]) == (status, status, title)
    assert content["type"] == f"/api/v1/docs/errors#{code}"
    assert content["detail"]
    assert set(content) <= {"type", "title", "status", "detail", "code", "errors", "version", "required_scope"}
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["access-control-allow-origin"] == "*"
    return content


@pytest.mark.parametrize("path", ["/nothing", "/matches/", "/me/", "", "/", "/docs/nothing", "/../../etc/passwd"])
def test_an_address_that_leads_nowhere_is_not_found(path: str) -> None:
    shape(Player().send("GET", path), "not_found")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("GET", "/guests", {"POST"}),
        ("DELETE", "/guests", {"POST"}),
        ("PUT", "/matches", {"GET", "POST"}),
        ("POST", "/matches/x", {"GET"}),
        ("DELETE", "/matches/x", {"GET"}),
        ("POST", "/matches/x/events", {"GET"}),
        ("GET", "/matches/x/seats", {"POST"}),
        ("GET", "/matches/x/seats/me", {"DELETE"}),
        ("PATCH", "/matches/x/vote", {"POST"}),
        ("POST", "/rulesets", {"GET"}),
        ("POST", "/decks/base", {"GET"}),
        ("POST", "/decks/base/pictures/x.svg", {"GET"}),
        ("POST", "/openapi.json", {"GET"}),
        ("POST", "/docs", {"GET"}),
        ("DELETE", "/docs/errors", {"GET"}),
        ("TRACE", "/matches/x", {"GET"}),
        ("BREW", "/matches/x/vote", {"POST"}),
    ],
)
def test_a_method_that_is_not_for_this_address_is_refused_and_the_right_ones_told(method, path, allowed) -> None:
    answer = Player().send(method, path)
    shape(answer, "method_not_allowed")
    assert set(answer.headers["allow"].split(", ")) - {"HEAD", "OPTIONS"} == allowed


@pytest.mark.parametrize(
    ("scope", "method", "path", "body"),
    [
        ("match:read", "GET", "/me", None),
        ("match:read", "GET", "/matches", None),
        ("match:read", "GET", "/matches/{}", None),
        ("match:read", "GET", "/matches/{}/events", None),
        ("match:read", "HEAD", "/me", None),
        ("match:read", "HEAD", "/matches", None),
        ("match:read", "HEAD", "/matches/{}", None),
        ("match:create", "POST", "/matches", {"ruleset": "odyssey"}),
        ("match:play", "POST", "/matches/{}/seats", {}),
        ("match:play", "POST", "/matches/{}/abandon", {}),
        ("match:play", "DELETE", "/matches/{}/seats/me", None),
    ],
)
def test_a_token_without_the_scope_is_told_which_one_it_lacks(scope: str, method: str, path: str, body) -> None:
    table = Table(1)
    token = Token.objects.get(user_id=table.host.id)
    token.scopes = [other for other in token.scopes if other != scope]
    token.save()
    answer = table.host.send(method, path.format(table.id), body)
    assert answer.status == 403
    if method != "HEAD":
        assert shape(answer, "missing_scope")["required_scope"] == scope


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("path", ["/me", "/matches", "/matches/x", "/matches/x/events"])
def test_without_a_token_nothing_is_told(method: str, path: str) -> None:
    answer = inside(method, path)
    assert answer.status == 401
    assert answer.headers["www-authenticate"] == "Bearer"
    if method == "GET":
        shape(answer, "unauthenticated")


def test_what_is_asked_for_can_be_json_only() -> None:
    shape(Player().send("GET", "/rulesets", accept="text/html"), "not_acceptable")
    for accept in ("application/json", "*/*", "application/*"):
        assert Player().send("GET", "/rulesets", accept=accept).status == 200


def failing(monkeypatch: pytest.MonkeyPatch, error: Exception, path: str) -> Answer:
    def fail(*args, **named):
        raise error

    table = Table(1)
    monkeypatch.setattr(match_queries, "_get_visible_state", fail)
    monkeypatch.setattr("games.api.match_list_views._matches_query", fail)
    headers = {"Authorization": f"Bearer {table.host.token}"}
    response = Client(raise_request_exception=False).get(f"/api/v1{path.format(table.id)}", headers=headers)
    names = {name.lower(): value for name, value in response.headers.items()}
    return Answer(status=response.status_code, headers=names, content=response.content)


@pytest.mark.parametrize("path", ["/matches", "/matches/{}", "/matches/{}/events"])
def test_a_fault_of_ours_is_a_problem_and_tells_nothing_of_itself(monkeypatch, path: str) -> None:
    answer = failing(monkeypatch, ZeroDivisionError("the secret is 7"), path)
    content = answer.json
    assert (answer.status, answer.code) == (500, "server_error")
    assert content["type"] == "/api/v1/docs/errors#server_error"
    assert b"secret" not in answer.content
    assert b"ZeroDivision" not in answer.content


@pytest.mark.parametrize("path", ["/matches", "/matches/{}", "/matches/{}/events"])
def test_a_database_that_does_not_answer_is_no_fault_of_the_client(monkeypatch, path: str) -> None:
    answer = failing(monkeypatch, OperationalError("secret"), path)
    shape(answer, "unavailable")
    assert answer.headers["retry-after"] == "1"
    assert b"secret" not in answer.content


@pytest.mark.parametrize("path", ["/rulesets", "/me", "/matches", "/matches/{}", "/matches/{}/events", "/openapi.json"])
def test_head_answers_as_get_does_but_without_a_body(path: str) -> None:
    table = Table(1)
    got = table.host.send("GET", path.format(table.id))
    head = table.host.send("HEAD", path.format(table.id))
    assert (head.status, head.content) == (200, b"")
    assert head.headers.get("etag") == got.headers.get("etag")
    assert head.headers["content-type"] == got.headers["content-type"]


def test_every_page_of_the_web_may_call() -> None:
    asked = {"Origin": "https://example.org", "Access-Control-Request-Method": "POST"}
    for path in ("/matches", "/matches/x/vote", "/me", "/nothing"):
        answer = inside("OPTIONS", path, b"", asked)
        assert answer.status == 204
        assert answer.headers["access-control-allow-origin"] == "*"
        assert {"authorization", "content-type", "idempotency-key", "if-match"} <= {
            name.strip().lower() for name in answer.headers["access-control-allow-headers"].split(",")
        }
        assert "DELETE" in answer.headers["access-control-allow-methods"]
        assert "access-control-allow-credentials" not in answer.headers
    told = Player().send("GET", "/rulesets", origin="https://example.org").headers
    assert told["access-control-allow-origin"] == "*"
    assert {"ETag", "Retry-After", "RateLimit"} <= set(told["access-control-expose-headers"].split(", "))
    assert told["x-content-type-options"] == "nosniff"


def test_plain_options_tell_nothing_and_break_nothing() -> None:
    for path in ("/matches", "/matches/x", "/me", "/rulesets"):
        assert inside("OPTIONS", path).status in (200, 204, 401, 405)


def test_the_shape_is_tested_by_a_problem_of_another() -> None:
    answer = inside("GET", "/nothing")
    with pytest.raises(AssertionError):
        shape(Answer(status=200, headers=answer.headers, content=answer.content), "not_found")
