"""The fast path of commands: its answers are byte for byte those of Django's views, to which it leaves the unusual."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any

import pytest
from django.core.asgi import get_asgi_application

from accounts.authentication import token_from_header
from accounts.models import Token, User
from accounts.token_cache import TOKEN_CACHE
from games.webserver.command_fast_path import with_fast_commands
from tests.api.api_client import Player
from tests.api.game_table import GameTable

pytestmark = pytest.mark.django_db
Answer = tuple[int, list[tuple[bytes, bytes]], bytes]


@pytest.fixture
def _django_db_helper(own_database_of_module: None) -> None:
    """Take the place of pytest-django's: no transaction around a test, as the writer's thread would not see into it."""


class PassedOn(Exception):
    """The fast path has left the request to Django."""


async def pass_on(scope: Any, receive: Any, send: Any) -> None:
    raise PassedOn


def call(application: Any, path: str, body: bytes, headers: Mapping[str, str], query: str = "") -> Answer:
    messages: list[dict[str, Any]] = []
    given = {"content-length": str(len(body)), "content-type": "application/json", "host": "localhost", **headers}
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "scheme": "http",
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in given.items()],
        "client": ("127.0.0.1", 5000),
        "server": ("127.0.0.1", 8000),
    }

    async def run() -> None:
        waiting = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> dict[str, Any]:
            if waiting:
                return waiting.pop()
            await asyncio.Event().wait()
            raise AssertionError

        async def send(message: dict[str, Any]) -> None:
            messages.append(message)

        await application(scope, receive, send)

    asyncio.run(run())
    start, *parts = messages
    return start["status"], sorted(start["headers"]), b"".join(part.get("body", b"") for part in parts)


fast_application = with_fast_commands(pass_on)
django_application = get_asgi_application()


def remember(player: Player) -> dict[str, str]:
    """Return the player's header, with all in memory that the fast path needs."""
    header = f"Bearer {player.token}"
    assert token_from_header(header, may_be_cached=True)
    return {"authorization": header}


@pytest.fixture
def table() -> GameTable:
    return GameTable(3, ruleset="classic").start()


def storyteller_and_card(table: GameTable) -> tuple[Player, str]:
    player = table.players[0]
    return player, player.get(f"/matches/{table.id}").ok()["you"]["hand"][0]


def clue(card: str, text: str = "rain") -> bytes:
    return json.dumps({"card": card, "clue": {"kind": "text", "text": text}}).encode()


def test_an_accepted_command_is_answered_as_django_answers_its_repetition(table: GameTable):
    player, card = storyteller_and_card(table)
    path, headers = f"/api/v1/matches/{table.id}/clue", {**remember(player), "idempotency-key": "once"}
    first = call(fast_application, path, clue(card), headers)
    assert first[0] == 200
    assert call(django_application, path, clue(card), headers) == first
    assert call(fast_application, path, clue(card), headers) == first


FAULTS: dict[str, tuple[str, bytes, dict[str, str]]] = {
    "not a move": ("ready", b"{}", {}),
    "an empty body": ("ready", b"", {}),
    "malformed": ("ready", b"{", {}),
    "doubled key": ("ready", b'{"phase":"1.voting","phase":"1.voting"}', {}),
    "unknown field": ("ready", b'{"more":1}', {}),
    "invalid": ("vote", b'{"slots":"x"}', {}),
    "another phase": ("ready", b'{"phase":"9.voting"}', {}),
    "bad key": ("ready", b"{}", {"idempotency-key": "a b"}),
    "two keys": ("ready", b'{"command_id":"a"}', {"idempotency-key": "b"}),
    "quoted key": ("ready", b"{}", {"idempotency-key": '"k"'}),
    "bad version": ("ready", b"{}", {"if-match": "x"}),
    "another version": ("ready", b"{}", {"if-match": '"1"'}),
    "not UTF-8": ("claim", b'{"text":"\xff"}', {}),
    "a claim with a text": ("claim", b'{"text":"The Nautilus"}', {"if-match": "*"}),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_refusal_is_the_same_both_ways(table: GameTable, fault: str):
    name, body, extra = FAULTS[fault]
    path, headers = f"/api/v1/matches/{table.id}/{name}", {**remember(table.players[1]), **extra}
    answer = call(fast_application, path, body, headers)
    assert answer[0] >= 400
    assert answer == call(django_application, path, body, headers)


def test_a_match_that_does_not_exist_is_the_same_both_ways(table: GameTable):
    path, headers = f"/api/v1/matches/{'0' * 32}/ready", remember(table.players[0])
    answer = call(fast_application, path, b"{}", headers)
    assert answer[0] == 404
    assert answer == call(django_application, path, b"{}", headers)


def test_a_token_without_the_scope_is_refused_both_ways(table: GameTable):
    player = table.players[0]
    player.token = Token.objects.issue(User.objects.get(id=player.id), scopes=["match:read"])[1]
    path, headers = f"/api/v1/matches/{table.id}/ready", remember(player)
    answer = call(fast_application, path, b"{}", headers)
    assert answer[0] == 403
    assert answer == call(django_application, path, b"{}", headers)


UNUSUAL: dict[str, dict[str, Any]] = {
    "a query": {"query": "a=1"},
    "no token": {"headers": {"authorization": ""}},
    "an unknown token": {"headers": {"authorization": "Bearer dxt_unknown"}},
    "another type": {"headers": {"content-type": "text/plain"}},
    "a type with a parameter": {"headers": {"content-type": "application/json; charset=utf-8"}},
    "too long": {"body": b" " * 9000},
    "another route": {"path": "seats"},
    "a command that needs a quota": {"path": "rematch"},
}


@pytest.mark.parametrize("kind", UNUSUAL)
def test_what_is_unusual_goes_to_django(table: GameTable, kind: str):
    unusual = UNUSUAL[kind]
    path = f"/api/v1/matches/{table.id}/{unusual.get('path', 'ready')}"
    headers = {**remember(table.players[0]), **unusual.get("headers", {})}
    with pytest.raises(PassedOn):
        call(fast_application, path, unusual.get("body", b"{}"), headers, unusual.get("query", ""))


def test_a_token_that_is_not_remembered_is_looked_up(table: GameTable):
    headers, path = remember(table.players[0]), f"/api/v1/matches/{table.id}/ready"
    TOKEN_CACHE.drop_user(table.players[0].id)
    assert call(fast_application, path, b"{}", headers) == call(django_application, path, b"{}", headers)


def test_a_token_that_is_not_valid_goes_to_django(table: GameTable):
    headers = remember(table.players[0])
    Token.objects.filter(user_id=table.players[0].id).delete()
    TOKEN_CACHE.drop_user(table.players[0].id)
    with pytest.raises(PassedOn):
        call(fast_application, f"/api/v1/matches/{table.id}/ready", b"{}", headers)


def test_a_request_beyond_the_rate_limit_is_refused_both_ways(table: GameTable, settings: Any):
    headers, path = remember(table.players[0]), f"/api/v1/matches/{table.id}/ready"
    settings.RATE_LIMITS = 1 / 600
    answers = [call(application, path, b"{}", headers) for application in (fast_application, fast_application)]
    assert [status for status, *_ in answers] == [409, 429]
    expected = call(django_application, path, b"{}", headers)
    assert answers[1][0] == expected[0]
    assert [name for name, _ in answers[1][1]] == [name for name, _ in expected[1]]
