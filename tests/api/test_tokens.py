"""Tokens for scripts and bots: no stronger than what has made them, listed without their secrets, and revoked."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts import tokens
from accounts.models import SCOPES, Token, User
from games.timers.tasks import forget_old_tokens
from tests.api.client import Answer, Json, Player
from tests.api.people import PASSWORD, fresh, joined, logged_in, of, post

pytestmark = pytest.mark.django_db

WHOLE = set(SCOPES)


def make(player: Player, **wish: Any) -> Answer:
    return player.send("POST", "/tokens", wish)


def made(player: Player, **wish: Any) -> Player:
    """The same person with a token that this one has made."""
    return of(make(player, **wish).ok(201))


def listed(player: Player) -> list[Json]:
    found: list[Json] = player.get("/tokens").ok()["results"]
    return found


def time_of(text: str) -> datetime:
    return datetime.fromisoformat(text)


def test_a_token_is_made_by_a_password_for_some_things_and_some_time() -> None:
    account = joined()
    wish: Json = {"scopes": ["history:read", "match:read"], "label": "my bot", "expires_in": 3600}
    answer = post("/tokens", name=account.name, password=PASSWORD, **wish)
    told = answer.ok(201)
    assert told["user"] == {"id": account.id, "name": account.name, "kind": "human"}
    assert (told["scopes"], told["label"]) == (["match:read", "history:read"], "my bot")
    assert timedelta(minutes=59) < time_of(told["expires_at"]) - timezone.now() <= timedelta(hours=1)
    assert told["token"].startswith("dxt_")
    assert answer.headers["cache-control"] == "no-store"
    bot = of(told)
    assert bot.get("/matches").status == 200
    assert bot.send("POST", "/matches", {"ruleset": "classic"}).json["required_scope"] == "match:create"


def test_a_token_makes_another_that_is_good_for_no_more_and_no_longer() -> None:
    account = joined()
    narrow = logged_in(account.name, scopes=["match:read", "match:play"], expires_in=600)
    child = make(narrow, expires_in=3600, label="child").ok(201)
    assert child["scopes"] == ["match:read", "match:play"]
    maker = Token.objects.get(id=Token.objects.get(id=child["id"]).made_by_id)
    assert time_of(child["expires_at"]) == maker.expires_at
    refused = make(narrow, scopes=["match:read", "history:read"])
    assert (refused.status, refused.code, refused.json["required_scope"]) == (403, "missing_scope", "history:read")
    assert made(of(child), scopes=["match:read"]).get("/me").ok()["scopes"] == ["match:read"]


def test_without_a_password_or_a_token_there_is_none() -> None:
    assert post("/tokens").code == "unauthenticated"
    halves: list[Json] = [{"name": "Ann"}, {"password": PASSWORD}]
    for half in halves:
        assert post("/tokens", **half).code == "invalid"
    assert make(logged_in(joined().name, scopes=["match:play"])).json["required_scope"] == "match:read"


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
def test_a_wish_that_cant_be_granted_is_refused(wish: Json) -> None:
    assert make(joined(), **wish).code == "invalid"


def test_tokens_are_listed_without_their_secrets() -> None:
    account = joined()
    bot = made(account, label="my bot", scopes=["match:read"])
    later = logged_in(account.name, label="telephone")
    found = listed(account)
    assert [line["label"] for line in found] == ["telephone", "my bot", ""]
    assert [line["current"] for line in found] == [False, False, True]
    assert [line["made_by"] for line in found] == [None, found[2]["id"], None]
    assert [line["label"] for line in listed(bot) if line["current"]] == ["my bot"]
    text = account.get("/tokens").content.decode()
    assert not any(player.token[4:] in text for player in (account, bot, later))
    assert Token.objects.get(id=found[0]["id"]).digest not in text


def test_a_token_that_has_expired_is_listed_no_more_and_soon_forgotten() -> None:
    account = joined()
    logged_in(account.name, label="old")
    Token.objects.filter(label="old", user_id=account.id).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert [line["label"] for line in listed(account)] == [""]
    assert forget_old_tokens() >= 1
    assert not Token.objects.filter(label="old", user_id=account.id).exists()
    assert account.get("/me").status == 200


def test_a_revoked_token_is_refused_at_once_and_so_is_what_it_has_made() -> None:
    account = joined()
    bot = made(account, label="bot")
    grandchild = made(bot)
    revoked = account.send("DELETE", f"/tokens/{listed(bot)[1]['id']}")
    assert (revoked.status, revoked.content) == (204, b"")
    assert [player.get("/me").status for player in (account, bot, grandchild)] == [200, 401, 401]


def test_another_ones_token_an_unknown_one_and_one_that_is_gone_are_not_found_alike() -> None:
    account, other = joined(), joined()
    gone = listed(made(account))[0]["id"]
    account.send("DELETE", f"/tokens/{gone}")
    answers = [account.send("DELETE", f"/tokens/{which}") for which in (gone, listed(other)[0]["id"], "t_none", "%00")]
    assert [answer.status for answer in answers] == [404] * 4
    assert len({answer.content for answer in answers}) == 1
    assert other.get("/me").status == 200


def test_a_token_without_every_scope_may_revoke_itself_and_nothing_else_of_its_owner() -> None:
    account = joined()
    bot = logged_in(account.name, scopes=["match:read", "match:play"])
    own, owners = (listed(player)[which]["id"] for player, which in ((bot, 0), (bot, 1)))
    assert bot.send("DELETE", f"/tokens/{owners}").code == "missing_scope"
    for method, path, body in (
        ("DELETE", "/tokens", None),
        ("DELETE", "/me", None),
        ("PATCH", "/me", {"name": fresh()}),
        ("POST", "/me/upgrade", {"password": PASSWORD}),
    ):
        assert bot.send(method, path, body).code == "missing_scope", path
    assert User.objects.get(id=account.id).name == account.name
    assert bot.send("DELETE", f"/tokens/{own}").status == 204
    assert (bot.get("/me").status, account.get("/me").status) == (401, 200)


def test_one_can_sign_out_everywhere_else_also_by_a_token_that_another_has_made() -> None:
    account = joined()
    elsewhere, here = logged_in(account.name), made(account)
    assert here.send("DELETE", "/tokens").status == 204
    assert [player.get("/me").status for player in (account, elsewhere, here)] == [401, 401, 200]
    assert [line["made_by"] for line in listed(here)] == [None]


def test_there_are_so_many_tokens_and_a_login_always_gets_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MAX_VALID_TOKENS_PER_USER", 3)
    account = joined()
    made(account, label="one")
    made(account, label="two")
    assert make(account).code == "too_many_tokens"
    logged_in(account.name)
    assert account.get("/me").code == "unauthenticated"
    assert [line["label"] for line in listed(logged_in(account.name))] == ["", ""]


def overtaken(account: Player, new: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As soon as the password has been shown next time, it is changed by somebody who was quicker."""
    knowing = tokens.authenticate

    def known(name: str, password: str) -> User:
        user = knowing(name, password)
        monkeypatch.setattr(tokens, "authenticate", knowing)
        account.send("PATCH", "/me", {"password": new, "current_password": PASSWORD}).ok()
        return user

    monkeypatch.setattr(tokens, "authenticate", known)


def test_a_login_that_was_overtaken_by_a_new_password_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    account = joined()
    overtaken(account, "another long walk", monkeypatch)
    assert post("/tokens", name=account.name, password=PASSWORD).code == "wrong_credentials"
    assert len(listed(account)) == 1


def test_a_new_password_that_was_overtaken_by_another_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    account, first = joined(), "another long walk"
    overtaken(account, first, monkeypatch)
    late = account.send("PATCH", "/me", {"password": "too late a walk", "current_password": PASSWORD})
    assert late.code == "wrong_credentials"
    logged_in(account.name, first)
