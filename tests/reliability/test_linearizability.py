"""Every match is linearizable: recorded histories, half of them with a kill in the middle, agree with the log."""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from tests.reliability.call_history import CallHistory
from tests.reliability.crash_deployment import OPERATION_TIMEOUT_SECONDS, CrashDeployment
from tests.reliability.fault_injection import CRASH_POINTS
from tests.reliability.http_client import Guest
from tests.reliability.kill_experiment import Kill, kill_and_restart
from tests.reliability.linearizability_checker import violations
from tests.reliability.random_clients import CLIENTS_PER_MATCH, CONCURRENT_MATCHES, record_history
from tests.reliability.stored_log import read_logs

KILLS = [
    Kill(target="web"),
    Kill(target="postgres"),
    Kill(target="web", point="before_commit"),
    Kill(target="web", point="after_commit"),
    Kill(target="postgres", point="after_commit"),
    Kill(target="both"),
    *(Kill(target=what, point=point) for point in CRASH_POINTS for what in ("web", "postgres")),
]


def record_histories(
    deployment: CrashDeployment, guests: Sequence[Guest], seed: str, kill: Kill | None = None
) -> list[CallHistory]:
    """Record histories of matches that are played at the same time; the kill happens in the middle of all of them."""
    groups = [guests[start : start + CLIENTS_PER_MATCH] for start in range(0, len(guests), CLIENTS_PER_MATCH)]
    with ThreadPoolExecutor(len(groups)) as pool:
        runs = [pool.submit(record_history, deployment, group, f"{seed}/{n}") for n, group in enumerate(groups)]
        if kill:
            # All players have found a seat, and the match has events already.
            time.sleep(0.5)
            kill_and_restart(deployment, kill, Random(seed))
        return [run.result(OPERATION_TIMEOUT_SECONDS) for run in runs]


def assert_histories_are_linearizable(
    deployment: CrashDeployment, guests: Sequence[Guest], kills: Sequence[Kill | None]
) -> None:
    call_count = resent_calls = 0
    for number, kill in enumerate(kills):
        for history in record_histories(deployment, guests, f"history {number}", kill):
            log = read_logs(deployment.url, history.match)[history.match]
            assert violations(history, log) == [], deployment.log_text
            call_count += len(history.calls)
            resent_calls += sum(call.attempts > 1 for call in history.calls)
    print(
        f"\n{len(kills) * CONCURRENT_MATCHES} histories, {call_count} calls,"
        f" {resent_calls} of them sent again, no violation"
    )


@pytest.mark.slow
def test_thirty_histories_on_postgres_are_linearizable(
    postgres_deployment: CrashDeployment, guests: list[Guest]
) -> None:
    assert_histories_are_linearizable(postgres_deployment, guests, [None, KILLS[0], None, KILLS[1], None, KILLS[3]])


def test_twenty_histories_on_sqlite_are_linearizable(
    sqlite_deployment: CrashDeployment, sqlite_guests: list[Guest]
) -> None:
    assert_histories_are_linearizable(sqlite_deployment, sqlite_guests, [None, KILLS[0], None, KILLS[2]])


@pytest.mark.nightly
def test_two_hundred_histories_are_linearizable(postgres_deployment: CrashDeployment, guests: list[Guest]) -> None:
    assert_histories_are_linearizable(
        postgres_deployment, guests, [kill for number in range(20) for kill in (None, KILLS[number % len(KILLS)])]
    )
