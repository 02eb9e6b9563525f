"""How long the supervisor restarts a child that keeps dying."""

import sys
import time
from pathlib import Path

from games.management import supervisor
from games.management.child_process import ChildProcess
from games.management.supervisor import MAX_RESTART_DELAY_SECONDS, SupervisedChild, Supervisor


def crashing_child(tmp_path: Path) -> ChildProcess:
    """A child that exits as soon as it has started."""
    return ChildProcess(name="frail", command=[sys.executable, "-c", "raise SystemExit(3)"], log=tmp_path / "log")


def test_a_crashing_child_is_restarted_with_growing_delays(tmp_path: Path) -> None:
    watch = SupervisedChild(crashing_child(tmp_path))
    delays = []
    for _ in range(9):
        delays.append(watch.restart_delay)
        watch.schedule_restart()
    assert delays == [
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


def test_a_child_that_ran_long_is_restarted_soon(tmp_path: Path) -> None:
    watch = SupervisedChild(
        crashing_child(tmp_path), restart_delay=16, started_at=time.monotonic() - supervisor.HEALTHY_AFTER_SECONDS - 1
    )
    watch.schedule_restart()
    assert watch.restart_at is not None
    assert watch.restart_at - time.monotonic() <= supervisor.FIRST_RESTART_DELAY_SECONDS


def test_a_crash_is_reported_once_with_its_exit_code(tmp_path: Path) -> None:
    messages: list[str] = []
    child_supervisor = Supervisor(messages.append)
    child_supervisor.supervise(crashed := crashing_child(tmp_path))
    assert crashed.process is not None
    crashed.process.wait(30)
    child_supervisor.poll()
    child_supervisor.poll()
    assert messages == [f"frail died (code 3): restarting in 0.5 s; log: {tmp_path / 'log'}"]
