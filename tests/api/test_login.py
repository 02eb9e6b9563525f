"""Login: the response does not reveal which names exist, and the number of attempts is limited."""

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest
from redis import Redis

from accounts.models import User
from accounts.passwords import Argon2
from games.api import login_throttle
from games.limits import RateLimit
from tests.api.account_helpers import (
    PASSWORD,
    create_account,
    post_without_token,
    transport_from_address,
    unique_name,
    unused_ip_address,
)
from tests.api.api_client import ApiResponse, Player
from tests.api.timing_comparison import Call, timing_p_value
from tests.services.private_valkey import PrivateValkey

pytestmark = pytest.mark.django_db

NameFactory: TypeAlias = Callable[[], str]


def unknown_name() -> str:
    return unique_name()


def name_with_other_password() -> str:
    return post_without_token("/accounts", name=unique_name(), password="not the same at all").ok(201)["user"]["name"]  # type: ignore[no-any-return]


def guest_name() -> str:
    return Player(unique_name()).name


def name_of_disabled_account() -> str:
    account = create_account()
    User.objects.filter(id=account.id).update(is_active=False)
    return account.name


def name_without_password() -> str:
    account = create_account()
    user = User.objects.get(id=account.id)
    user.set_unusable_password()
    user.save()
    return account.name


def name_of_erased_account() -> str:
    account = create_account()
    account.send("DELETE", "/me", {"current_password": PASSWORD}).ok()
    return account.name


FAILING_NAMES = (
    unknown_name,
    name_with_other_password,
    guest_name,
    name_of_disabled_account,
    name_without_password,
    name_of_erased_account,
)
"""Names with which login fails, each for a different reason."""


@pytest.mark.parametrize("make_name", FAILING_NAMES)
def test_all_failed_logins_return_the_same_bytes(make_name: NameFactory) -> None:
    response, other = (
        post_without_token("/tokens", name=make_name(), password=PASSWORD),
        post_without_token("/tokens", name=unknown_name(), password=PASSWORD),
    )
    assert (response.status, response.code) == (401, "wrong_credentials")
    assert (response.content, response.headers) == (other.content, other.headers)


@pytest.fixture
def hash_calls(settings: Any, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record every password hash, computed with the production hasher."""
    settings.PASSWORD_HASHERS = ["accounts.passwords.Argon2"]
    calls: list[str] = []
    for name in ("encode", "verify"):
        monkeypatch.setattr(Argon2, name, _recording(getattr(Argon2, name), name, calls))
    return calls


def _recording(original: Callable[..., Any], name: str, calls: list[str]) -> Callable[..., Any]:
    def record_and_call(*given: Any) -> Any:
        calls.append(name)
        return original(*given)

    return record_and_call


@pytest.mark.parametrize("make_name", FAILING_NAMES)
def test_all_failed_logins_hash_exactly_once(make_name: NameFactory, hash_calls: list[str]) -> None:
    """Hashing dominates the time of a login, so counting hashes is enough."""
    name = make_name()
    hash_calls.clear()
    post_without_token("/tokens", name=name, password=PASSWORD)
    assert len(hash_calls) == 1


def test_the_hash_check_detects_an_unknown_name_without_hashing(
    hash_calls: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(User, "set_password", lambda user, password: None)
    post_without_token("/tokens", name=unknown_name(), password=PASSWORD)
    assert hash_calls == []


class LoginClient:
    """A client at one address that tries to log in."""

    def __init__(self, ip_address: str | None = None) -> None:
        self.transport = transport_from_address(ip_address or unused_ip_address())

    def attempt_logins(self, name: str, password: str, times: int = 1) -> list[str]:
        """Return the result of each attempt: `ok` or the error code."""
        responses = [post_without_token("/tokens", self.transport, name=name, password=password) for _ in range(times)]
        return ["ok" if answer.status == 201 else answer.code for answer in responses]


@pytest.fixture
def rate_limits_enabled(settings: Any) -> None:
    """Enable the rate limits, as outside of tests."""
    settings.RATE_LIMITS = 1


@pytest.mark.usefixtures("rate_limits_enabled")
def test_guessing_from_one_address_is_limited_and_the_owner_is_not() -> None:
    owner, attacker = create_account(), LoginClient()
    assert attacker.attempt_logins(owner.name, "guess", 12) == ["wrong_credentials"] * 10 + ["too_many_requests"] * 2
    # With any spelling of the name, and even with the right password.
    assert attacker.attempt_logins(owner.name.upper(), PASSWORD) == ["too_many_requests"]
    assert LoginClient().attempt_logins(owner.name, PASSWORD) == ["ok"]


@pytest.mark.usefixtures("rate_limits_enabled")
def test_the_rate_limit_does_not_reveal_whether_a_name_exists() -> None:
    responses: list[ApiResponse] = []
    for name in (create_account().name, unknown_name()):
        attacker = LoginClient()
        attacker.attempt_logins(name, "guess", 10)
        responses.append(post_without_token("/tokens", attacker.transport, name=name, password="guess"))
    assert [answer.code for answer in responses] == ["too_many_requests"] * 2
    assert all(590 < int(answer.headers["retry-after"]) <= 600 for answer in responses)
    assert responses[0].json["detail"][:-8] == responses[1].json["detail"][:-8]


@pytest.mark.usefixtures("rate_limits_enabled")
def test_distributed_guessing_is_limited_except_for_the_owners_known_address() -> None:
    owner, known_client = create_account(), LoginClient()
    assert known_client.attempt_logins(owner.name, PASSWORD) == ["ok"]
    attackers = [LoginClient() for _ in range(8)]
    result_codes = [code for thief in attackers for code in thief.attempt_logins(owner.name, "guess", 8)]
    assert result_codes.count("wrong_credentials") == login_throttle.LOGIN_NAME_LIMIT.max_requests - 1
    assert known_client.attempt_logins(owner.name, PASSWORD, 3) == ["ok"] * 3
    assert LoginClient().attempt_logins(owner.name, PASSWORD) == ["too_many_requests"]
    assert LoginClient().attempt_logins(create_account().name, PASSWORD) == ["ok"], "other clients can still log in"


@pytest.mark.usefixtures("rate_limits_enabled")
def test_one_address_cannot_try_many_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        login_throttle, "LOGIN_ADDRESS_LIMIT", RateLimit(name="login-address", max_requests=12, window_seconds=600)
    )
    attacker = LoginClient()
    assert [attacker.attempt_logins(unknown_name(), "guess")[0] for _ in range(14)].count("too_many_requests") == 2


@pytest.mark.usefixtures("rate_limits_enabled")
def test_guessing_the_current_password_is_limited() -> None:
    account, transport = create_account(), transport_from_address(unused_ip_address())
    for _ in range(10):
        account.with_transport(transport).send(
            "PATCH", "/me", {"password": "another walk", "current_password": "guess"}
        )
    refused = account.with_transport(transport).send(
        "PATCH", "/me", {"password": "another walk", "current_password": PASSWORD}
    )
    assert refused.code == "too_many_requests"


@pytest.mark.usefixtures("rate_limits_enabled")
def test_without_redis_logins_fail_and_play_continues(settings: Any) -> None:
    account = create_account()
    with PrivateValkey() as stopped_valkey:
        settings.REDIS_URL = stopped_valkey.url
    response = post_without_token(
        "/tokens", transport_from_address(unused_ip_address()), name=account.name, password=PASSWORD
    )
    assert (response.status, response.code, response.headers["retry-after"]) == (503, "unavailable", "2")
    assert account.view(account.open())["you"]["seat"] == 0
    assert account.send("POST", "/tokens", {}).status == 201, "a token can create another without a password"


@pytest.mark.usefixtures("rate_limits_enabled")
def test_redis_keys_of_a_login_contain_no_personal_data(settings: Any) -> None:
    with PrivateValkey() as valkey:
        settings.REDIS_URL = valkey.url
        name, ip_address = create_account(unique_name("canary")).name, unused_ip_address()
        assert LoginClient(ip_address).attempt_logins(name, PASSWORD) == ["ok"]
        keys = [key.decode() for key in Redis.from_url(valkey.url).scan_iter()]
    assert any(key.startswith("dixit:known:") for key in keys)
    assert not any("canary" in key or ip_address in key for key in keys)


def login_call(name: str) -> Call:
    return lambda: post_without_token("/tokens", name=name, password=PASSWORD)


@pytest.mark.nightly
@pytest.mark.parametrize("make_name", [unknown_name, guest_name, name_of_disabled_account, name_without_password])
def test_failed_logins_take_equal_time(make_name: NameFactory, settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["accounts.passwords.Argon2"]
    one, other = login_call(make_name()), login_call(name_with_other_password())
    timing_p_value(one, other, 20)
    assert timing_p_value(one, other, 2000 if make_name is unknown_name else 500) > 1e-6


@pytest.mark.nightly
def test_the_timing_check_detects_unknown_names_without_hashing(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.PASSWORD_HASHERS = ["accounts.passwords.Argon2"]
    other = login_call(name_with_other_password())
    monkeypatch.setattr(User, "set_password", lambda user, password: None)
    assert timing_p_value(login_call(unknown_name()), other, 100) < 1e-6
