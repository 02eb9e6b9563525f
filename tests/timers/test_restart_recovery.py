"""After a `kill -9` of worker, beat, Valkey or web server, missed work is soon caught up when the process is back."""

import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest

from tests.services.deployment import is_responding
from tests.services.postgres import PostgreSQL
from tests.timers.worker_deployment import WorkerDeployment, parse_time

MAX_RECOVERY_SECONDS = 5.0
"""Seconds after which all must have been made up for, counted from when what was killed is back."""


@pytest.fixture(scope="module")
def deployment(postgres: PostgreSQL) -> Iterator[WorkerDeployment]:
    with WorkerDeployment(postgres.create_database("clock_kills")) as running:
        yield running


DeploymentAction = Callable[[WorkerDeployment], None]


def restart_beat(deployment: WorkerDeployment) -> None:
    earlier_starts = deployment.beat.log_text.count("beat: Starting")
    deployment.beat.start()
    deployment.wait_until(lambda: deployment.beat.log_text.count("beat: Starting") > earlier_starts, "the beat is back")


def restart_worker(deployment: WorkerDeployment) -> None:
    deployment.worker.start()
    deployment.wait_until(deployment.worker_answers, "the worker is back")


KILL_AND_RESTART: dict[str, tuple[DeploymentAction, DeploymentAction]] = {
    "worker": (lambda running: running.worker.kill(), restart_worker),
    "beat": (lambda running: running.beat.kill(), restart_beat),
    "valkey": (lambda running: running.valkey.child.kill(), lambda running: running.valkey.start()),
}


@pytest.mark.nightly
@pytest.mark.parametrize("victim", KILL_AND_RESTART)
def test_a_deadline_missed_while_a_process_was_dead_is_enforced_after_its_restart(
    deployment: WorkerDeployment, victim: str
) -> None:
    kill, restart = KILL_AND_RESTART[victim]
    match = deployment.start_match(first="host", clock={"clue": 5}, on_timeout="abort")
    kill(deployment)
    time.sleep(9)
    assert match.host.view(match.id)["status"] == "playing", "the deadline is not enforced without the process"
    restart(deployment)
    restarted_at = datetime.now(UTC)
    deployment.wait_until(
        lambda: match.host.view(match.id)["status"] == "abandoned", "the missed deadline is enforced", 20
    )
    (time_up,) = [event for event in match.host.events(match.id) if event["type"] == "time_up"]
    late = (parse_time(time_up["at"]) - restarted_at).total_seconds()
    print(f"{victim} restarted: the deadline was enforced after {late:.2f} s")
    assert late < MAX_RECOVERY_SECONDS


@pytest.mark.nightly
def test_a_phase_is_extended_once_after_an_outage_of_all_web_servers(deployment: WorkerDeployment) -> None:
    match = deployment.start_match(first="host", clock={"clue": 20}, on_timeout="abort")
    due_at = parse_time(match.host.view(match.id)["phase"]["deadline_at"])
    deployment.servers[0].kill()
    time.sleep(22)
    deployment.servers[0].start()
    deployment.wait_until(lambda: is_responding(deployment.base_urls[0]), "the web server is back")
    (extension,) = [event for event in match.host.events(match.id) if event["type"] == "deadline_extended"]
    assert extension["actor"] == "clock"
    assert 20 <= (parse_time(extension["data"]["deadline_at"]) - due_at).total_seconds() < 21
    deployment.wait_until(
        lambda: match.host.view(match.id)["status"] == "abandoned", "the phase ends at its extended deadline"
    )
    assert [event["type"] for event in match.host.events(match.id)][-3:] == [
        "deadline_extended",
        "time_up",
        "match_ended",
    ]
