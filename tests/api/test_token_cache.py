"""Tokens are remembered for a moment, and forgotten as soon as anything about them or their user changes."""

import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts import registration, token_cache, tokens
from accounts.authentication import BadToken, peek_token
from accounts.models import Credential, Token, User, token_digest
from accounts.token_cache import TOKEN_CACHE, CachedCredential, TokenCache
from games.api.plain_views import require_still_valid
from games.staff import moderation
from tests.api.api_client import Player

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    TOKEN_CACHE.clear()
    yield
    TOKEN_CACHE.clear()


def token_queries(work: Callable[[], Any]) -> int:
    """Return how many statements of some work look a token up."""
    statements: list[str] = []

    def note(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        statements.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        work()
    return sum("accounts_token" in statement for statement in statements)


def credential_of(token: Token) -> Credential:
    return Credential(token, 60.0)


def issue(**options: Any) -> tuple[Token, str]:
    return Token.objects.issue(User.objects.create_guest("Ada"), **options)


def test_reads_and_commands_look_a_token_up_once():
    ada = Player()
    match = ada.open(seats=4)
    TOKEN_CACHE.clear()
    assert token_queries(lambda: ada.view(match)) == 1
    assert token_queries(lambda: [ada.view(match), ada.get("/matches"), ada.command(match, "ready")]) == 0


def test_what_needs_the_present_name_or_a_password_asks_the_database():
    ada, ben = Player("Ada"), Player("Ben")
    match = ada.open(seats=4)
    ben.view(match)
    # Not announced, so the cache doesn't know.
    User.objects.filter(id=ben.id).update(name="Benjamin")
    assert ben.sit(match)["version"] > 1
    assert [seat["player"]["name"] for seat in ada.view(match)["seats"] if seat["player"]] == ["Ada", "Benjamin"]
    User.objects.filter(id=ben.id).update(name="Benny")
    quick = ben.send("POST", "/quick", {"ruleset": "classic", "seats": 4}).json
    assert [seat["player"]["name"] for seat in quick["seats"] if seat["player"]][-1] == "Benny"
    ben.view(match)
    Token.objects.filter(user_id=ben.id).delete()
    assert TOKEN_CACHE.peek(ben.token) is not None
    assert ben.send("DELETE", "/me", {}).code == "unauthenticated"
    assert ben.send("POST", "/matches", {"ruleset": "odyssey"}).code == "unauthenticated"
    assert ben.send("POST", f"/matches/{match}/invites", {}).code == "unauthenticated"


def test_a_request_that_has_waited_asks_the_database():
    token, secret = issue()
    TOKEN_CACHE.find(secret)
    Token.objects.filter(id=token.id).delete()
    assert TOKEN_CACHE.peek(secret) == token
    with pytest.raises(BadToken):
        require_still_valid(token)


def revoke(token: Token) -> None:
    assert tokens.revoke(token.user, token.id)


def revoke_parent(token: Token) -> None:
    parent, _ = Token.objects.issue(token.user)
    Token.objects.filter(id=token.id).update(made_by=parent)
    revoke(parent)


def revoke_others(token: Token) -> None:
    tokens.revoke_others(Token.objects.issue(token.user)[0])


def change_password(token: Token) -> None:
    registration.update_user(Token.objects.issue(token.user)[0], {"password": "hashed"}, None)


def issue_too_many(token: Token) -> None:
    user = User.objects.get(id=token.user_id)
    for _ in range(tokens.MAX_VALID_TOKENS_PER_USER):
        tokens.issue_by_password(user, tokens.TokenRequest())


def ban(token: Token) -> None:
    moderation.ban_user(token.user_id, by="staff", reason="rude")


def revoke_by_staff(token: Token) -> None:
    moderation.revoke_token(token.user_id, token.id, by="staff", reason="leaked")


INVALIDATIONS = (revoke, revoke_parent, revoke_others, change_password, issue_too_many, ban, revoke_by_staff)


@pytest.mark.parametrize("invalidate", INVALIDATIONS)
def test_an_invalidated_token_is_forgotten_at_once_and_announced(
    invalidate: Callable[[Token], None],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
):
    announced: list[str] = []
    monkeypatch.setattr(token_cache, "_announce_change", [announced.append])
    token, secret = issue()
    assert TOKEN_CACHE.find(secret) == TOKEN_CACHE.peek(secret) == token
    with django_capture_on_commit_callbacks() as callbacks:
        invalidate(Token.objects.get(id=token.id))
        assert TOKEN_CACHE.peek(secret) is None
    # Another thread has read it again before the commit.
    TOKEN_CACHE._cached[token_digest(secret)] = CachedCredential(credential_of(token), time.monotonic() + 2)
    assert TOKEN_CACHE.peek(secret) == token
    for callback in callbacks:
        callback()
    assert TOKEN_CACHE.find(secret) is None
    assert set(announced) == {token.user_id}


def test_an_erased_user_is_unknown_at_once_and_a_new_name_is_shown():
    ada = Player()
    match = ada.open(seats=4)
    ada.view(match)
    ada.send("PATCH", "/me", {"name": "Adele"}).ok()
    ada.view(match)
    token = TOKEN_CACHE.peek(ada.token)
    assert token is not None
    assert token.user.name == "Adele"
    ada.send("DELETE", "/me", {}).ok()
    assert ada.get(f"/matches/{match}").code == "unauthenticated"


def test_a_change_that_is_rolled_back_is_not_announced(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
):
    token, secret = issue()

    def revoke_and_fail() -> None:
        with transaction.atomic():
            tokens.revoke(token.user, token.id)
            raise InterruptedError

    with django_capture_on_commit_callbacks() as callbacks, pytest.raises(InterruptedError):
        revoke_and_fail()
    assert not callbacks
    assert TOKEN_CACHE.find(secret) == token


def test_what_was_read_before_a_revocation_is_not_stored_after_it(monkeypatch: pytest.MonkeyPatch):
    token, secret = issue()
    load = Token.objects.load_credential

    def load_while_revoked(digest: str) -> Any:
        credential = load(digest)
        TOKEN_CACHE.drop_user(token.user_id)
        return credential

    monkeypatch.setattr(Token.objects, "load_credential", load_while_revoked)
    assert TOKEN_CACHE.find(secret) == token
    assert TOKEN_CACHE.peek(secret) is None


def test_a_token_is_not_remembered_beyond_its_end(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(token_cache, "MAX_AGE_SECONDS", 60.0)
    _, secret = issue(lifetime=timedelta(seconds=0.2))
    assert TOKEN_CACHE.find(secret) is not None
    time.sleep(0.25)
    assert TOKEN_CACHE.peek(secret) is None
    assert TOKEN_CACHE.find(secret) is None


def test_a_token_is_remembered_for_two_seconds_at_most(monkeypatch: pytest.MonkeyPatch):
    _, secret = issue()
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now)
    assert TOKEN_CACHE.find(secret) is not None
    now += 1.99
    assert TOKEN_CACHE.peek(secret) is not None
    now += 0.01
    assert TOKEN_CACHE.peek(secret) is None


def test_unknown_tokens_take_no_place_and_ask_the_database_each_time():
    assert token_queries(lambda: [TOKEN_CACHE.find("dxt_unknown") for _ in range(3)]) == 3
    assert len(TOKEN_CACHE) == 0


def test_the_least_recently_used_token_makes_way(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(token_cache, "MAX_REMEMBERED_TOKENS", 2)
    cache, secrets = TokenCache(), [issue()[1] for _ in range(3)]
    for secret in (secrets[0], secrets[1], secrets[0], secrets[2]):
        cache.find(secret)
    assert [cache.peek(secret) is not None for secret in secrets] == [True, False, True]


def test_what_a_request_does_to_its_token_stays_with_it():
    _, secret = issue()
    token = TOKEN_CACHE.find(secret)
    assert token is not None
    token.scopes.clear()
    assert token.user.created_at <= timezone.now()
    token.user.name = "Somebody else"
    other = TOKEN_CACHE.peek(secret)
    assert other is not None
    assert (len(other.scopes), other.user.name) == (4, "Ada")
    assert "created_at" in other.user.get_deferred_fields()
    assert not other._state.adding
    assert not other.user._state.adding


def test_peeking_never_asks_the_database():
    token, secret = issue()
    assert token_queries(lambda: peek_token(f"Bearer {secret}")) == 0
    assert peek_token(f"Bearer {secret}") is None
    TOKEN_CACHE.find(secret)
    assert token_queries(lambda: peek_token(f"Bearer {secret}")) == 0
    assert peek_token(f"bearer {secret}") == token
