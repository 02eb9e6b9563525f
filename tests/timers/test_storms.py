"""Many at the same moment: one tick delivered often, and a last vote in the very moment in which its time is over."""

import json
import subprocess
import sys
from typing import Any

import pytest

from games.management import programs
from tests.timers.clockwork import ClockHouse

RUN = "import django; django.setup(); from tests.timers.storm import main; main()"


def storm(house: ClockHouse, *arguments: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-c", RUN, *arguments],
        cwd=programs.ROOT,
        env=programs.merge_into_environ(
            {**house.environment, "DJANGO_SETTINGS_MODULE": "dixit.settings", "DATABASE_POOL": "16"}
        ),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr + house.worker.log_text
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_a_tick_delivered_many_times_at_once_has_one_effect_early_and_old_ones_none(clock_house: ClockHouse) -> None:
    found = storm(clock_house, "ticks")
    # The house's own worker may have been first: then all deliveries are repetitions.
    assert found.pop("written") in (0, 1)
    assert found == {"effects": 1, "same": 1, "untouched": True}


def one_wins(house: ClockHouse, number: int) -> None:
    found = storm(house, "race", str(number))
    print(f"last vote against the clock, within 5 ms: {found}")
    assert set(found) == {"vote", "clock"}
    assert sum(found.values()) == number


@pytest.mark.nightly
def test_a_last_vote_or_the_clock_wins_and_the_log_says_which(clock_house: ClockHouse) -> None:
    one_wins(clock_house, 30)


@pytest.mark.nightly
def test_three_hundred_times(clock_house: ClockHouse) -> None:
    for _ in range(6):
        one_wins(clock_house, 50)
