"""The documents that the service gives of itself, held against the service."""

import re
from typing import Any

import msgspec
import pytest
from django.urls import URLPattern
from openapi_spec_validator import validate

from games.api import operations, urls
from games.protocol.problems import PROBLEM_CODES
from games.rulebook.entropy import digest_of_entropy
from tests.api.client import Json, Player, inside
from tests.api.contract import Contract, Judged, document
from tests.api.people import PASSWORD, of, post
from tests.api.table import NAMES, Table

pytestmark = pytest.mark.django_db

DOCUMENTS = {"/openapi.json", "/asyncapi.json", "/docs", "/docs/live", "/docs/errors"}
"""Documents aren't operations: they are about them."""
PROBES = ("GET", "POST", "PUT", "PATCH", "DELETE")


def test_the_document_is_openapi() -> None:
    content: Any = document()
    assert content["openapi"].startswith("3.1")
    validate(content)


def routes() -> set[str]:
    """The address of every route, with its parameters in braces."""
    found = set()
    for pattern in urls.urlpatterns:
        assert isinstance(pattern, URLPattern)
        found.add("/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(pattern.pattern)))
    return found - DOCUMENTS


def answered(path: str) -> set[str]:
    """The methods that a route answers to, as it says itself."""
    answer = inside("BREW", re.sub(r"\{\w+\}", "x", path))
    return {method for method in answer.headers["allow"].split(", ") if method in PROBES}


def routes_and_operations_agree(content: Json) -> None:
    documented = {path: {method.upper() for method in methods} for path, methods in content["paths"].items()}
    assert documented == {path: answered(path) for path in routes()}


def test_every_route_is_documented_with_its_methods_and_nothing_else_is() -> None:
    routes_and_operations_agree(document())


def test_the_comparison_sees_a_route_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(urls, "urlpatterns", urls.urlpatterns[:-1])
    with pytest.raises(AssertionError):
        routes_and_operations_agree(document())


def test_every_operation_says_who_may_call_it() -> None:
    content = document()
    for (method, path), operation in Contract(content).operations.items():
        answer = inside(method, re.sub(r"\{\w+\}", "x", path), b"{}" if method == "POST" else b"")
        assert (answer.status == 401) is bool(operation["security"]), (method, path, answer)


def test_the_problems_of_the_document_are_the_codes_there_are() -> None:
    assert set(document()["components"]["schemas"]["Problem"]["properties"]["code"]["enum"]) == set(PROBLEM_CODES)


def whole_match(contract: Contract) -> None:
    """Play a match to its end, using every operation, with every answer judged."""
    table: Any = object.__new__(Table)
    table.players = [Judged(contract, NAMES[seat]) for seat in range(3)]
    table.host, ben, cleo = table.players
    table.id = table.host.open(ruleset="classic", clock={"vote": 600})
    ben.sit(table.id)
    cleo.sit(table.id, seat=4)
    ben.command(table.id, "stand").ok()
    ben.sit(table.id)
    table.host.act(table.id, "start")
    table.host.act(table.id, "claim")
    for path in (
        "/me",
        "/bots",
        "/rulesets",
        "/rulesets/classic",
        "/decks",
        "/decks/base",
        "/matches",
        "/matches?mine=true",
    ):
        table.host.send("GET", path).ok()
    picture = table.host.get("/decks/base").ok()["cards"][0]["picture"]
    assert table.host.send("GET", picture.removeprefix("/api/v1")).status == 200
    table.until("over")
    for path in ("/me/history", "/me/statistics", f"/users/{ben.id}", "/decks/base/statistics"):
        table.host.send("GET", path).ok()
    record = table.host.send("GET", f"/matches/{table.id}/record")
    brought = table.host.send("POST", "/imports", record.content, content_type="application/x-ndjson").ok(201)["id"]
    for path in (f"/imports/{brought}", f"/imports/{brought}/record", f"/imports/{brought}/view?at=20&as=seat:1"):
        assert table.host.send("GET", path).status == 200
    for path in ("record", "moments", "audit"):
        assert table.host.send("GET", f"/matches/{table.id}/{path}").status == 200
    assert table.host.send("GET", "/dixit_verify.py").status == 200
    for player in table.players:
        player.events(table.id)
        player.view(table.id, as_="seat:1", at=20)
        assert player.command(table.id, "vote", {"slots": [1]}).status == 409
        assert player.command(table.id, "vote", {"slots": ["x"]}).status == 400
        assert player.command(table.id, "start", if_match='"1"').status == 412
    assert table.host.get("/matches/nowhere").status == 404
    other = table.host.open()
    table.host.act(other, "bot", {"seat": 1, "bot": "random"})
    table.host.act(other, "clear", {"seat": 1})
    table.host.act(other, "abandon")
    assert [player.command(table.id, "rematch").status for player in table.players] == [201, 200, 200]
    again = table.host.view(table.id)["actions"]
    assert again == [{"type": "rematch"}]
    following = table.host.command(table.id, "rematch").ok()["id"]
    table.host.act(following, "start")
    table.host.act(following, "resign")
    table.host.view(following)


def lobby(contract: Contract) -> None:
    """Ways to a table, judged, too."""
    ada, ben, cleo = (Judged(contract, name) for name in NAMES[:3])
    match = ada.open(ruleset="classic", seats=4, visibility="private")
    made = ada.send("POST", f"/matches/{match}/invites", {"seat": 2}).ok(201)
    ben.get(f"/invites/{made['code']}").ok()
    ben.sit(match, invite=made["code"])
    assert ben.get(f"/invites/{made['code']}").code == "not_found"
    spare = ada.send("POST", f"/matches/{match}/invites").ok(201)
    ada.get(f"/matches/{match}/invites").ok()
    ada.send("DELETE", f"/matches/{match}/invites/{spare['id']}").ok()
    ada.act(match, "move", {"seat": 1})
    ada.act(match, "host", {"seat": 2})
    ada.events(match)
    assert [player.send("POST", "/quick", {"ruleset": "odyssey"}).status for player in (ben, cleo)] == [201, 200]


def with_entropy(contract: Contract) -> None:
    """A match that waits for entropy, judged, too."""
    table: Any = object.__new__(Table)
    table.players = [Judged(contract, NAMES[seat]) for seat in range(3)]
    host, *others = table.players
    table.id = host.open(entropy_digest=digest_of_entropy("a1" * 32))
    for player in others:
        player.sit(table.id)
    host.act(table.id, "start")
    assert host.command(table.id, "entropy", {"entropy": "b2" * 32}).status == 422
    host.view(table.id)
    host.act(table.id, "entropy", {"entropy": "a1" * 32})
    host.events(table.id)
    host.send("GET", "/luck").ok()
    host.send("DELETE", "/me").ok()


def identity(contract: Contract) -> None:
    """An account, its tokens, and what it may do with them, judged, too."""
    guest: Any = Judged(contract, "Ada")
    guest.send("POST", "/me/upgrade", {"password": PASSWORD}).ok()
    told = post("/accounts", guest.door, name="Bea", password=PASSWORD, email="bea@example.org").ok(201)
    account = of(told, guest.door)
    account.open()
    account.send("PATCH", "/me", {"name": "Bea B."}).ok()
    made = account.send("POST", "/tokens", {"scopes": ["match:read"], "label": "bot"}).ok(201)
    assert of(made, guest.door).send("DELETE", "/tokens").code == "missing_scope"
    post("/tokens", guest.door, name="Bea B.", password=PASSWORD).ok(201)
    assert post("/tokens", guest.door, name="Bea B.", password="another one").code == "wrong_credentials"
    account.get("/tokens").ok()
    assert account.send("DELETE", f"/tokens/{made['id']}").status == 204
    assert account.send("DELETE", "/tokens").status == 204
    account.get("/me/export").ok()


def party_and_team(contract: Contract) -> None:
    """What only Party and Team have, judged, too."""
    for ruleset, phase in (("party", "reveal"), ("team", "submitting")):
        table: Any = object.__new__(Table)
        table.players = [Judged(contract, NAMES[seat]) for seat in range(6)]
        table.host = table.players[0]
        table.id = table.host.open(ruleset=ruleset, seats=6)
        for player in table.players[1:]:
            player.sit(table.id)
        table.start().until(phase)
        for player in table.players:
            player.command(table.id, "signal", {"word": "give"})
            player.events(table.id)
            player.view(table.id)


def test_every_answer_of_a_whole_match_is_as_documented() -> None:
    contract = Contract(document())
    whole_match(contract)
    party_and_team(contract)
    lobby(contract)
    with_entropy(contract)
    identity(contract)
    assert contract.seen == {operation["operationId"] for operation in contract.operations.values()}


@pytest.mark.parametrize("spoil", ["retyped", "undeclared", "missing"])
def test_the_judge_sees_an_answer_that_is_not_as_documented(spoil: str) -> None:
    content = document()
    schema = content["components"]["schemas"]["EventPage"]
    if spoil == "retyped":
        schema["properties"]["version"]["type"] = "string"
    elif spoil == "undeclared":
        del schema["properties"]["version"]
        schema["required"].remove("version")
    else:
        schema["required"].append("total")
    ada = Judged(Contract(content))
    match = ada.open()
    with pytest.raises(Exception, match=r"version|total"):
        ada.events(match)


@pytest.mark.parametrize("path", ["/docs", "/docs/live", "/docs/errors"])
def test_a_page_loads_nothing_from_elsewhere(path: str) -> None:
    answer = inside("GET", path)
    page = answer.content.decode()
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "http:" not in answer.headers["content-security-policy"] + page
    assert "https:" not in answer.headers["content-security-policy"] + page
    assert not re.search(r"""(?:src|href|url)\s*[=(]\s*["']?//""", page)
    scripts = re.findall("<script([^>]*)>", page)
    nonces = re.findall("'nonce-([^']+)'", answer.headers["content-security-policy"])
    assert all("src=" in script or f'nonce="{nonces[0]}"' in script for script in scripts)


def test_the_page_of_the_socket_shows_code_as_code() -> None:
    page = inside("GET", "/docs/live").content.decode()
    assert "`" not in re.sub(r"<pre>.*?</pre>", "", page, flags=re.DOTALL)
    assert "<code>since</code>" in page
    assert page.count('class="reply"') == 7


def test_who_calls_the_service_by_another_name_is_told_so() -> None:
    answer = inside("GET", "/asyncapi.json", b"", {"Host": "club.example"})
    assert (answer.status, answer.code) == (400, "malformed")
    assert "ALLOWED_HOSTS" in answer.json["detail"]


def test_every_code_has_its_place_on_the_page_of_errors() -> None:
    page = inside("GET", "/docs/errors").content.decode()
    assert set(re.findall('id="([a-z_]+)"', page)) == set(PROBLEM_CODES)


def test_the_summaries_say_what_every_operation_does() -> None:
    assert all(operation.summary.endswith(".") for operation in operations.OPERATIONS)
    assert len({operation.id for operation in operations.OPERATIONS}) == len(operations.OPERATIONS)


def test_a_parameter_that_is_documented_is_taken() -> None:
    ada = Player()
    match = ada.open()
    for query in ("after=0", "wait=0", "at=1", "as=public", "as=seat:0"):
        assert ada.send("GET", f"/matches/{match}?{query}").status == 200
    for query in ("after=0", "limit=1000", "wait=0"):
        assert ada.send("GET", f"/matches/{match}/events?{query}").status == 200
    for query in ("status=over", "ruleset=classic", "mine=false"):
        assert ada.send("GET", f"/matches?{query}").status == 200


def simple(schema: Any) -> bool:
    """Whether common generators of clients know all of it: no schema that is just true or false."""
    if isinstance(schema, list):
        return all(simple(part) for part in schema)
    if not isinstance(schema, dict):
        return True
    return schema.get("items") is not False and all(simple(part) for part in schema.values())


def errors_have_types(responses: Json) -> bool:
    schemas = [answer["content"]["application/problem+json"]["schema"] for answer in responses.values()]
    return all(schema["allOf"][1]["properties"]["status"].get("type") == "integer" for schema in schemas)


def test_generators_of_clients_know_all_of_the_document() -> None:
    components = document()["components"]
    assert simple(components)
    assert errors_have_types(components["responses"])


def test_control_a_schema_that_is_false_is_seen() -> None:
    assert not simple(msgspec.json.schema(tuple[int, int]))
