"""Clocks of machines are never compared: worker and beat, ten minutes apart, end every phase on time, once."""

import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.api_client import Player
from tests.api.game_table import body_for_action
from tests.services.postgres import PostgreSQL
from tests.timers.skewed_clock import compile_shim, skewed_environment
from tests.timers.test_bots_with_worker import ONE_LAP_RULES, start_match_with_bots
from tests.timers.worker_deployment import WorkerDeployment, lateness_seconds

FIVE_SECONDS = {"clue": 5, "submit": 5, "vote": 5, "reveal": 5}
MAX_LATENESS_SECONDS = 2.0


@pytest.fixture(scope="module")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compile_shim(tmp_path_factory.mktemp("shim"))


@pytest.fixture(scope="module")
def deployment(postgres: PostgreSQL) -> Iterator[WorkerDeployment]:
    with WorkerDeployment(postgres.create_database("skewed_clocks")) as running:
        yield running


def test_the_shim_shifts_the_time_of_day_and_nothing_else(shim: Path) -> None:
    script = "import time, datetime; print(time.time(), datetime.datetime.now().timestamp(), time.monotonic())"
    shown = subprocess.check_output([sys.executable, "-c", script], env=skewed_environment(shim, 600), text=True)
    time_of_day, from_datetime, monotonic = map(float, shown.split())
    assert 590 < time_of_day - time.time() < 610
    assert 590 < from_datetime - time.time() < 610
    assert -10 < monotonic - time.monotonic() < 10


@pytest.mark.slow
@pytest.mark.parametrize(("worker_skew", "beat_skew"), [(600, 0), (-300, 300)])
def test_phases_end_on_time_once_whatever_the_clocks_show(
    deployment: WorkerDeployment, shim: Path, worker_skew: int, beat_skew: int
) -> None:
    for process, skew in ((deployment.worker, worker_skew), (deployment.beat, beat_skew)):
        process.stop()
        process.environment = {**(process.environment or {}), **skewed_environment(shim, skew)}
        process.start()
    deployment.wait_until(deployment.worker_answers, "the worker with the other clock answers")
    matches = [deployment.start_match(first="host", clock=FIVE_SECONDS, on_timeout="auto") for _ in range(4)]
    person, match_with_bots = start_match_with_bots(deployment, ONE_LAP_RULES)
    person.act(match_with_bots, "clue", body_for_action(person.view(match_with_bots)["actions"][0]))
    deployment.wait_until(lambda: bots_have_moved(person, match_with_bots), "computer players move", 10)
    time.sleep(16)
    logs = [match.host.events(match.id) for match in matches]
    late = [seconds for log in logs for seconds in lateness_seconds(log)]
    print(f"worker {worker_skew:+}, beat {beat_skew:+} s: {len(late)} ends, late {min(late):.3f} to {max(late):.3f} s")
    assert len(late) >= 3 * len(matches), "clue, cards and votes are missed by everyone"
    assert 0 <= min(late) <= max(late) < MAX_LATENESS_SECONDS
    for log in logs:
        assert set(Counter(event["data"]["phase"] for event in log if event["type"] == "time_up").values()) == {1}
        assert not [event for event in log if event["type"] == "deadline_extended"]


def bots_have_moved(person: Player, match: str) -> bool:
    types = [event["type"] for event in person.events(match)]
    return types.count("cards_submitted") == 3
