"""Races: one tick that is delivered many times, and a last vote at the very moment of its deadline."""

import json
import subprocess
import sys
from collections import Counter
from typing import Any

import pytest

from games.management import programs
from tests.timers.worker_deployment import WorkerDeployment

RACE_PROGRAM = "import django; django.setup(); from tests.timers.tick_races import main; main()"
MATCH_COUNTS = [25, pytest.param(300, marks=pytest.mark.slow)]


def run_race(deployment: WorkerDeployment, *arguments: str) -> dict[str, Any]:
    process = subprocess.run(
        [sys.executable, "-c", RACE_PROGRAM, *arguments],
        cwd=programs.PROJECT_ROOT,
        env=programs.merge_into_environ(
            {**deployment.environment, "DATABASE_URL": f"{deployment.environment['DATABASE_URL']}?pool=16"}
        ),
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr + deployment.worker.log_text
    counts: dict[str, Any] = json.loads(process.stdout)
    return counts


def test_concurrent_deliveries_of_a_tick_take_effect_once_and_early_or_old_ones_never(
    worker_deployment: WorkerDeployment,
) -> None:
    counts = run_race(worker_deployment, "ticks")
    # The deployment's own worker may have been first: then all deliveries are repetitions.
    assert counts.pop("written") in (0, 1)
    assert counts == {"effects": 1, "same": 1, "untouched": True}


@pytest.mark.nightly
@pytest.mark.parametrize("race", ["race", "called"])
def test_three_hundred_last_votes_have_one_winner_each_the_vote_or_the_clock(
    worker_deployment: WorkerDeployment, race: str
) -> None:
    wins: Counter[str] = Counter()
    for _ in range(6):
        counts = run_race(worker_deployment, race, "50")
        print(f"last vote against the clock ({race}), within 5 ms: {counts}")
        wins += Counter(counts)
    assert set(wins) == {"vote", "clock"}
    assert wins.total() == 300


@pytest.mark.parametrize("match_count", MATCH_COUNTS)
def test_a_player_resumes_either_before_or_after_an_automatic_move(
    worker_deployment: WorkerDeployment, match_count: int
) -> None:
    counts = run_race(worker_deployment, "resume", str(match_count))
    print(f"resume against an automatic card: {counts}")
    assert set(counts) <= {"resume", "card"}
    assert sum(counts.values()) == match_count


@pytest.mark.parametrize("match_count", MATCH_COUNTS)
def test_a_match_ends_once_whether_the_last_agreement_or_the_skip_comes_first(
    worker_deployment: WorkerDeployment, match_count: int
) -> None:
    counts = run_race(worker_deployment, "agreement", str(match_count))
    print(f"last agreement against a seat becoming skipped: {counts}")
    assert set(counts) <= {"agreement", "skip"}
    assert sum(counts.values()) == match_count
