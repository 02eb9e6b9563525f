"""After any kill at any time, acknowledged commands are in the log exactly once, and every match can be finished."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.reliability.crash_deployment import CrashDeployment
from tests.reliability.fault_injection import CRASH_POINTS
from tests.reliability.kill_experiment import Kill, start_kill_experiment

WEB_KILLS = [Kill(target="web"), *(Kill(target="web", point=point) for point in CRASH_POINTS)]
POSTGRES_KILLS = [Kill(target="postgres"), *(Kill(target="postgres", point=point) for point in CRASH_POINTS)]
COMBINED_KILLS = [Kill(target="both"), *(Kill(target="both", point=point) for point in CRASH_POINTS)]


def representative_kills(kills: Sequence[Kill]) -> list[Kill]:
    """Return the kills at a random moment, before the commit, and after it but before the notification."""
    return [kill for kill in kills if kill.point in (None, "before_commit", "after_commit")]


def assert_nothing_is_lost(
    deployment: CrashDeployment, folder: Path, kills: Sequence[Kill], seed: str = "kills"
) -> None:
    with start_kill_experiment(deployment, folder, seed=seed) as experiment:
        for kill in kills:
            assert experiment.kill_and_check(kill) == [], f"after {kill}: {experiment.summary()}\n{deployment.log_text}"
    assert experiment.find_faults() == []
    print(f"\n{experiment.summary()}")


@pytest.mark.slow
def test_nothing_is_lost_when_web_servers_or_postgres_die(postgres_deployment: CrashDeployment, tmp_path: Path) -> None:
    assert_nothing_is_lost(
        postgres_deployment, tmp_path, [*representative_kills(WEB_KILLS), *representative_kills(POSTGRES_KILLS)]
    )


def test_nothing_is_lost_when_web_servers_on_sqlite_die(sqlite_deployment: CrashDeployment, tmp_path: Path) -> None:
    assert_nothing_is_lost(sqlite_deployment, tmp_path, representative_kills(WEB_KILLS))


@pytest.mark.nightly
@pytest.mark.parametrize("evening", range(10))
def test_nothing_is_lost_in_200_kills_on_postgres(
    fresh_deployment: CrashDeployment, tmp_path: Path, evening: int
) -> None:
    assert_nothing_is_lost(
        fresh_deployment,
        tmp_path,
        [*WEB_KILLS, *POSTGRES_KILLS, *WEB_KILLS, *COMBINED_KILLS],
        seed=f"evening {evening}",
    )


@pytest.mark.nightly
def test_nothing_is_lost_in_40_kills_on_sqlite(sqlite_deployment: CrashDeployment, tmp_path: Path) -> None:
    assert_nothing_is_lost(sqlite_deployment, tmp_path, WEB_KILLS * 8)
