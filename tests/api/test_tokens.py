"""Tokens for scripts and bots: never more powerful than their creator, listed without secrets, and revocable."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts import tokens
from accounts.models import SCOPES, Token, User
from games.timers.tasks import forget_old_tokens
from tests.api.account_helpers import PASSWORD, create_account, log_in, player_from, post_without_token, unique_name
from tests.api.api_client import ApiResponse, Json, Player

pytestmark = pytest.mark.django_db

ALL_SCOPES = set(SCOPES)


def create_token(player: Player, **options: Any) -> ApiResponse:
    return player.send("POST", "/tokens", options)


def player_with_new_token(player: Player, **options: Any) -> Player:
    """Return the same player with a token that this one has created."""
    return player_from(create_token(player, **options).ok(201))


def list_tokens(player: Player) -> list[Json]:
    results: list[Json] = player.get("/tokens").ok()["results"]
    return results


def parse_time(text: str) -> datetime:
    return datetime.fromisoformat(text)


def test_a_password_login_creates_a_token_with_scopes_and_expiry() -> None:
    account = create_account()
    options: Json = {"scopes": ["history:read", "match:read"], "label": "my bot", "expires_in": 3600}
    response = post_without_token("/tokens", name=account.name, password=PASSWORD, **options)
    content = response.ok(201)
    assert content["user"] == {"id": account.id, "name": account.name, "kind": "human"}
    assert (content["scopes"], content["label"]) == (["match:read", "history:read"], "my bot")
    assert timedelta(minutes=59) < parse_time(content["expires_at"]) - timezone.now() <= timedelta(hours=1)
    assert content["token"].startswith("dxt_")
    assert response.headers["cache-control"] == "no-store"
    bot = player_from(content)
    assert bot.get("/matches").status == 200
    assert bot.send("POST", "/matches", {"ruleset": "classic"}).json["required_scope"] == "match:create"


def test_a_derived_token_has_no_more_scopes_and_no_later_expiry() -> None:
    account = create_account()
    limited = log_in(account.name, scopes=["match:read", "match:play"], expires_in=600)
    child = create_token(limited, expires_in=3600, label="child").ok(201)
    assert child["scopes"] == ["match:read", "match:play"]
    maker = Token.objects.get(id=Token.objects.get(id=child["id"]).made_by_id)
    assert parse_time(child["expires_at"]) == maker.expires_at
    refused = create_token(limited, scopes=["match:read", "history:read"])
    assert (refused.status, refused.code, refused.json["required_scope"]) == (403, "missing_scope", "history:read")
    assert player_with_new_token(player_from(child), scopes=["match:read"]).get("/me").ok()["scopes"] == ["match:read"]


def test_creating_a_token_requires_a_password_or_a_token() -> None:
    assert post_without_token("/tokens").code == "unauthenticated"
    halves: list[Json] = [{"name": "Ann"}, {"password": PASSWORD}]
    for half in halves:
        assert post_without_token("/tokens", **half).code == "invalid"
    assert create_token(log_in(create_account().name, scopes=["match:play"])).json["required_scope"] == "match:read"


@pytest.mark.parametrize(
    "wish",
    [
        {"scopes": []},
        {"scopes": ["admin"]},
        {"scopes": "match:read"},
        {"expires_in": 59},
        {"expires_in": 366 * 24 * 3600 + 1},
        {"label": "x" * 41},
        {"label": "\u202eevil"},
        {"user": "u_1"},
    ],
)
def test_invalid_token_options_are_refused(wish: Json) -> None:
    assert create_token(create_account(), **wish).code == "invalid"


def test_tokens_are_listed_without_secrets() -> None:
    account = create_account()
    bot = player_with_new_token(account, label="my bot", scopes=["match:read"])
    later = log_in(account.name, label="telephone")
    token_list = list_tokens(account)
    assert [line["label"] for line in token_list] == ["telephone", "my bot", ""]
    assert [line["current"] for line in token_list] == [False, False, True]
    assert [line["made_by"] for line in token_list] == [None, token_list[2]["id"], None]
    assert [line["label"] for line in list_tokens(bot) if line["current"]] == ["my bot"]
    text = account.get("/tokens").content.decode()
    assert not any(player.token[4:] in text for player in (account, bot, later))
    assert Token.objects.get(id=token_list[0]["id"]).digest not in text


def test_expired_tokens_are_not_listed_and_get_deleted() -> None:
    account = create_account()
    log_in(account.name, label="old")
    Token.objects.filter(label="old", user_id=account.id).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert [line["label"] for line in list_tokens(account)] == [""]
    assert forget_old_tokens() >= 1
    assert not Token.objects.filter(label="old", user_id=account.id).exists()
    assert account.get("/me").status == 200


def test_revoking_a_token_also_revokes_its_derived_tokens_at_once() -> None:
    account = create_account()
    bot = player_with_new_token(account, label="bot")
    grandchild = player_with_new_token(bot)
    revoked = account.send("DELETE", f"/tokens/{list_tokens(bot)[1]['id']}")
    assert (revoked.status, revoked.content) == (204, b"")
    assert [player.get("/me").status for player in (account, bot, grandchild)] == [200, 401, 401]


def test_foreign_unknown_and_revoked_tokens_are_not_found_alike() -> None:
    account, other = create_account(), create_account()
    revoked_id = list_tokens(player_with_new_token(account))[0]["id"]
    account.send("DELETE", f"/tokens/{revoked_id}")
    responses = [
        account.send("DELETE", f"/tokens/{which}")
        for which in (revoked_id, list_tokens(other)[0]["id"], "t_none", "%00")
    ]
    assert [answer.status for answer in responses] == [404] * 4
    assert len({answer.content for answer in responses}) == 1
    assert other.get("/me").status == 200


def test_a_limited_token_may_revoke_only_itself() -> None:
    account = create_account()
    bot = log_in(account.name, scopes=["match:read", "match:play"])
    own_id, owner_id = (list_tokens(player)[which]["id"] for player, which in ((bot, 0), (bot, 1)))
    assert bot.send("DELETE", f"/tokens/{owner_id}").code == "missing_scope"
    for method, path, body in (
        ("DELETE", "/tokens", None),
        ("DELETE", "/me", None),
        ("PATCH", "/me", {"name": unique_name()}),
        ("POST", "/me/upgrade", {"password": PASSWORD}),
    ):
        assert bot.send(method, path, body).code == "missing_scope", path
    assert User.objects.get(id=account.id).name == account.name
    assert bot.send("DELETE", f"/tokens/{own_id}").status == 204
    assert (bot.get("/me").status, account.get("/me").status) == (401, 200)


def test_signing_out_everywhere_else_works_with_a_derived_token() -> None:
    account = create_account()
    other_session, current_session = log_in(account.name), player_with_new_token(account)
    assert current_session.send("DELETE", "/tokens", {"current_password": PASSWORD}).status == 204
    assert [player.get("/me").status for player in (account, other_session, current_session)] == [401, 401, 200]
    assert [line["made_by"] for line in list_tokens(current_session)] == [None]


def test_tokens_are_limited_but_a_login_always_gets_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MAX_VALID_TOKENS_PER_USER", 3)
    account = create_account()
    player_with_new_token(account, label="one")
    player_with_new_token(account, label="two")
    assert create_token(account).code == "too_many_tokens"
    log_in(account.name)
    assert account.get("/me").code == "unauthenticated"
    assert [line["label"] for line in list_tokens(log_in(account.name))] == ["", ""]


def test_a_token_without_all_scopes_can_take_up_only_some_places(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MAX_TOKENS_OF_LIMITED_TOKEN", 3)
    account = create_account()
    reader = player_with_new_token(account, scopes=["match:read"])
    child = player_with_new_token(reader)
    grandchild = player_with_new_token(child)
    player_with_new_token(grandchild)
    for each in (reader, child, grandchild):
        assert create_token(each).code == "too_many_tokens"
    other = player_with_new_token(account, scopes=["match:read"])
    assert create_token(other).status == 201, "another one has places of its own"
    for _ in range(4):
        account = player_with_new_token(account)
    assert len(list_tokens(account)) == 11


def change_password_during_next_login(account: Player, new: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate a concurrent password change right after the next login has checked the password."""
    original = tokens.authenticate

    def check_then_change_password(name: str, password: str) -> User:
        user = original(name, password)
        monkeypatch.setattr(tokens, "authenticate", original)
        account.send("PATCH", "/me", {"password": new, "current_password": PASSWORD}).ok()
        return user

    monkeypatch.setattr(tokens, "authenticate", check_then_change_password)


def test_a_login_concurrent_with_a_password_change_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    account = create_account()
    change_password_during_next_login(account, "another long walk", monkeypatch)
    assert post_without_token("/tokens", name=account.name, password=PASSWORD).code == "wrong_credentials"
    assert len(list_tokens(account)) == 1


def test_of_two_concurrent_password_changes_the_later_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    account, first = create_account(), "another long walk"
    change_password_during_next_login(account, first, monkeypatch)
    late = account.send("PATCH", "/me", {"password": "too late a walk", "current_password": PASSWORD})
    assert late.code == "wrong_credentials"
    log_in(account.name, first)
