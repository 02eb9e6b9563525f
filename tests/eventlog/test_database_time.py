"""Times that clients see and that tokens end at are the database's, whatever the machine's clock shows."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection

from accounts.models import Token, User
from accounts.tokens import valid_tokens
from games.eventlog import batched_sql, database_time
from games.matches.invites import get_usable_invite, list_invites
from games.matches.match_queries import _remaining_ms
from tests.api.api_client import Player

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _postgresql() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no clock of its own")


@pytest.fixture
def _machine_clock_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this machine's clock be an hour ahead of the database's."""

    class WrongClock(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> datetime:  # type: ignore[override]
            return datetime.now(tz) + timedelta(hours=1)

    for module in ("django.utils.timezone.datetime", "games.eventlog.database_time.datetime"):
        monkeypatch.setattr(module, WrongClock)


@pytest.mark.usefixtures("_machine_clock_ahead")
def test_the_time_left_is_counted_by_the_clock_of_the_database() -> None:
    # The first one may ask the database, the second continues what is known.
    for _ in range(2):
        remaining = _remaining_ms(datetime.now(UTC) + timedelta(seconds=5))
        assert remaining is not None
        assert 3000 < remaining < 6000


@pytest.mark.usefixtures("_machine_clock_ahead")
def test_a_token_lives_and_ends_by_the_clock_of_the_database() -> None:
    user = User.objects.create_guest("Ada")
    token, secret = Token.objects.issue(user, lifetime=timedelta(seconds=60))
    left = (token.expires_at - datetime.now(UTC)).total_seconds()
    assert 50 < left <= 60
    assert abs((token.created_at - datetime.now(UTC)).total_seconds()) < 10
    assert Token.objects.find(secret) is not None
    assert Token.objects.valid_ids([token.id]) == {token.id}
    assert valid_tokens(user).exists()
    Token.objects.update(expires_at=datetime.now(UTC) - timedelta(seconds=1))
    assert Token.objects.find(secret) is None
    assert Token.objects.valid_ids([token.id]) == set()


@pytest.mark.usefixtures("_machine_clock_ahead")
def test_an_invite_lives_and_ends_by_the_clock_of_the_database() -> None:
    ada = Player("Ada")
    match = ada.open(visibility="private", password="sesame")
    invite = ada.send("POST", f"/matches/{match}/invites", {"expires_in": 60}).ok(201)
    assert list_invites(match, ada.id)
    assert get_usable_invite(invite["code"]).match_id == match


def test_a_reading_is_continued_without_asking_and_renewed_when_it_is_old(monkeypatch: pytest.MonkeyPatch) -> None:
    readings: list[int] = []
    original = batched_sql.select

    def select(*arguments: Any) -> Any:
        readings.append(1)
        return original(*arguments)

    monkeypatch.setattr(database_time, "select", select)
    database_time._last_reading.clear()
    times = [database_time.recent_time() for _ in range(3)]
    assert times == sorted(times)
    assert len(readings) == 1
    monkeypatch.setattr(database_time, "READING_MAX_AGE_SECONDS", 0.0)
    database_time.recent_time()
    assert len(readings) == 2
