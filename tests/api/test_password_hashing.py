"""A process hashes a few passwords at a time; requests that get no turn in time learn when to come back."""

import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Lock, get_native_id
from types import SimpleNamespace

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher, make_password

from accounts import passwords
from games.matches.match_access import is_correct_password
from tests.api.account_helpers import PASSWORD, create_account, post_without_token
from tests.api.api_client import Player

pytestmark = pytest.mark.django_db


class SlowHashing:
    """Hashes that take a while, and how many there were at the same time."""

    def __init__(self) -> None:
        self._lock, self.running, self.most = Lock(), 0, 0

    def encode(self, password: str, salt: str) -> str:
        with self._lock:
            self.running += 1
            self.most = max(self.most, self.running)
        time.sleep(0.02)
        with self._lock:
            self.running -= 1
        return f"argon2${password}"


@pytest.fixture
def slow_hashing(settings, monkeypatch: pytest.MonkeyPatch) -> SlowHashing:
    settings.PASSWORD_HASHERS = ["accounts.passwords.Argon2"]
    hashing = SlowHashing()
    monkeypatch.setattr(Argon2PasswordHasher, "encode", hashing.encode)
    return hashing


@pytest.fixture
def no_turns(settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let others have all turns, for longer than anybody waits."""
    settings.PASSWORD_HASHERS = ["accounts.passwords.Argon2"]
    monkeypatch.setattr(passwords, "MAX_HASHING_WAIT_SECONDS", 0.02)
    is_over = Event()
    for _ in range(passwords.MAX_SIMULTANEOUS_HASHES):
        passwords._hashing_threads.submit(is_over.wait)
    yield
    is_over.set()


def test_a_process_hashes_a_few_passwords_at_a_time(slow_hashing: SlowHashing):
    with ThreadPoolExecutor(16) as threads:
        assert len(set(threads.map(make_password, map(str, range(32))))) == 32
    assert slow_hashing.most == passwords.MAX_SIMULTANEOUS_HASHES


def test_one_does_not_wait_longer_than_the_bound(slow_hashing: SlowHashing, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(passwords, "MAX_HASHING_WAIT_SECONDS", 0.1)

    def hash_or_give_up(password: str) -> bool:
        try:
            return bool(make_password(password))
        except passwords.HashingOverloaded:
            return False

    started_at = time.monotonic()
    with ThreadPoolExecutor(60) as threads:
        hashed = list(threads.map(hash_or_give_up, map(str, range(60))))
    assert 4 <= hashed.count(True) < 60
    assert time.monotonic() - started_at < 1


def test_an_overload_is_503_for_whatever_needs_a_hash(no_turns: None):
    ada = Player()
    answers = [
        post_without_token("/tokens", name="nobody at all", password=PASSWORD),
        post_without_token("/accounts", name="somebody new", password=PASSWORD),
        ada.send("POST", "/me/upgrade", {"password": PASSWORD}),
        ada.send("POST", "/matches", {"ruleset": "odyssey", "visibility": "private", "password": "sesame"}),
        ada.send("POST", "/matches/none/seats", {"password": "sesame"}),
    ]
    assert [(answer.status, answer.code, answer.headers["retry-after"]) for answer in answers] == [
        (503, "unavailable", "2")
    ] * 5


def test_what_needs_no_hash_goes_on(no_turns: None):
    ada = Player()
    assert ada.view(ada.open())["you"]["seat"] == 0


def test_a_match_that_is_not_there_waits_its_turn_too(no_turns: None):
    with pytest.raises(passwords.HashingOverloaded):
        is_correct_password("0" * 32, "sesame")


def test_no_connection_is_held_while_waiting(no_turns: None, monkeypatch: pytest.MonkeyPatch):
    closed: list[bool] = []
    connection = SimpleNamespace(in_atomic_block=False, close=lambda: closed.append(True))
    monkeypatch.setattr(passwords, "connection", connection)
    with pytest.raises(passwords.HashingOverloaded):
        make_password("sesame")
    assert closed


@pytest.mark.skipif(sys.platform != "linux", reason="the threads of a process have one priority")
def test_hashing_gives_way_to_others():
    niceness = passwords._hashing_threads.submit(lambda: os.getpriority(os.PRIO_PROCESS, get_native_id())).result()
    assert niceness == passwords.HASHING_NICENESS > os.getpriority(os.PRIO_PROCESS, 0)


def test_hashes_are_still_argon2(settings):
    settings.PASSWORD_HASHERS = ["accounts.passwords.Argon2"]
    account = create_account()
    assert post_without_token("/tokens", name=account.name, password=PASSWORD).status == 201
    assert post_without_token("/tokens", name=account.name, password="another").status == 401
