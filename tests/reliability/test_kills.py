"""Whatever is killed, and whenever: what was acknowledged is there, once, and every match can be finished."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.reliability.faulty import POINTS
from tests.reliability.house import CrashHouse
from tests.reliability.kills import Kill, killing

WEB = [Kill(what="web"), *(Kill(what="web", point=point) for point in POINTS)]
POSTGRES = [Kill(what="postgres"), *(Kill(what="postgres", point=point) for point in POINTS)]
BOTH = [Kill(what="both"), *(Kill(what="both", point=point) for point in POINTS)]


def sample(kills: Sequence[Kill]) -> list[Kill]:
    """At random, before the commit, and after it but before anybody has been told."""
    return [kill for kill in kills if kill.point in (None, "before_commit", "after_commit")]


def nothing_is_lost(house: CrashHouse, folder: Path, kills: Sequence[Kill], seed: str = "kills") -> None:
    with killing(house, folder, seed=seed) as one:
        for kill in kills:
            assert one.survive(kill) == [], f"after {kill}: {one.figures()}\n{house.said}"
    assert one.wrong() == []
    print(f"\n{one.figures()}")


def test_nothing_is_lost_when_web_servers_or_postgres_die(on_postgres: CrashHouse, tmp_path: Path) -> None:
    nothing_is_lost(on_postgres, tmp_path, [*sample(WEB), *sample(POSTGRES)])


def test_nothing_is_lost_when_web_servers_on_sqlite_die(on_sqlite: CrashHouse, tmp_path: Path) -> None:
    nothing_is_lost(on_sqlite, tmp_path, sample(WEB))


@pytest.mark.nightly
@pytest.mark.parametrize("evening", range(10))
def test_nothing_is_lost_in_200_kills_on_postgres(fresh: CrashHouse, tmp_path: Path, evening: int) -> None:
    nothing_is_lost(fresh, tmp_path, [*WEB, *POSTGRES, *WEB, *BOTH], seed=f"evening {evening}")


@pytest.mark.nightly
def test_nothing_is_lost_in_40_kills_on_sqlite(on_sqlite: CrashHouse, tmp_path: Path) -> None:
    nothing_is_lost(on_sqlite, tmp_path, WEB * 8)
