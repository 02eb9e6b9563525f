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
    assert delays == [0.5, 1, *[MAX_RESTART_DELAY_SECONDS] * 7]


def test_a_child_that_dies_again_and_again_is_back_within_five_seconds(tmp_path: Path) -> None:
    # A web process needs 2 to 3 seconds until it answers.
    assert MAX_RESTART_DELAY_SECONDS + supervisor.POLL_INTERVAL_SECONDS < 2.5
    child_supervisor = Supervisor(lambda _: None)
    child_supervisor.supervise(crashing_child(tmp_path))
    (watch,) = child_supervisor.supervised
    for _ in range(8):
        watch.schedule_restart()
    died_at = time.monotonic()
    watch.schedule_restart()
    while watch.restart_at is not None:
        child_supervisor.poll()
        time.sleep(0.05)
    assert time.monotonic() - died_at < 2.5
    child_supervisor.stop()


def test_a_child_that_ran_long_is_restarted_soon(tmp_path: Path) -> None:
    watch = SupervisedChild(
        crashing_child(tmp_path),
        restart_delay=MAX_RESTART_DELAY_SECONDS,
        started_at=time.monotonic() - supervisor.HEALTHY_AFTER_SECONDS - 1,
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
