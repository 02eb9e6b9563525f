"""Paths and query parameters are validated as strictly as bodies."""

import pytest

from tests.api.api_client import Player, call_in_process
from tests.api.game_table import GameTable

pytestmark = pytest.mark.django_db

READ_PATHS = (
    "/matches",
    "/matches/{}",
    "/matches/{}/events",
    "/me",
    "/rulesets",
    "/rulesets/odyssey",
    "/decks",
    "/decks/base",
)


@pytest.mark.parametrize("path", READ_PATHS)
@pytest.mark.parametrize("query", ["token={}", "after={}"])
def test_a_token_in_the_query_string_is_refused(path: str, query: str) -> None:
    table = GameTable(1)
    response = table.host.send("GET", f"{path.format(table.id)}?{query.format(table.host.token)}")
    assert response.status == 400
    assert response.code in ("malformed", "invalid")


@pytest.mark.parametrize("path", READ_PATHS)
def test_an_unknown_query_parameter_is_refused(path: str) -> None:
    table = GameTable(1)
    response = table.host.send("GET", f"{path.format(table.id)}?expand=hands")
    assert (response.status, response.code) == (400, "invalid")
    assert response.json["errors"][0]["code"] == "unknown_field"


@pytest.mark.parametrize("path", ["/guests", "/matches", "/matches/{}/abandon"])
def test_a_command_takes_no_query_parameters(path: str) -> None:
    table = GameTable(1)
    body = {"/guests": {"name": "Ada"}, "/matches": {"ruleset": "odyssey"}}.get(path, {})
    for text in ("x=1", f"token={table.host.token}"):
        response = table.host.send("POST", f"{path.format(table.id)}?{text}", body)
        assert response.status == 400, response


@pytest.mark.parametrize(
    "query",
    ["after=1&after=2", "as=public&as=seat:0", "wait=1&wait=1", "after=%00", "as=%00", "at=%EF%BC%97", "at=1e3"],
)
def test_repeated_or_malformed_parameters_are_refused(query: str) -> None:
    table = GameTable(1)
    assert table.host.send("GET", f"/matches/{table.id}?{query}").code == "invalid"


@pytest.mark.parametrize("name", ["%00", "a%00b", "%ff", "%ED%A0%80", "..%2F..", "%F0%9F%98%80", "'", "%25s", "a%0Ab"])
@pytest.mark.parametrize("path", ["/matches/{}", "/matches/{}/events", "/rulesets/{}", "/decks/{}", "/{}"])
def test_an_invalid_identifier_in_a_path_is_not_found(path: str, name: str) -> None:
    assert Player().send("GET", path.format(name)).code == "not_found"


@pytest.mark.parametrize("name", ["%00", "a%00b", "%ff", "'"])
def test_a_command_for_an_invalid_match_id_is_not_found(name: str) -> None:
    assert Player().send("POST", f"/matches/{name}/start").code == "not_found"


def test_an_unknown_host_header_is_reported_as_a_problem() -> None:
    response = call_in_process(
        "GET", "/matches", b"", {"Authorization": f"Bearer {Player().token}", "Host": "evil.example"}
    )
    assert response.status == 200 or response.code == "malformed"


def test_the_check_detects_ignored_query_parameters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.api.match_views.parse_query", lambda params, *known: params.dict())
    with pytest.raises(AssertionError):
        test_an_unknown_query_parameter_is_refused("/matches/{}")
