"""Addresses and their parameters, as strict as bodies."""

import pytest

from tests.api.client import Player, inside
from tests.api.table import Table

pytestmark = pytest.mark.django_db

PATHS = (
    "/matches",
    "/matches/{}",
    "/matches/{}/events",
    "/me",
    "/rulesets",
    "/rulesets/odyssey",
    "/decks",
    "/decks/base",
)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("query", ["token={}", "after={}"])
def test_a_token_in_an_address_is_refused(path: str, query: str) -> None:
    table = Table(1)
    answer = table.host.send("GET", f"{path.format(table.id)}?{query.format(table.host.token)}")
    assert answer.status == 400
    assert answer.code in ("malformed", "invalid")


@pytest.mark.parametrize("path", PATHS)
def test_an_unknown_parameter_is_refused(path: str) -> None:
    table = Table(1)
    answer = table.host.send("GET", f"{path.format(table.id)}?expand=hands")
    assert (answer.status, answer.code) == (400, "invalid")
    assert answer.json["errors"][0]["code"] == "unknown_field"


@pytest.mark.parametrize("path", ["/guests", "/matches", "/matches/{}/abandon"])
def test_a_command_takes_no_parameters(path: str) -> None:
    table = Table(1)
    body = {"/guests": {"name": "Ada"}, "/matches": {"ruleset": "odyssey"}}.get(path, {})
    for text in ("x=1", f"token={table.host.token}"):
        answer = table.host.send("POST", f"{path.format(table.id)}?{text}", body)
        assert answer.status == 400, answer


@pytest.mark.parametrize(
    "query",
    ["after=1&after=2", "as=public&as=seat:0", "wait=1&wait=1", "after=%00", "as=%00", "at=%EF%BC%97", "at=1e3"],
)
def test_a_parameter_is_given_once_and_as_it_should_be(query: str) -> None:
    table = Table(1)
    assert table.host.send("GET", f"/matches/{table.id}?{query}").code == "invalid"


@pytest.mark.parametrize("name", ["%00", "a%00b", "%ff", "%ED%A0%80", "..%2F..", "%F0%9F%98%80", "'", "%25s", "a%0Ab"])
@pytest.mark.parametrize("path", ["/matches/{}", "/matches/{}/events", "/rulesets/{}", "/decks/{}", "/{}"])
def test_an_odd_name_in_an_address_is_not_found(path: str, name: str) -> None:
    assert Player().send("GET", path.format(name)).code == "not_found"


@pytest.mark.parametrize("name", ["%00", "a%00b", "%ff", "'"])
def test_a_command_for_an_odd_match_is_not_found(name: str) -> None:
    assert Player().send("POST", f"/matches/{name}/start").code == "not_found"


def test_a_host_that_is_not_ours_is_told_so_as_a_problem() -> None:
    answer = inside("GET", "/matches", b"", {"Authorization": f"Bearer {Player().token}", "Host": "evil.example"})
    assert answer.status == 200 or answer.code == "malformed"


def test_the_check_sees_a_house_that_looks_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.api.match_views.parse_query", lambda params, *known: params.dict())
    with pytest.raises(AssertionError):
        test_an_unknown_parameter_is_refused("/matches/{}")
