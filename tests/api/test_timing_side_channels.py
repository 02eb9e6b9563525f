"""Neither the work done nor the response time reveals why a token or a code is invalid."""

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, TypeAlias

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Token, TokenManager, User
from games.eventlog import match_state
from games.matches import invites
from games.matches.match_access import NoSuchMatch
from games.matches.models import Invite
from tests.api.api_client import ApiResponse, Player, call_in_process
from tests.api.timing_comparison import Call, timing_p_value

pytestmark = pytest.mark.django_db

TokenFactory: TypeAlias = Callable[[], str]


def unknown_token() -> str:
    return f"dxt_{'x' * 43}"


def token_with_wrong_last_character() -> str:
    """Return a valid token with a wrong last character."""
    token = Player().token
    return token[:-1] + ("A" if token[-1] != "A" else "B")


def expired_token() -> str:
    ada = Player()
    Token.objects.filter(user_id=ada.id).update(expires_at=timezone.now() - timedelta(seconds=1))
    return ada.token


def revoked_token() -> str:
    ada = Player()
    Token.objects.filter(user_id=ada.id).delete()
    return ada.token


def token_of_disabled_user() -> str:
    ada = Player()
    User.objects.filter(id=ada.id).update(is_active=False)
    return ada.token


INVALID_TOKENS = (token_with_wrong_last_character, expired_token, revoked_token, token_of_disabled_user)


def authentication_call(token: str) -> Call:
    """Return a call that authenticates with a token."""
    return lambda: call_in_process("GET", "/me", b"", {"Authorization": f"Bearer {token}"})


class InviteScenario:
    """A lobby with invites that used to be valid, and a player who tries codes."""

    def __init__(self) -> None:
        self.ada, self.zoe = Player("Ada"), Player("Zoe")
        self.match, self.ended_match = (self.ada.open(seats=4) for _ in range(2))

    def unknown_code(self) -> str:
        return f"inv_{'x' * 32}"

    def code_with_wrong_last_character(self) -> str:
        code = self._create_invite(self.match)["code"]
        return str(code[:-1] + ("A" if code[-1] != "A" else "B"))

    def used_code(self) -> str:
        invite = self._create_invite(self.match)
        Invite.objects.filter(id=invite["id"]).update(used=1)
        return str(invite["code"])

    def expired_code(self) -> str:
        invite = self._create_invite(self.match)
        Invite.objects.filter(id=invite["id"]).update(expires_at=timezone.now() - timedelta(seconds=1))
        return str(invite["code"])

    def revoked_code(self) -> str:
        invite = self._create_invite(self.match)
        self.ada.send("DELETE", f"/matches/{self.match}/invites/{invite['id']}").ok()
        return str(invite["code"])

    def code_of_ended_match(self) -> str:
        invite = self._create_invite(self.ended_match)
        self.ada.act(self.ended_match, "abandon")
        return str(invite["code"])

    def lookup_call(self, code: str) -> Call:
        """Return a call that looks up a code."""
        return lambda: call_in_process("GET", f"/invites/{code}")

    def sit_call(self, code: str) -> Call:
        """Return a call that takes a seat with a code."""
        return lambda: self.zoe.command(self.match, "sit", {"invite": code})

    def _create_invite(self, match: str) -> Any:
        return self.ada.send("POST", f"/matches/{match}/invites", {}).ok(201)


UNUSABLE_CODES = (
    InviteScenario.code_with_wrong_last_character,
    InviteScenario.used_code,
    InviteScenario.expired_code,
    InviteScenario.revoked_code,
    InviteScenario.code_of_ended_match,
)


def count_queries(call: Callable[[], ApiResponse], status: int) -> int:
    """Return the number of SQL statements of a failing call: they dominate its time."""
    with CaptureQueriesContext(connection) as queries:
        assert call().status == status
    return len(queries)


@pytest.mark.parametrize("spoil", INVALID_TOKENS)
def test_every_invalid_token_takes_one_query(spoil: TokenFactory) -> None:
    assert (
        count_queries(authentication_call(spoil()), 401)
        == count_queries(authentication_call(unknown_token()), 401)
        == 1
    )


@pytest.mark.parametrize("spoil", UNUSABLE_CODES)
def test_every_unusable_code_takes_the_same_number_of_queries(spoil: Callable[[InviteScenario], str]) -> None:
    lobby = InviteScenario()
    code, other = spoil(lobby), lobby.unknown_code()
    assert count_queries(lobby.lookup_call(code), 404) == count_queries(lobby.lookup_call(other), 404) == 1
    lobby.sit_call(other)()
    assert count_queries(lobby.sit_call(code), 404) == count_queries(lobby.sit_call(other), 404)


def test_the_query_check_detects_codes_validated_after_lookup(monkeypatch: pytest.MonkeyPatch) -> None:
    def find_then_validate(code: str) -> Invite:
        found = Invite.objects.filter(digest=invites._code_digest(code)).first()
        if found is None or match_state.load(found.match_id):
            raise NoSuchMatch
        return found

    monkeypatch.setattr(invites, "get_usable_invite", find_then_validate)
    with pytest.raises(AssertionError):
        test_every_unusable_code_takes_the_same_number_of_queries(InviteScenario.expired_code)


@pytest.mark.nightly
@pytest.mark.parametrize("spoil", INVALID_TOKENS)
def test_invalid_tokens_take_equal_time(spoil: TokenFactory) -> None:
    assert take_equal_time(authentication_call(spoil()), authentication_call(unknown_token()))


@pytest.mark.nightly
@pytest.mark.parametrize("spoil", UNUSABLE_CODES)
@pytest.mark.parametrize("using", [InviteScenario.lookup_call, InviteScenario.sit_call])
def test_unusable_codes_take_equal_time(
    using: Callable[[InviteScenario, str], Call], spoil: Callable[[InviteScenario], str]
) -> None:
    lobby = InviteScenario()
    assert take_equal_time(using(lobby, spoil(lobby)), using(lobby, lobby.unknown_code()))


DETECTABLE_DELAY_SECONDS = 1e-3
"""Seconds that two thousand pairs tell apart on a busy machine, too; on a quiet one a fifth of it is enough."""


def take_equal_time(one: Call, other: Call, pairs: int = 2000) -> bool:
    """Return whether the response times of two calls are indistinguishable."""
    timing_p_value(one, other, 100)
    return timing_p_value(one, other, pairs) > 1e-6


@pytest.mark.nightly
def test_the_timing_check_detects_a_lookup_by_prefix(monkeypatch: pytest.MonkeyPatch) -> None:
    token, find = token_with_wrong_last_character(), TokenManager.find

    def find_by_prefix(tokens: TokenManager, secret: str) -> Token | None:
        if secret.startswith(token[:12]):
            time.sleep(DETECTABLE_DELAY_SECONDS)
        return find(tokens, secret)

    monkeypatch.setattr(TokenManager, "find", find_by_prefix)
    assert not take_equal_time(authentication_call(token), authentication_call(unknown_token()))


@pytest.mark.nightly
@pytest.mark.parametrize("using", [InviteScenario.lookup_call, InviteScenario.sit_call])
def test_the_timing_check_detects_codes_compared_after_lookup(
    using: Callable[[InviteScenario, str], Call], monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby, usable = InviteScenario(), invites._usable_invites
    code = lobby.expired_code()

    def slow_usable(shown: str, now: datetime) -> QuerySet[Invite]:
        if shown == code:
            time.sleep(DETECTABLE_DELAY_SECONDS)
        return usable(shown, now)

    monkeypatch.setattr(invites, "_usable_invites", slow_usable)
    assert not take_equal_time(using(lobby, code), using(lobby, lobby.unknown_code()))
