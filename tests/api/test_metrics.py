"""`/metrics`: what is counted across all processes, and who may read it."""

import os
import re
import urllib.request

import pytest
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families
from redis import Redis

from games.metrics import exposition
from games.metrics.registry import COMMANDS_TOTAL, DEADLINE_LATENESS
from games.timers.sweep import Sweep
from tests.api.game_table import GameTable
from tests.services.deployment import Deployment


def sums_by_sample(text: str) -> dict[tuple[str, str], float]:
    """Return the sums over all processes, by sample and its own label."""
    sums: dict[tuple[str, str], float] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = [value for label, value in sample.labels.items() if label != "process"]
            key = sample.name, "".join(labels)
            sums[key] = sums.get(key, 0.0) + sample.value
    return sums


def get_metrics() -> dict[tuple[str, str], float]:
    return sums_by_sample(Client().get("/metrics").content.decode())


@pytest.mark.django_db
def test_commands_and_refusals_are_counted_by_type() -> None:
    before = get_metrics()
    table = GameTable(3).start()
    assert table.host.command(table.id, "vote", {"slots": [1]}).code == "wrong_phase"
    assert table.host.command(table.id, "vote", {"slots": "x"}).code == "invalid"
    after = get_metrics()
    increments = {key: after[key] - before.get(key, 0.0) for key in after}
    assert increments["dixit_commands_total", "open"] == 1
    assert increments["dixit_commands_total", "sit"] == 2
    assert increments["dixit_commands_total", "start"] == 1
    assert increments["dixit_refusals_total", "wrong_phase"] == 1
    assert increments["dixit_refusals_total", "invalid"] == 1
    assert increments.get(("dixit_commands_total", "vote"), 0) == 0


@pytest.mark.django_db
def test_no_metric_label_names_a_match_or_a_user() -> None:
    table = GameTable(3)
    for _ in range(2):
        table.host.command(table.id, "start", key="again").ok()
    text = Client().get("/metrics").content.decode()
    assert table.id not in text
    assert not any(player.id in text or player.token in text for player in table.players)
    assert set(re.findall(r'(\w+)="', text)) <= {"type", "code", "limit", "le", "process", "version"}


@pytest.mark.parametrize(
    ("remote", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("::1", {}, 200),
        ("10.0.0.7", {}, 404),
        ("", {}, 404),
        ("127.0.0.1", {"X-Forwarded-For": "10.0.0.7"}, 404),
        ("127.0.0.1", {"Host": "localhost:8000"}, 200),
        ("::1", {"Host": "[::1]:8000"}, 200),
        ("127.0.0.1", {"Host": "evil.example:8000"}, 404),
        ("10.0.0.7", {"X-Forwarded-For": "127.0.0.1"}, 404),
        ("10.0.0.7", {"Authorization": "Bearer sesame"}, 200),
        ("10.0.0.7", {"Authorization": "Bearer "}, 404),
        ("10.0.0.7", {"Authorization": "Bearer sesam"}, 404),
    ],
)
def test_metrics_are_available_to_localhost_and_with_the_token(
    remote: str, headers: dict[str, str], status: int, settings
) -> None:
    settings.METRICS_TOKEN = "sesame"
    response = Client().get("/metrics", headers=headers, REMOTE_ADDR=remote)
    assert response.status_code == status
    settings.METRICS_TOKEN = ""
    if "Authorization" in headers:
        assert Client().get("/metrics", headers=headers, REMOTE_ADDR=remote).status_code == 404


def test_pages_of_other_origins_cannot_read_the_metrics() -> None:
    response = Client().get("/metrics", headers={"Origin": "https://evil.example"})
    assert response.status_code == 200
    assert not [name for name in response.headers if name.lower().startswith("access-control")]
    assert Client().get("/livez").headers["Access-Control-Allow-Origin"] == "*"


def test_every_server_reports_all_processes(deployment: Deployment) -> None:
    def scrape(address: str) -> str:
        with urllib.request.urlopen(f"{address}/metrics", timeout=10) as response:
            text: str = response.read().decode()
            return text

    for address in deployment.base_urls:
        exposition.publish_metrics()
        text = scrape(address)
        names = set(re.findall(r'dixit_sockets\{process="([^"]+)"\}', text))
        pids = {int(name.rpartition("-")[2]) for name in names}
        assert {server.pid for server in deployment.servers} <= pids
        assert os.getpid() in pids


@pytest.mark.django_db
def test_worker_metrics_are_reported_by_the_web_process() -> None:
    with Redis.from_url(os.environ["REDIS_URL"]) as redis:
        redis.delete(exposition.LAST_SWEEP_KEY)
    assert get_metrics()["dixit_sweep_age_seconds", ""] == float("inf")
    DEADLINE_LATENESS.observe(0.03)
    Sweep().run()
    with Redis.from_url(os.environ["REDIS_URL"]) as redis:
        page = redis.get(f"{exposition.PROCESS_NAMES_KEY}:{exposition.process_name()}")
    assert isinstance(page, bytes)
    assert b"dixit_deadline_lateness_seconds_bucket" in page
    metrics = get_metrics()
    assert 0 <= metrics["dixit_sweep_age_seconds", ""] < 5
    assert metrics["dixit_deadline_lateness_seconds_count", ""] >= 1


def test_without_redis_a_process_reports_only_itself(settings) -> None:
    COMMANDS_TOTAL.labels("ready").inc()
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    exposition.publish_metrics()
    metrics = get_metrics()
    assert metrics["dixit_commands_total", "ready"] >= 1
    assert ("dixit_sweep_age_seconds", "") not in metrics
