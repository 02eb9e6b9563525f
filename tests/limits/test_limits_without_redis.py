"""Redis is away: nobody is shut out of what can do without it, nobody waits long, and nothing is open to everything."""

import time

import pytest
from pytest_django import Settings

from games.limits import redis_client
from tests.api.api_client import Player
from tests.api.game_table import GameTable
from tests.limits.conftest import UnresponsiveRedis, set_rates

pytestmark = pytest.mark.django_db


def test_reads_and_commands_continue_within_a_process_local_limit(
    unresponsive_redis: UnresponsiveRedis, settings: Settings, monkeypatch
) -> None:
    # It looks at Redis, too, with a patience of its own.
    monkeypatch.setattr("games.presence.connected_by_account", lambda accounts: {})
    set_rates(monkeypatch, read=(5, 600), play=(5, 600))
    started_at = time.monotonic()
    table = GameTable(3)
    table.start()
    reads = [table.host.get("/me") for _ in range(20)]
    commands = [table.host.command(table.id, "ready") for _ in range(20)]
    waited_seconds = time.monotonic() - started_at
    assert [answer.status for answer in reads].count(200) == 5
    assert [answer.status for answer in commands].count(409) == 4
    assert {answer.status for answer in [*reads, *commands]} == {200, 409, 429}
    assert commands[-1].json["retry_after"] > 1
    assert Player("Zoe").get("/me").status == 200
    # Nobody waits who comes soon after somebody has waited.
    assert unresponsive_redis.count_connection_attempts() <= waited_seconds / redis_client.CIRCUIT_OPEN_SECONDS + 1
