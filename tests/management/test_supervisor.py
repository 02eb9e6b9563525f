"""The supervisor's patience with a child that keeps dying."""

import sys
import time
from pathlib import Path

from games.management import supervisor
from games.management.child_process import ChildProcess
from games.management.supervisor import MAX_RESTART_DELAY_SECONDS, SupervisedChild, Supervisor


def dying(tmp_path: Path) -> ChildProcess:
    """A child that ends as soon as it has begun."""
    return ChildProcess(name="frail", command=[sys.executable, "-c", "raise SystemExit(3)"], log=tmp_path / "log")


def test_a_child_that_keeps_dying_is_started_ever_more_rarely(tmp_path: Path) -> None:
    watch = SupervisedChild(dying(tmp_path))
    pauses = []
    for _ in range(9):
        pauses.append(watch.restart_delay)
        watch.schedule_restart()
    assert pauses == [
        0.5,
        1,
        2,
        4,
        8,
        16,
        MAX_RESTART_DELAY_SECONDS,
        MAX_RESTART_DELAY_SECONDS,
        MAX_RESTART_DELAY_SECONDS,
    ]


def test_after_a_long_life_a_child_is_started_soon_again(tmp_path: Path) -> None:
    watch = SupervisedChild(
        dying(tmp_path), restart_delay=16, started_at=time.monotonic() - supervisor.HEALTHY_AFTER_SECONDS - 1
    )
    watch.schedule_restart()
    assert watch.restart_at is not None
    assert watch.restart_at - time.monotonic() <= supervisor.FIRST_RESTART_DELAY_SECONDS


def test_a_death_is_said_once_with_its_code(tmp_path: Path) -> None:
    said: list[str] = []
    house = Supervisor(said.append)
    house.supervise(frail := dying(tmp_path))
    assert frail.process is not None
    frail.process.wait(30)
    house.poll()
    house.poll()
    assert said == [f"frail died (code 3): restarting in 0.5 s; log: {tmp_path / 'log'}"]
