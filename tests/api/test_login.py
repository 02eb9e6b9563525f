"""Showing a password: the answer doesn't tell which names there are, and nobody may try for ever."""

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest
from redis import Redis

from accounts.models import User
from accounts.passwords import Argon2
from games.api import login_throttle
from games.limits import RateLimit
from tests.api.client import Answer, Player
from tests.api.people import PASSWORD, address, at, fresh, joined, post
from tests.api.timing import Call, later_more_often
from tests.services.valkey import PrivateValkey

pytestmark = pytest.mark.django_db

Who: TypeAlias = Callable[[], str]


def nobody() -> str:
    return fresh()


def with_another_password() -> str:
    return post("/accounts", name=fresh(), password="not the same at all").ok(201)["user"]["name"]  # type: ignore[no-any-return]


def a_guest() -> str:
    return Player(fresh()).name


def disabled() -> str:
    account = joined()
    User.objects.filter(id=account.id).update(is_active=False)
    return account.name


def without_a_password() -> str:
    account = joined()
    user = User.objects.get(id=account.id)
    user.set_unusable_password()
    user.save()
    return account.name


def erased() -> str:
    account = joined()
    account.send("DELETE", "/me").ok()
    return account.name


NOBODIES = (nobody, with_another_password, a_guest, disabled, without_a_password, erased)
"""Names with which nobody gets in, each for another reason."""


@pytest.mark.parametrize("who", NOBODIES)
def test_every_login_that_fails_is_answered_with_the_same_bytes(who: Who) -> None:
    answer, other = post("/tokens", name=who(), password=PASSWORD), post("/tokens", name=nobody(), password=PASSWORD)
    assert (answer.status, answer.code) == (401, "wrong_credentials")
    assert (answer.content, answer.headers) == (other.content, other.headers)


@pytest.fixture
def hashes(settings: Any, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Each time that a password is hashed, as it is outside of tests."""
    settings.PASSWORD_HASHERS = ["accounts.passwords.Argon2"]
    done: list[str] = []
    for name in ("encode", "verify"):
        monkeypatch.setattr(Argon2, name, _noted(getattr(Argon2, name), name, done))
    return done


def _noted(whole: Callable[..., Any], name: str, done: list[str]) -> Callable[..., Any]:
    def noted(*given: Any) -> Any:
        done.append(name)
        return whole(*given)

    return noted


@pytest.mark.parametrize("who", NOBODIES)
def test_every_login_that_fails_hashes_once(who: Who, hashes: list[str]) -> None:
    """That is what takes time; nothing else is worth measuring beside it."""
    name = who()
    hashes.clear()
    post("/tokens", name=name, password=PASSWORD)
    assert len(hashes) == 1


def test_control_a_name_that_is_not_looked_for_would_be_told_by_the_hash(
    hashes: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(User, "set_password", lambda user, password: None)
    post("/tokens", name=nobody(), password=PASSWORD)
    assert hashes == []


class Knocking:
    """Somebody at an address, who tries to log in."""

    def __init__(self, where: str | None = None) -> None:
        self.door = at(where or address())

    def tries(self, name: str, password: str, times: int = 1) -> list[str]:
        """What each try comes to: `ok`, or the code of the problem."""
        answers = [post("/tokens", self.door, name=name, password=password) for _ in range(times)]
        return ["ok" if answer.status == 201 else answer.code for answer in answers]


@pytest.fixture
def counted(settings: Any) -> None:
    """Limits hold, as they do outside of tests."""
    settings.RATE_LIMITS = 1


@pytest.mark.usefixtures("counted")
def test_whoever_guesses_from_one_address_is_stopped_and_the_owner_is_not() -> None:
    owner, thief = joined(), Knocking()
    assert thief.tries(owner.name, "guess", 12) == ["wrong_credentials"] * 10 + ["too_many_requests"] * 2
    # In whatever way the name is written, and even with the right password.
    assert thief.tries(owner.name.upper(), PASSWORD) == ["too_many_requests"]
    assert Knocking().tries(owner.name, PASSWORD) == ["ok"]


@pytest.mark.usefixtures("counted")
def test_whoever_is_stopped_is_told_when_to_come_back_whether_the_name_is_there_or_not() -> None:
    answers: list[Answer] = []
    for name in (joined().name, nobody()):
        thief = Knocking()
        thief.tries(name, "guess", 10)
        answers.append(post("/tokens", thief.door, name=name, password="guess"))
    assert [answer.code for answer in answers] == ["too_many_requests"] * 2
    assert all(590 < int(answer.headers["retry-after"]) <= 600 for answer in answers)
    assert answers[0].json["detail"][:-8] == answers[1].json["detail"][:-8]


@pytest.mark.usefixtures("counted")
def test_many_that_guess_together_are_stopped_and_the_owner_gets_in_at_home() -> None:
    owner, home = joined(), Knocking()
    assert home.tries(owner.name, PASSWORD) == ["ok"]
    crowd = [Knocking() for _ in range(8)]
    told = [code for thief in crowd for code in thief.tries(owner.name, "guess", 8)]
    assert told.count("wrong_credentials") == login_throttle.LOGIN_NAME_LIMIT.max_requests - 1
    assert home.tries(owner.name, PASSWORD, 3) == ["ok"] * 3
    assert Knocking().tries(owner.name, PASSWORD) == ["too_many_requests"]
    assert Knocking().tries(joined().name, PASSWORD) == ["ok"], "nobody else is held up"


@pytest.mark.usefixtures("counted")
def test_an_address_may_not_try_one_name_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        login_throttle, "LOGIN_ADDRESS_LIMIT", RateLimit(name="login-address", max_requests=12, window_seconds=600)
    )
    thief = Knocking()
    assert [thief.tries(nobody(), "guess")[0] for _ in range(14)].count("too_many_requests") == 2


@pytest.mark.usefixtures("counted")
def test_the_present_password_may_not_be_guessed_either() -> None:
    account, where = joined(), at(address())
    for _ in range(10):
        account.through(where).send("PATCH", "/me", {"password": "another walk", "current_password": "guess"})
    refused = account.through(where).send("PATCH", "/me", {"password": "another walk", "current_password": PASSWORD})
    assert refused.code == "too_many_requests"


@pytest.mark.usefixtures("counted")
def test_without_redis_nobody_logs_in_and_everybody_plays(settings: Any) -> None:
    account = joined()
    with PrivateValkey() as gone:
        settings.REDIS_URL = gone.url
    answer = post("/tokens", at(address()), name=account.name, password=PASSWORD)
    assert (answer.status, answer.code, answer.headers["retry-after"]) == (503, "unavailable", "2")
    assert account.view(account.open())["you"]["seat"] == 0
    assert account.send("POST", "/tokens", {}).status == 201, "a token needs no password to make another"


@pytest.mark.usefixtures("counted")
def test_what_redis_keeps_of_a_login_names_nobody(settings: Any) -> None:
    with PrivateValkey() as valkey:
        settings.REDIS_URL = valkey.url
        name, where = joined(fresh("canary")).name, address()
        assert Knocking(where).tries(name, PASSWORD) == ["ok"]
        keys = [key.decode() for key in Redis.from_url(valkey.url).scan_iter()]
    assert any(key.startswith("dixit:known:") for key in keys)
    assert not any("canary" in key or where in key for key in keys)


def trying(name: str) -> Call:
    return lambda: post("/tokens", name=name, password=PASSWORD)


@pytest.mark.nightly
@pytest.mark.parametrize("who", [nobody, a_guest, disabled, without_a_password])
def test_no_login_that_fails_takes_another_time(who: Who, settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["accounts.passwords.Argon2"]
    one, other = trying(who()), trying(with_another_password())
    later_more_often(one, other, 20)
    assert later_more_often(one, other, 2000 if who is nobody else 500) > 1e-6


@pytest.mark.nightly
def test_control_a_name_that_is_there_would_take_longer_if_the_others_were_not_hashed(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PASSWORD_HASHERS = ["accounts.passwords.Argon2"]
    other = trying(with_another_password())
    monkeypatch.setattr(User, "set_password", lambda user, password: None)
    assert later_more_often(trying(nobody()), other, 100) < 1e-6
