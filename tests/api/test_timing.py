"""Neither the work that is done nor the time that it takes tells why a token or a code is good for nothing."""

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
from tests.api.client import Answer, Player, inside
from tests.api.timing import Call, later_more_often

pytestmark = pytest.mark.django_db

Spoil: TypeAlias = Callable[[], str]


def unknown() -> str:
    return f"dxt_{'x' * 43}"


def wrong_at_its_end() -> str:
    """All of a good token but the last character."""
    token = Player().token
    return token[:-1] + ("A" if token[-1] != "A" else "B")


def expired() -> str:
    ada = Player()
    Token.objects.filter(user_id=ada.id).update(expires_at=timezone.now() - timedelta(seconds=1))
    return ada.token


def revoked() -> str:
    ada = Player()
    Token.objects.filter(user_id=ada.id).delete()
    return ada.token


def switched_off() -> str:
    ada = Player()
    User.objects.filter(id=ada.id).update(is_active=False)
    return ada.token


BAD_TOKENS = (wrong_at_its_end, expired, revoked, switched_off)


def showing(token: str) -> Call:
    """A call that shows a token."""
    return lambda: inside("GET", "/me", b"", {"Authorization": f"Bearer {token}"})


class Lobby:
    """A lobby with invites that were good once, and somebody who tries codes."""

    def __init__(self) -> None:
        self.ada, self.zoe = Player("Ada"), Player("Zoe")
        self.match, self.begun = (self.ada.open(seats=4) for _ in range(2))

    def unknown(self) -> str:
        return f"inv_{'x' * 32}"

    def wrong_at_its_end(self) -> str:
        code = self._made(self.match)["code"]
        return str(code[:-1] + ("A" if code[-1] != "A" else "B"))

    def used(self) -> str:
        made = self._made(self.match)
        Invite.objects.filter(id=made["id"]).update(used=1)
        return str(made["code"])

    def expired(self) -> str:
        made = self._made(self.match)
        Invite.objects.filter(id=made["id"]).update(expires_at=timezone.now() - timedelta(seconds=1))
        return str(made["code"])

    def taken_back(self) -> str:
        made = self._made(self.match)
        self.ada.send("DELETE", f"/matches/{self.match}/invites/{made['id']}").ok()
        return str(made["code"])

    def of_a_match_that_has_begun(self) -> str:
        made = self._made(self.begun)
        self.ada.act(self.begun, "abandon")
        return str(made["code"])

    def looking(self, code: str) -> Call:
        """A call that asks what a code leads to."""
        return lambda: inside("GET", f"/invites/{code}")

    def sitting(self, code: str) -> Call:
        """A call that would sit down with a code."""
        return lambda: self.zoe.command(self.match, "sit", {"invite": code})

    def _made(self, match: str) -> Any:
        return self.ada.send("POST", f"/matches/{match}/invites", {}).ok(201)


BAD_CODES = (Lobby.wrong_at_its_end, Lobby.used, Lobby.expired, Lobby.taken_back, Lobby.of_a_match_that_has_begun)


def statements(call: Callable[[], Answer], status: int) -> int:
    """How many statements a call takes that fails: that is what takes time."""
    with CaptureQueriesContext(connection) as queries:
        assert call().status == status
    return len(queries)


@pytest.mark.parametrize("spoil", BAD_TOKENS)
def test_a_token_that_is_good_for_nothing_takes_one_look_whatever_the_reason(spoil: Spoil) -> None:
    assert statements(showing(spoil()), 401) == statements(showing(unknown()), 401) == 1


@pytest.mark.parametrize("spoil", BAD_CODES)
def test_a_code_that_is_good_for_nothing_takes_as_many_looks_whatever_the_reason(spoil: Callable[[Lobby], str]) -> None:
    lobby = Lobby()
    code, other = spoil(lobby), lobby.unknown()
    assert statements(lobby.looking(code), 404) == statements(lobby.looking(other), 404) == 1
    lobby.sitting(other)()
    assert statements(lobby.sitting(code), 404) == statements(lobby.sitting(other), 404)


def test_control_a_code_that_is_found_before_it_is_judged_takes_more(monkeypatch: pytest.MonkeyPatch) -> None:
    def held(code: str) -> Invite:
        found = Invite.objects.filter(digest=invites._code_digest(code)).first()
        if found is None or match_state.load(found.match_id):
            raise NoSuchMatch
        return found

    monkeypatch.setattr(invites, "get_usable_invite", held)
    with pytest.raises(AssertionError):
        test_a_code_that_is_good_for_nothing_takes_as_many_looks_whatever_the_reason(Lobby.expired)


@pytest.mark.nightly
@pytest.mark.parametrize("spoil", BAD_TOKENS)
def test_no_token_that_is_good_for_nothing_takes_another_time(spoil: Spoil) -> None:
    assert alike(showing(spoil()), showing(unknown()))


@pytest.mark.nightly
@pytest.mark.parametrize("spoil", BAD_CODES)
@pytest.mark.parametrize("using", [Lobby.looking, Lobby.sitting])
def test_no_code_that_is_good_for_nothing_takes_another_time(
    using: Callable[[Lobby, str], Call], spoil: Callable[[Lobby], str]
) -> None:
    lobby = Lobby()
    assert alike(using(lobby, spoil(lobby)), using(lobby, lobby.unknown()))


SEEN = 1e-3
"""Seconds that two thousand pairs tell apart on a busy machine, too; on a quiet one a fifth of it is enough."""


def alike(one: Call, other: Call, pairs: int = 2000) -> bool:
    """Whether time doesn't tell two calls apart."""
    later_more_often(one, other, 100)
    return later_more_often(one, other, pairs) > 1e-6


@pytest.mark.nightly
def test_control_a_look_by_the_prefix_first_would_be_told_by_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    token, find = wrong_at_its_end(), TokenManager.find

    def by_prefix(tokens: TokenManager, secret: str) -> Token | None:
        if secret.startswith(token[:12]):
            time.sleep(SEEN)
        return find(tokens, secret)

    monkeypatch.setattr(TokenManager, "find", by_prefix)
    assert not alike(showing(token), showing(unknown()))


@pytest.mark.nightly
@pytest.mark.parametrize("using", [Lobby.looking, Lobby.sitting])
def test_control_a_code_that_is_compared_after_it_is_found_would_be_told_by_the_time(
    using: Callable[[Lobby, str], Call], monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby, usable = Lobby(), invites._usable_invites
    code = lobby.expired()

    def slowly(shown: str, now: datetime) -> QuerySet[Invite]:
        if shown == code:
            time.sleep(SEEN)
        return usable(shown, now)

    monkeypatch.setattr(invites, "_usable_invites", slowly)
    assert not alike(using(lobby, code), using(lobby, lobby.unknown()))
