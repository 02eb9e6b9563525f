"""Who may speak: guests, and tokens that are kept as digests."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import Token, User
from tests.api.client import Player, inside

pytestmark = pytest.mark.django_db


def test_a_guest_can_play_after_one_call() -> None:
    answer = inside("POST", "/guests", b'{"name": "Ada"}')
    guest = answer.ok(201)
    assert set(guest) == {"user", "token", "scopes", "expires_at"}
    assert guest["user"] == {"id": guest["user"]["id"], "name": "Ada", "kind": "guest"}
    assert guest["token"].startswith("dxt_")
    assert set(guest["scopes"]) == {"match:read", "match:play", "match:create", "history:read"}
    assert datetime.fromisoformat(guest["expires_at"]) > datetime.now(UTC) + timedelta(days=1)
    assert guest["expires_at"].endswith("Z")
    assert answer.headers["cache-control"] == "no-store"


def test_everyone_can_ask_who_they_are() -> None:
    ada = Player("Ada")
    answer = ada.get("/me")
    told = answer.ok()
    assert {name: told[name] for name in ("id", "name", "kind")} == {"id": ada.id, "name": "Ada", "kind": "guest"}
    assert answer.headers["cache-control"] == "private, no-store"


def test_two_guests_of_one_name_are_two_people() -> None:
    one, other = Player("Ada"), Player("Ada")
    assert one.id != other.id
    assert one.token != other.token


def whole_database() -> str:
    """Every value of every table, as text."""
    with connection.cursor() as cursor:
        rows = []
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            rows += cursor.fetchall()
    return repr(rows)


def test_no_token_lies_in_the_database() -> None:
    ada = Player()
    match = ada.open()
    everything = whole_database()
    assert ada.id in everything
    assert match in everything
    assert ada.token not in everything
    assert ada.token.removeprefix("dxt_") not in everything


def test_the_search_for_tokens_would_find_one() -> None:
    ada = Player()
    Token.objects.filter(user_id=ada.id).update(label=ada.token[4:44])
    assert ada.token[4:44] in whole_database()


def no_token(player: Player) -> str:
    return ""


def expired(player: Player) -> str:
    Token.objects.filter(user_id=player.id).update(expires_at=timezone.now() - timedelta(seconds=1))
    return f"Bearer {player.token}"


def inactive(player: Player) -> str:
    User.objects.filter(id=player.id).update(is_active=False)
    return f"Bearer {player.token}"


def revoked(player: Player) -> str:
    Token.objects.filter(user_id=player.id).delete()
    return f"Bearer {player.token}"


@pytest.mark.parametrize("path", ["/me", "/matches", "/matches/nowhere", "/matches/nowhere/events"])
@pytest.mark.parametrize("spoil", [no_token, expired, inactive, revoked])
def test_a_token_that_is_no_longer_good_is_refused_everywhere(spoil, path: str) -> None:
    answer = inside("GET", path, b"", {"Authorization": spoil(Player())})
    assert (answer.status, answer.code) == (401, "unauthenticated")
    assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer ", "Bearer dxt_", "Basic QTpC", "dxt_x", "Bearer \xe9", "Bearer a b"]
)
@pytest.mark.parametrize("path", ["/me", "/matches/nowhere"])
def test_garbage_is_no_token(header: str, path: str) -> None:
    answer = inside("GET", path, b"", {"Authorization": header})
    assert (answer.status, answer.code) == (401, "unauthenticated")


def test_who_is_refused_is_told_how_to_show_a_token() -> None:
    assert "POST /guests" in inside("GET", "/me").json["detail"]
    forgotten = inside("GET", "/me", b"", {"Authorization": Player().token}).json["detail"]
    assert "the word Bearer" in forgotten
    wrong = inside("GET", "/me", b"", {"Authorization": "Bearer dxt_x"}).json["detail"]
    assert wrong == "The bearer token is unknown, expired or revoked."


def test_the_word_bearer_may_be_written_in_any_case() -> None:
    assert inside("GET", "/me", b"", {"Authorization": f"bEARER {Player().token}"}).status == 200


def test_a_cookie_is_no_token() -> None:
    answer = inside("GET", "/me", b"", {"Cookie": f"sessionid=x; token={Player().token}"})
    assert answer.code == "unauthenticated"


@pytest.mark.parametrize("path", ["/me", "/matches", "/matches/nowhere"])
def test_no_token_at_all_is_refused(path: str) -> None:
    assert inside("GET", path).code == "unauthenticated"
