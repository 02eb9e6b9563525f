"""The documents that the service publishes about itself match its behavior."""

import re
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.urls import URLPattern
from openapi_spec_validator import validate

from games.api import operations, urls
from games.api.templatetags.inline_code import inline_code
from games.matches.personal_feed import read_feed
from games.protocol.problems import PROBLEM_CODES
from games.rulebook.entropy import digest_of_entropy
from tests.api.account_helpers import PASSWORD, player_from, post_without_token
from tests.api.api_client import Json, Player, call_in_process
from tests.api.game_table import PLAYER_NAMES, GameTable
from tests.api.openapi_contract import CheckedPlayer, OpenApiContract, fetch_openapi_document
from tests.api.passing_time import database_clock_ahead_by, end_phase

pytestmark = pytest.mark.django_db

DOCUMENT_PATHS = {"/openapi.json", "/asyncapi.json", "/docs", "/docs/live", "/docs/errors"}
"""Documents aren't operations: they are about them."""
PROBED_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


def test_the_openapi_document_is_valid() -> None:
    content: Any = fetch_openapi_document()
    assert content["openapi"].startswith("3.1")
    validate(content)


def route_paths() -> set[str]:
    """Return the path of every route, with its parameters in braces."""
    paths = set()
    for pattern in urls.urlpatterns:
        assert isinstance(pattern, URLPattern)
        paths.add("/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(pattern.pattern)))
    return paths - DOCUMENT_PATHS


def allowed_methods(path: str) -> set[str]:
    """Return the methods that a route allows, as its own response lists them."""
    response = call_in_process("BREW", re.sub(r"\{\w+\}", "x", path))
    return {method for method in response.headers["allow"].split(", ") if method in PROBED_METHODS}


def assert_routes_match_operations(content: Json) -> None:
    documented = {path: {method.upper() for method in methods} for path, methods in content["paths"].items()}
    assert documented == {path: allowed_methods(path) for path in route_paths()}


def test_documented_operations_match_the_routes() -> None:
    assert_routes_match_operations(fetch_openapi_document())


def test_the_comparison_detects_a_missing_route(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(urls, "urlpatterns", urls.urlpatterns[:-1])
    with pytest.raises(AssertionError):
        assert_routes_match_operations(fetch_openapi_document())


def test_documented_security_matches_actual_authentication() -> None:
    content = fetch_openapi_document()
    for (method, path), operation in OpenApiContract(content).operations.items():
        response = call_in_process(method, re.sub(r"\{\w+\}", "x", path), b"{}" if method == "POST" else b"")
        assert (response.status == 401) is bool(operation["security"]), (method, path, response)


def test_the_document_lists_exactly_the_existing_error_codes() -> None:
    assert set(fetch_openapi_document()["components"]["schemas"]["Problem"]["properties"]["code"]["enum"]) == set(
        PROBLEM_CODES
    )


def play_whole_match(contract: OpenApiContract) -> None:
    """Play a match to its end with every operation, and check every response."""
    table: Any = object.__new__(GameTable)
    table.players = [CheckedPlayer(contract, PLAYER_NAMES[seat]) for seat in range(3)]
    table.host, ben, cleo = table.players
    # Read past the contract: the first answer that it sees becomes the example, and should have entries.
    cursor = read_feed(table.host.id, None).cursor
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
    table.play_until("over")
    for path in ("/me/history", "/me/statistics", f"/users/{ben.id}", "/decks/base/statistics"):
        table.host.send("GET", path).ok()
    record = table.host.send("GET", f"/matches/{table.id}/record")
    table.host.send("POST", "/imports", record.content, content_type="application/x-ndjson").ok()
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
    available_actions = table.host.view(table.id)["actions"]
    assert available_actions == [{"type": "rematch"}]
    rematch = table.host.command(table.id, "rematch").ok()["id"]
    table.host.get("/me/matches", after=cursor).ok()
    table.host.act(rematch, "start")
    table.host.act(rematch, "resign")
    table.host.view(rematch)


def use_lobby_operations(contract: OpenApiContract) -> None:
    """Use every way to join a match, and check every response."""
    ada, ben, cleo = (CheckedPlayer(contract, name) for name in PLAYER_NAMES[:3])
    match = ada.open(ruleset="classic", seats=4, visibility="private")
    invite = ada.send("POST", f"/matches/{match}/invites", {"seat": 2}).ok(201)
    ben.get(f"/invites/{invite['code']}").ok()
    ben.sit(match, invite=invite["code"])
    assert ben.get(f"/invites/{invite['code']}").code == "not_found"
    spare = ada.send("POST", f"/matches/{match}/invites").ok(201)
    ada.get(f"/matches/{match}/invites").ok()
    ada.send("DELETE", f"/matches/{match}/invites/{spare['id']}").ok()
    ada.act(match, "move", {"seat": 1})
    ada.act(match, "host", {"seat": 2})
    ada.events(match)
    assert [player.send("POST", "/quick", {"ruleset": "odyssey"}).status for player in (ben, cleo)] == [201, 200]


def play_match_with_entropy(contract: OpenApiContract) -> None:
    """Play a match that waits for entropy, and check every response."""
    table: Any = object.__new__(GameTable)
    table.players = [CheckedPlayer(contract, PLAYER_NAMES[seat]) for seat in range(3)]
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


def play_match_with_absences(contract: OpenApiContract) -> None:
    """Call time, miss moves and come back, and check every response."""
    table: Any = object.__new__(GameTable)
    table.players = [CheckedPlayer(contract, PLAYER_NAMES[seat]) for seat in range(3)]
    host, *others = table.players
    table.id = host.open(ruleset="classic", call_after=60, call_grace=30)
    for player in others:
        player.sit(table.id)
    host.act(table.id, "start")
    clue = {"card": host.view(table.id)["you"]["hand"][0], "clue": {"kind": "song"}}
    host.act(table.id, "clue", clue)
    for seconds in (120, 240):
        assert host.command(table.id, "call_time").code == "too_early"
        with database_clock_ahead_by(timedelta(seconds=seconds)):
            host.act(table.id, "call_time")
        host.view(table.id)
        end_phase(table.id)
    others[0].act(table.id, "resume")
    host.events(table.id)
    assert [seat["skipped"] for seat in host.view(table.id)["seats"]] == [False, False, True]


def use_identity_operations(contract: OpenApiContract) -> None:
    """Use an account, its tokens and what they allow, and check every response."""
    guest: Any = CheckedPlayer(contract, "Ada")
    guest.send("POST", "/me/upgrade", {"password": PASSWORD}).ok()
    account_content = post_without_token(
        "/accounts", guest.transport, name="Bea", password=PASSWORD, email="bea@example.org"
    ).ok(201)
    account = player_from(account_content, guest.transport)
    account.open()
    account.send("PATCH", "/me", {"name": "Bea B.", "current_password": PASSWORD}).ok()
    token_content = account.send("POST", "/tokens", {"scopes": ["match:read"], "label": "bot"}).ok(201)
    assert player_from(token_content, guest.transport).send("DELETE", "/tokens").code == "missing_scope"
    post_without_token("/tokens", guest.transport, name="Bea B.", password=PASSWORD).ok(201)
    assert (
        post_without_token("/tokens", guest.transport, name="Bea B.", password="another one").code
        == "wrong_credentials"
    )
    account.get("/tokens").ok()
    assert account.send("DELETE", f"/tokens/{token_content['id']}").status == 204
    assert account.send("DELETE", "/tokens", {"current_password": PASSWORD}).status == 204
    account.get("/me/export").ok()


def play_party_and_team(contract: OpenApiContract) -> None:
    """Use what only Party and Team have, and check every response."""
    for ruleset, phase in (("party", "reveal"), ("team", "submitting")):
        table: Any = object.__new__(GameTable)
        table.players = [CheckedPlayer(contract, PLAYER_NAMES[seat]) for seat in range(6)]
        table.host = table.players[0]
        table.id = table.host.open(ruleset=ruleset, seats=6)
        for player in table.players[1:]:
            player.sit(table.id)
        table.start().play_until(phase)
        for player in table.players:
            player.command(table.id, "signal", {"word": "give"})
            player.events(table.id)
            player.view(table.id)


def test_every_response_of_a_whole_match_matches_the_document() -> None:
    contract = OpenApiContract(fetch_openapi_document())
    play_whole_match(contract)
    play_party_and_team(contract)
    use_lobby_operations(contract)
    play_match_with_entropy(contract)
    play_match_with_absences(contract)
    use_identity_operations(contract)
    assert contract.operations_seen == {operation["operationId"] for operation in contract.operations.values()}


@pytest.mark.parametrize("spoil", ["retyped", "undeclared", "missing"])
def test_the_contract_check_detects_undocumented_responses(spoil: str) -> None:
    content = fetch_openapi_document()
    schema = content["components"]["schemas"]["EventPage"]
    if spoil == "retyped":
        schema["properties"]["version"]["type"] = "string"
    elif spoil == "undeclared":
        del schema["properties"]["version"]
        schema["required"].remove("version")
    else:
        schema["required"].append("total")
    ada = CheckedPlayer(OpenApiContract(content))
    match = ada.open()
    with pytest.raises(Exception, match=r"version|total"):
        ada.events(match)


@pytest.mark.parametrize("path", ["/docs", "/docs/live", "/docs/errors"])
def test_documentation_pages_load_nothing_from_other_origins(path: str) -> None:
    response = call_in_process("GET", path)
    page = response.content.decode()
    assert response.status == 200
    assert response.headers["content-type"].startswith("text/html")
    assert "default-src 'none'" in response.headers["content-security-policy"]
    assert "http:" not in response.headers["content-security-policy"] + page
    assert "https:" not in response.headers["content-security-policy"] + page
    assert not re.search(r"""(?:src|href|url)\s*[=(]\s*["']?//""", page)
    scripts = re.findall("<script([^>]*)>", page)
    nonces = re.findall("'nonce-([^']+)'", response.headers["content-security-policy"])
    assert all("src=" in script or f'nonce="{nonces[0]}"' in script for script in scripts)


def test_the_websocket_page_formats_code() -> None:
    page = call_in_process("GET", "/docs/live").content.decode()
    assert "`" not in re.sub(r"<pre>.*?</pre>", "", page, flags=re.DOTALL)
    assert "<code>since</code>" in page
    assert page.count('class="reply"') == 10


def test_text_around_code_is_escaped() -> None:
    assert inline_code("a < b, `x & y`, 'c' and `d`") == (
        "a &lt; b, <code>x &amp; y</code>, &#x27;c&#x27; and <code>d</code>"
    )


def test_an_unknown_host_name_is_refused_with_an_explanation() -> None:
    response = call_in_process("GET", "/asyncapi.json", b"", {"Host": "club.example"})
    assert (response.status, response.code) == (400, "malformed")
    assert "ALLOWED_HOSTS" in response.json["detail"]


def test_the_errors_page_has_an_anchor_for_every_code() -> None:
    page = call_in_process("GET", "/docs/errors").content.decode()
    assert set(re.findall('id="([a-z_]+)"', page)) == set(PROBLEM_CODES)


def test_every_operation_has_a_summary_and_a_unique_id() -> None:
    assert all(operation.summary.endswith(".") for operation in operations.OPERATIONS)
    assert len({operation.id for operation in operations.OPERATIONS}) == len(operations.OPERATIONS)


def test_documented_parameters_are_accepted() -> None:
    ada = Player()
    match = ada.open()
    for query in ("after=0", "wait=0", "at=1", "as=public", "as=seat:0"):
        assert ada.send("GET", f"/matches/{match}?{query}").status == 200
    for query in ("after=0", "limit=1000", "wait=0"):
        assert ada.send("GET", f"/matches/{match}/events?{query}").status == 200
    for query in ("status=over", "ruleset=classic", "mine=false"):
        assert ada.send("GET", f"/matches?{query}").status == 200


def has_no_false_items(schema: Any) -> bool:
    """Return whether common client generators support the schema: no schema is just true or false."""
    if isinstance(schema, list):
        return all(has_no_false_items(part) for part in schema)
    if not isinstance(schema, dict):
        return True
    return schema.get("items") is not False and all(has_no_false_items(part) for part in schema.values())


def errors_have_types(responses: Json) -> bool:
    schemas = [answer["content"]["application/problem+json"]["schema"] for answer in responses.values()]
    return all(schema["allOf"][1]["properties"]["status"].get("type") == "integer" for schema in schemas)


def test_client_generators_support_the_whole_document() -> None:
    components = fetch_openapi_document()["components"]
    assert has_no_false_items(components)
    assert errors_have_types(components["responses"])


def test_the_generator_check_detects_a_false_schema() -> None:
    assert not has_no_false_items(msgspec.json.schema(tuple[int, int]))
