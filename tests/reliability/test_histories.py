"""Every match is linearizable: recorded histories, half of them with kills in the middle, hold against the log."""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from tests.reliability.checker import violations
from tests.reliability.clients import AT_ONCE, PLAYERS, recorded
from tests.reliability.faulty import POINTS
from tests.reliability.history import History
from tests.reliability.house import SOON, CrashHouse
from tests.reliability.kills import Kill, strike
from tests.reliability.line import Guest
from tests.reliability.log import logs

KILLS = [
    Kill(what="web"),
    Kill(what="postgres"),
    Kill(what="web", point="before_commit"),
    Kill(what="web", point="after_commit"),
    Kill(what="postgres", point="after_commit"),
    Kill(what="both"),
    *(Kill(what=what, point=point) for point in POINTS for what in ("web", "postgres")),
]


def batch(house: CrashHouse, crowd: Sequence[Guest], seed: str, kill: Kill | None = None) -> list[History]:
    """Histories of matches that are played at the same time; the kill falls into the middle of all of them."""
    parties = [crowd[start : start + PLAYERS] for start in range(0, len(crowd), PLAYERS)]
    with ThreadPoolExecutor(len(parties)) as pool:
        runs = [pool.submit(recorded, house, party, f"{seed}/{n}") for n, party in enumerate(parties)]
        if kill:
            # Everybody has found a seat, and there is something to see already.
            time.sleep(0.5)
            strike(house, kill, Random(seed))
        return [run.result(SOON) for run in runs]


def are_linearizable(house: CrashHouse, crowd: Sequence[Guest], kills: Sequence[Kill | None]) -> None:
    calls = broken = 0
    for number, kill in enumerate(kills):
        for history in batch(house, crowd, f"history {number}", kill):
            log = logs(house.url, history.match)[history.match]
            assert violations(history, log) == [], house.said
            calls += len(history.calls)
            broken += sum(call.attempts > 1 for call in history.calls)
    print(f"\n{len(kills) * AT_ONCE} histories, {calls} calls, {broken} of them sent again, no violation")


def test_thirty_histories_on_postgres_are_linearizable(on_postgres: CrashHouse, crowd: list[Guest]) -> None:
    are_linearizable(on_postgres, crowd, [None, KILLS[0], None, KILLS[1], None, KILLS[3]])


def test_twenty_histories_on_sqlite_are_linearizable(on_sqlite: CrashHouse, crowd_on_sqlite: list[Guest]) -> None:
    are_linearizable(on_sqlite, crowd_on_sqlite, [None, KILLS[0], None, KILLS[2]])


@pytest.mark.nightly
def test_two_hundred_histories_are_linearizable(on_postgres: CrashHouse, crowd: list[Guest]) -> None:
    are_linearizable(on_postgres, crowd, [kill for number in range(20) for kill in (None, KILLS[number % len(KILLS)])])
