"""After a `kill -9` of worker, beat or Valkey, missed work is soon caught up when the process is back."""

import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest

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
def test_a_deadline_missed_while_a_process_was_dead_is_noticed_after_its_restart_and_extended_once(
    deployment: WorkerDeployment, victim: str
) -> None:
    kill, restart = KILL_AND_RESTART[victim]
    match = deployment.start_match(first="host", clock={"clue": 5}, on_timeout="abort")
    due_at = parse_time(match.host.view(match.id)["phase"]["deadline_at"])
    kill(deployment)
    time.sleep(16)
    events = match.host.events(match.id)
    assert [event for event in events if event["actor"] == "clock"] == [], "nothing happens without the process"
    restart(deployment)
    restarted_at = datetime.now(UTC)
    deployment.wait_until(
        lambda: match.host.view(match.id)["status"] == "abandoned", "the missed deadline is enforced", 40
    )
    extension, time_up, match_ended = match.host.events(match.id)[-3:]
    assert [event["type"] for event in (extension, time_up, match_ended)] == [
        "deadline_extended",
        "time_up",
        "match_ended",
    ]
    assert extension["actor"] == time_up["actor"] == "clock"
    extended_at, extended_to = parse_time(extension["at"]), parse_time(extension["data"]["deadline_at"])
    assert (extended_at - due_at).total_seconds() > 10
    assert (extended_to - extended_at).total_seconds() == 20
    assert 0 <= (parse_time(time_up["at"]) - extended_to).total_seconds() < MAX_RECOVERY_SECONDS
    late = (extended_at - restarted_at).total_seconds()
    assert late < MAX_RECOVERY_SECONDS
