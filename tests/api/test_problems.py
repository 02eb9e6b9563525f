"""Problems: one shape and a closed list of error codes."""

import pytest
from django.db import OperationalError
from django.test import Client

from accounts.models import Token
from games.matches import match_queries
from games.matches.command_queue import WriterBusy
from games.protocol.problems import PROBLEM_CODES, problem_from_exception
from tests.api.api_client import ApiResponse, Json, Player, call_in_process
from tests.api.game_table import GameTable

pytestmark = pytest.mark.django_db


def check_problem(response: ApiResponse, code: str) -> Json:
    """Return the content of a problem with this code; asserts that it has the documented shape."""
    assert response.code == code
    content: Json = response.json
    status, title = PROBLEM_CODES[code]
    assert (response.status, content["status"], content["title"]) == (status, status, title)
    assert content["type"] == f"/api/v1/docs/errors#{code}"
    assert content["detail"]
    required = {"type", "title", "status", "detail", "code"}
    assert required <= set(content) <= required | {"errors", "version", "required_scope", "retry_after"}
    # Whatever is temporary says for how long, in the body as well: a socket's frames have no headers.
    assert ("retry_after" in content) is (status in (429, 503))
    assert response.headers.get("retry-after") == (str(content["retry_after"]) if "retry_after" in content else None)
    assert response.headers["cache-control"] == "no-store"
    assert response.headers["access-control-allow-origin"] == "*"
    return content


@pytest.mark.parametrize("path", ["/nothing", "/matches/", "/me/", "", "/", "/docs/nothing", "/../../etc/passwd"])
def test_an_unknown_path_is_not_found(path: str) -> None:
    check_problem(Player().send("GET", path), "not_found")


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
def test_an_unsupported_method_is_refused_with_an_allow_header(method, path, allowed) -> None:
    response = Player().send(method, path)
    check_problem(response, "method_not_allowed")
    assert set(response.headers["allow"].split(", ")) - {"HEAD", "OPTIONS"} == allowed


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
def test_the_missing_scope_of_a_token_is_reported(scope: str, method: str, path: str, body) -> None:
    table = GameTable(1)
    token = Token.objects.get(user_id=table.host.id)
    token.scopes = [other for other in token.scopes if other != scope]
    token.save()
    response = table.host.send(method, path.format(table.id), body)
    assert response.status == 403
    if method != "HEAD":
        assert check_problem(response, "missing_scope")["required_scope"] == scope


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("path", ["/me", "/matches", "/matches/x", "/matches/x/events"])
def test_requests_without_a_token_are_unauthenticated(method: str, path: str) -> None:
    response = call_in_process(method, path)
    assert response.status == 401
    assert response.headers["www-authenticate"] == "Bearer"
    if method == "GET":
        check_problem(response, "unauthenticated")


def test_only_json_is_acceptable() -> None:
    check_problem(Player().send("GET", "/rulesets", accept="text/html"), "not_acceptable")
    for accept in ("application/json", "*/*", "application/*"):
        assert Player().send("GET", "/rulesets", accept=accept).status == 200


def get_with_failure(monkeypatch: pytest.MonkeyPatch, error: Exception, path: str) -> ApiResponse:
    def raise_error(*args, **named):
        raise error

    table = GameTable(1)
    monkeypatch.setattr(match_queries, "_get_visible_state", raise_error)
    monkeypatch.setattr("games.api.match_list_views._matches_query", raise_error)
    headers = {"Authorization": f"Bearer {table.host.token}"}
    response = Client(raise_request_exception=False).get(f"/api/v1{path.format(table.id)}", headers=headers)
    names = {name.lower(): value for name, value in response.headers.items()}
    return ApiResponse(status=response.status_code, headers=names, content=response.content)


@pytest.mark.parametrize("path", ["/matches", "/matches/{}", "/matches/{}/events"])
def test_a_server_error_is_a_problem_without_internal_details(monkeypatch, path: str) -> None:
    response = get_with_failure(monkeypatch, ZeroDivisionError("the secret is 7"), path)
    content = response.json
    assert (response.status, response.code) == (500, "server_error")
    assert content["type"] == "/api/v1/docs/errors#server_error"
    assert b"secret" not in response.content
    assert b"ZeroDivision" not in response.content


def test_too_many_waiting_commands_are_another_problem_than_a_failure() -> None:
    problem = problem_from_exception(WriterBusy("too many commands are waiting"))
    assert problem is not None
    assert (problem.status, problem.code, problem.headers["Retry-After"]) == (503, "busy", "1")


@pytest.mark.parametrize("path", ["/matches", "/matches/{}", "/matches/{}/events"])
def test_a_database_failure_is_reported_as_unavailable(monkeypatch, path: str) -> None:
    response = get_with_failure(monkeypatch, OperationalError("secret"), path)
    check_problem(response, "unavailable")
    assert response.headers["retry-after"] == "1"
    assert b"secret" not in response.content


@pytest.mark.parametrize("path", ["/rulesets", "/me", "/matches", "/matches/{}", "/matches/{}/events", "/openapi.json"])
def test_head_returns_the_headers_of_get_without_a_body(path: str) -> None:
    table = GameTable(1)
    get_response = table.host.send("GET", path.format(table.id))
    head_response = table.host.send("HEAD", path.format(table.id))
    assert (head_response.status, head_response.content) == (200, b"")
    assert head_response.headers.get("etag") == get_response.headers.get("etag")
    assert head_response.headers["content-type"] == get_response.headers["content-type"]


def test_cors_allows_every_origin() -> None:
    preflight_headers = {"Origin": "https://example.org", "Access-Control-Request-Method": "POST"}
    for path in ("/matches", "/matches/x/vote", "/me", "/nothing"):
        response = call_in_process("OPTIONS", path, b"", preflight_headers)
        assert response.status == 204
        assert response.headers["access-control-allow-origin"] == "*"
        assert {"authorization", "content-type", "idempotency-key", "if-match"} <= {
            name.strip().lower() for name in response.headers["access-control-allow-headers"].split(",")
        }
        assert "DELETE" in response.headers["access-control-allow-methods"]
        assert "access-control-allow-credentials" not in response.headers
    response_headers = Player().send("GET", "/rulesets", origin="https://example.org").headers
    assert response_headers["access-control-allow-origin"] == "*"
    assert {"ETag", "Retry-After", "RateLimit"} <= set(response_headers["access-control-expose-headers"].split(", "))
    assert response_headers["x-content-type-options"] == "nosniff"


def test_plain_options_requests_are_harmless() -> None:
    for path in ("/matches", "/matches/x", "/me", "/rulesets"):
        assert call_in_process("OPTIONS", path).status in (200, 204, 401, 405)


def test_the_problem_check_detects_a_wrong_status() -> None:
    response = call_in_process("GET", "/nothing")
    with pytest.raises(AssertionError):
        check_problem(ApiResponse(status=200, headers=response.headers, content=response.content), "not_found")
