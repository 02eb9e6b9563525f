"""Without Redis no client is refused or waits long, limits hold within a process, and health checks report it."""

import time

import pytest
from django.test import Client

from games import presence, redis_client
from games.limits import RateLimit, acquire_one
from games.metrics import exposition
from tests.api.api_client import Player
from tests.api.game_table import GameTable
from tests.limits.conftest import UnresponsiveRedis, set_rates

pytestmark = pytest.mark.django_db


def test_reads_and_commands_continue_within_a_process_local_limit(
    unresponsive_redis: UnresponsiveRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
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
    # A caller does not wait soon after another caller has waited.
    assert unresponsive_redis.count_connection_attempts() <= waited_seconds / redis_client.CIRCUIT_OPEN_SECONDS + 1


def test_an_outage_noticed_by_one_use_of_redis_spares_the_others_the_wait(
    unresponsive_redis: UnresponsiveRedis,
) -> None:
    assert presence.connected_by_account(["u_ada"]) == {}
    for _ in range(10):
        assert not acquire_one(RateLimit(name="test", max_requests=20, window_seconds=600), "ada").exact
        assert presence.connected_by_account(["u_ada"]) == {}
    assert unresponsive_redis.count_connection_attempts() <= 1


def test_readiness_only_reports_the_outage(unresponsive_redis: UnresponsiveRedis) -> None:
    response = Client().get("/readyz")
    assert response.status_code == 200
    assert response.json()["redis"] == "unreachable"


def test_metrics_of_this_process_are_still_served(unresponsive_redis: UnresponsiveRedis) -> None:
    exposition.publish_metrics(after_sweep=True)
    metrics = exposition.render_metrics()
    assert f'process="{exposition.process_name()}"' in metrics
    assert "dixit_sweep_age_seconds" not in metrics
