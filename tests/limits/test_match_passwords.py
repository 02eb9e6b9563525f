"""Passwords of private matches can't be guessed, and checking them can't be used to wear a server down."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from accounts.passwords import HashingOverloaded
from games.protocol import match_passwords
from games.protocol.problems import Problem
from tests.api.account_helpers import transport_from_address, unused_ip_address
from tests.api.api_client import ApiResponse, Player

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _cheap_hashes(settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def private_match() -> str:
    host = Player("Host", transport_from_address(unused_ip_address()))
    return host.open(visibility="private", password="sesame", seats=12)


def guess(player: Player, match: str, password: str = "wrong") -> ApiResponse:
    return player.send("POST", f"/matches/{match}/seats", {"password": password})


def refusal(answer: ApiResponse) -> str:
    assert (answer.status, int(answer.headers["retry-after"]) > 500) == (429, True), answer
    return str(answer.json["limit"])


@pytest.mark.parametrize("make_match", [private_match, lambda: "0" * 32], ids=["private", "missing"])
def test_an_account_may_try_ten_wrong_passwords(make_match: Callable[[], str]):
    match = make_match()
    thief = Player("Eve", transport_from_address(unused_ip_address()))
    # Each from another address.
    thieves = [thief.with_transport(transport_from_address(unused_ip_address())) for _ in range(11)]
    assert [guess(each, match).status for each in thieves[:10]] == [404] * 10
    assert refusal(guess(thieves[10], match, "sesame")) == "password"


def test_all_guests_of_an_address_may_try_ten_wrong_passwords_together():
    match, transport = private_match(), transport_from_address(unused_ip_address())
    thieves = [Player("Eve", transport) for _ in range(11)]
    assert [guess(thief, match).status for thief in thieves[:10]] == [404] * 10
    assert refusal(guess(thieves[10], match)) == "password-here"
    assert guess(thieves[10], private_match(), "sesame").status == 201, "other matches aren't concerned"
    friend = Player("Bob", transport_from_address(unused_ip_address()))
    assert guess(friend, match, "sesame").status == 201, "nor are other addresses"


def test_an_address_may_try_some_wrong_passwords_for_any_matches(monkeypatch: pytest.MonkeyPatch):
    limit = replace(match_passwords.PASSWORD_ADDRESS_LIMIT, max_requests=12)
    monkeypatch.setattr(match_passwords, "PASSWORD_ADDRESS_LIMIT", limit)
    transport = transport_from_address(unused_ip_address())
    thief = Player("Eve", transport)
    assert {guess(thief, f"{number:032x}").status for number in range(12)} == {404}
    assert refusal(guess(thief, f"{12:032x}")) == "password-address"


def test_right_passwords_count_towards_no_limit():
    match, transport = private_match(), transport_from_address(unused_ip_address())
    players = [Player(f"P{number}", transport) for number in range(11)]
    assert [guess(player, match, "sesame").status for player in players] == [201] * 11
    assert [guess(players[0], match).status for _ in range(10)] == [409] * 10
    assert refusal(guess(players[0], match)) in ("password", "password-here")


def admit(account: str) -> str:
    try:
        return str(match_passwords.is_admitted_by_password("m", "guess", account=account, address=f"of {account}"))
    except Problem as problem:
        return problem.code


def test_guesses_at_the_same_moment_are_counted_before_any_is_checked(monkeypatch: pytest.MonkeyPatch):
    def check_slowly(match: str, password: str) -> bool:
        time.sleep(0.1)
        return False

    monkeypatch.setattr(match_passwords, "is_correct_password", check_slowly)
    with ThreadPoolExecutor(30) as threads:
        results = list(threads.map(admit, ["u_eve"] * 30))
    assert sorted(results) == ["False"] * 10 + ["too_many_requests"] * 20


def test_a_password_that_was_not_checked_is_not_counted(monkeypatch: pytest.MonkeyPatch):
    def overloaded(match: str, password: str) -> bool:
        raise HashingOverloaded

    monkeypatch.setattr(match_passwords, "is_correct_password", overloaded)
    for _ in range(12):
        with pytest.raises(HashingOverloaded):
            match_passwords.is_admitted_by_password("m", "guess", account="u_ann", address="of u_ann")


def test_without_redis_a_process_counts_for_itself(settings):
    settings.REDIS_URL = "unix:///tmp/no-such-redis"
    match, player = private_match(), Player("Eve", transport_from_address(unused_ip_address()))
    assert [guess(player, match).status for _ in range(10)] == [404] * 10
    assert guess(player, match).status == 429
    other = Player("Bob", transport_from_address(unused_ip_address()))
    assert [guess(other, private_match(), "sesame").status for _ in range(12)] == [201] * 5 + [409] * 7
