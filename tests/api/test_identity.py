"""Guests, and tokens that are stored as digests."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import Token, User
from tests.api.api_client import Player, call_in_process

pytestmark = pytest.mark.django_db


def test_one_request_creates_a_guest_who_can_play() -> None:
    response = call_in_process("POST", "/guests", b'{"name": "Ada"}')
    guest = response.ok(201)
    assert set(guest) == {"user", "token", "scopes", "expires_at"}
    assert guest["user"] == {"id": guest["user"]["id"], "name": "Ada", "kind": "guest"}
    assert guest["token"].startswith("dxt_")
    assert set(guest["scopes"]) == {"match:read", "match:play", "match:create", "history:read"}
    assert datetime.fromisoformat(guest["expires_at"]) > datetime.now(UTC) + timedelta(days=1)
    assert guest["expires_at"].endswith("Z")
    assert response.headers["cache-control"] == "no-store"


def test_a_user_can_read_their_own_identity() -> None:
    ada = Player("Ada")
    response = ada.get("/me")
    content = response.ok()
    assert {name: content[name] for name in ("id", "name", "kind")} == {"id": ada.id, "name": "Ada", "kind": "guest"}
    assert response.headers["cache-control"] == "private, no-store"


def test_two_guests_with_the_same_name_are_different_users() -> None:
    one, other = Player("Ada"), Player("Ada")
    assert one.id != other.id
    assert one.token != other.token


def dump_database() -> str:
    """Return every value of every table, as text."""
    with connection.cursor() as cursor:
        rows = []
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            rows += cursor.fetchall()
    return repr(rows)


def test_tokens_are_not_stored_in_the_database() -> None:
    ada = Player()
    match = ada.open()
    everything = dump_database()
    assert ada.id in everything
    assert match in everything
    assert ada.token not in everything
    assert ada.token.removeprefix("dxt_") not in everything


def test_the_database_search_detects_a_stored_token() -> None:
    ada = Player()
    Token.objects.filter(user_id=ada.id).update(label=ada.token[4:44])
    assert ada.token[4:44] in dump_database()


def without_token(player: Player) -> str:
    return ""


def with_expired_token(player: Player) -> str:
    Token.objects.filter(user_id=player.id).update(expires_at=timezone.now() - timedelta(seconds=1))
    return f"Bearer {player.token}"


def with_token_of_inactive_user(player: Player) -> str:
    User.objects.filter(id=player.id).update(is_active=False)
    return f"Bearer {player.token}"


def with_revoked_token(player: Player) -> str:
    Token.objects.filter(user_id=player.id).delete()
    return f"Bearer {player.token}"


@pytest.mark.parametrize("path", ["/me", "/matches", "/matches/nowhere", "/matches/nowhere/events"])
@pytest.mark.parametrize("spoil", [without_token, with_expired_token, with_token_of_inactive_user, with_revoked_token])
def test_an_invalid_token_is_refused_everywhere(spoil, path: str) -> None:
    response = call_in_process("GET", path, b"", {"Authorization": spoil(Player())})
    assert (response.status, response.code) == (401, "unauthenticated")
    assert response.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer ", "Bearer dxt_", "Basic QTpC", "dxt_x", "Bearer \xe9", "Bearer a b"]
)
@pytest.mark.parametrize("path", ["/me", "/matches/nowhere"])
def test_a_malformed_authorization_header_is_refused(header: str, path: str) -> None:
    response = call_in_process("GET", path, b"", {"Authorization": header})
    assert (response.status, response.code) == (401, "unauthenticated")


def test_refusals_explain_how_to_authenticate() -> None:
    assert "POST /guests" in call_in_process("GET", "/me").json["detail"]
    without_scheme = call_in_process("GET", "/me", b"", {"Authorization": Player().token}).json["detail"]
    assert "the word Bearer" in without_scheme
    wrong = call_in_process("GET", "/me", b"", {"Authorization": "Bearer dxt_x"}).json["detail"]
    assert wrong == "The bearer token is unknown, expired or revoked."


def test_the_bearer_scheme_is_case_insensitive() -> None:
    assert call_in_process("GET", "/me", b"", {"Authorization": f"bEARER {Player().token}"}).status == 200


def test_a_cookie_does_not_authenticate() -> None:
    response = call_in_process("GET", "/me", b"", {"Cookie": f"sessionid=x; token={Player().token}"})
    assert response.code == "unauthenticated"


@pytest.mark.parametrize("path", ["/me", "/matches", "/matches/nowhere"])
def test_a_request_without_a_token_is_refused(path: str) -> None:
    assert call_in_process("GET", path).code == "unauthenticated"
