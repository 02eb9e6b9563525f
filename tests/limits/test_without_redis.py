"""Redis is away: nobody is shut out of what can do without it, nobody waits long, and nothing is open to everything."""

import time

import pytest
from pytest_django import Settings

from games.limits import redis_client
from tests.api.client import Player
from tests.api.table import Table
from tests.limits.conftest import Deaf

pytestmark = pytest.mark.django_db


def test_looking_and_playing_go_on_within_a_cap_of_the_process(away: Deaf, settings: Settings, monkeypatch) -> None:
    # It looks at Redis, too, with a patience of its own.
    monkeypatch.setattr("games.presence.connected_by_account", lambda accounts: {})
    settings.RATES = {**settings.RATES, "read": (5, 600), "play": (5, 600)}
    begun = time.monotonic()
    table = Table(3)
    table.start()
    looks = [table.host.get("/me") for _ in range(20)]
    plays = [table.host.command(table.id, "ready") for _ in range(20)]
    waited = time.monotonic() - begun
    assert [answer.status for answer in looks].count(200) == 5
    assert [answer.status for answer in plays].count(409) == 4
    assert {answer.status for answer in [*looks, *plays]} == {200, 409, 429}
    assert plays[-1].json["retry_after"] > 1
    assert Player("Zoe").get("/me").status == 200
    # Nobody waits who comes soon after somebody has waited.
    assert away.asked() <= waited / redis_client.CIRCUIT_OPEN_SECONDS + 1
