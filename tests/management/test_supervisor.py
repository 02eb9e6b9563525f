"""The supervisor's patience with a child that keeps dying."""

import sys
import time
from pathlib import Path

from games.management import supervisor
from games.management.child import Child
from games.management.supervisor import LONGEST_PAUSE, Supervisor, Watch


def dying(tmp_path: Path) -> Child:
    """A child that ends as soon as it has begun."""
    return Child(name="frail", command=[sys.executable, "-c", "raise SystemExit(3)"], log=tmp_path / "log")


def test_a_child_that_keeps_dying_is_started_ever_more_rarely(tmp_path: Path) -> None:
    watch = Watch(dying(tmp_path))
    pauses = []
    for _ in range(9):
        pauses.append(watch.pause)
        watch.note_death()
    assert pauses == [0.5, 1, 2, 4, 8, 16, LONGEST_PAUSE, LONGEST_PAUSE, LONGEST_PAUSE]


def test_after_a_long_life_a_child_is_started_soon_again(tmp_path: Path) -> None:
    watch = Watch(dying(tmp_path), pause=16, born=time.monotonic() - supervisor.HEALTHY - 1)
    watch.note_death()
    assert watch.due is not None
    assert watch.due - time.monotonic() <= supervisor.FIRST_PAUSE


def test_a_death_is_said_once_with_its_code(tmp_path: Path) -> None:
    said: list[str] = []
    house = Supervisor(said.append)
    house.watch_over(frail := dying(tmp_path))
    assert frail.process is not None
    frail.process.wait(30)
    house.glance()
    house.glance()
    assert said == [f"frail died (code 3): starting it again in 0.5 s; log: {tmp_path / 'log'}"]
