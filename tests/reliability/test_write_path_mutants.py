"""Controls: deployments that are broken on purpose lose acknowledged commands or are found not to be linearizable."""

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.reliability.acknowledgement_journal import lost_acknowledgements
from tests.reliability.conftest import copy_template_database
from tests.reliability.crash_deployment import CrashDeployment, ForkServer
from tests.reliability.fault_injection import MUTANTS
from tests.reliability.http_client import Guest, create_guest
from tests.reliability.kill_experiment import start_kill_experiment
from tests.reliability.linearizability_checker import violations
from tests.reliability.random_clients import CLIENTS_PER_MATCH
from tests.reliability.stored_log import read_logs
from tests.reliability.test_linearizability import record_histories
from tests.services.postgres import PostgreSQL


@pytest.fixture(scope="module")
def mutant_deployment(durable_postgres: PostgreSQL, fork_server: ForkServer) -> Iterator[CrashDeployment]:
    """A deployment both of whose servers can be broken."""
    name = copy_template_database(durable_postgres, "mutable")
    with CrashDeployment(fork_server, name, durable_postgres.url(name), faulty_server_count=2) as deployment:
        yield deployment


@pytest.fixture(scope="module")
def mutant_guests(mutant_deployment: CrashDeployment) -> list[Guest]:
    return [create_guest(mutant_deployment.ports, f"M{number}") for number in range(3 * CLIENTS_PER_MATCH)]


def violations_in_batch(deployment: CrashDeployment, guests: list[Guest], seed: str) -> list[str]:
    """Return the checker's violations for a batch."""
    histories = record_histories(deployment, guests, seed)
    return [fault for one in histories for fault in violations(one, read_logs(deployment.url, one.match)[one.match])]


def test_without_a_mutant_no_violation_is_found(mutant_deployment: CrashDeployment, mutant_guests: list[Guest]) -> None:
    assert violations_in_batch(mutant_deployment, mutant_guests, "sound") == []


@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_mutant_of_the_write_path_is_caught(
    mutant_deployment: CrashDeployment, mutant_guests: list[Guest], mutant: str
) -> None:
    mutant_deployment.arm_fault(mutant)
    try:
        found: list[str] = []
        for turn in range(4):
            found = found or violations_in_batch(mutant_deployment, mutant_guests, f"{mutant} {turn}")
    finally:
        (mutant_deployment.fault_folder / mutant).unlink()
    print(f"\n{mutant}: {len(found)} violations, the first: {found[:1]}")
    assert found


@pytest.fixture(scope="module")
def async_commit_deployment(durable_postgres: PostgreSQL, fork_server: ForkServer) -> Iterator[CrashDeployment]:
    """A deployment as in production, except that commits don't wait for the disk."""
    name = copy_template_database(durable_postgres, "careless")
    with psycopg.connect(durable_postgres.url(name), autocommit=True) as connection:
        connection.execute(f"ALTER DATABASE {name} SET synchronous_commit = off".encode())
    with CrashDeployment(fork_server, name, durable_postgres.url(name), postgres=durable_postgres) as deployment:
        yield deployment


def crash_and_count_losses(deployment: CrashDeployment, folder: Path) -> tuple[int, int]:
    """Kill everything while bots play, and restart it; return the number of acknowledgements and how many of them were
    lost."""
    folder.mkdir()
    with start_kill_experiment(deployment, folder) as experiment:
        experiment.wait_for_acknowledgements(30)
        assert deployment.postgres
        deployment.postgres.kill()
        for group in experiment.bot_groups:
            group.halt.set()
    for server in (0, 1):
        deployment.kill_web_server(server)
        deployment.start_web_server(server)
    deployment.postgres.start()
    deployment.wait_until_ready()
    acks, _ = experiment.journal.read_snapshot()
    return len(acks), len(list(lost_acknowledgements(acks, read_logs(deployment.url))))


def test_without_synchronous_commits_acknowledged_events_are_lost(
    async_commit_deployment: CrashDeployment, tmp_path: Path
) -> None:
    results = []
    for turn in range(10):
        results.append(crash_and_count_losses(async_commit_deployment, tmp_path / str(turn)))
        if results[-1][1]:
            break
    print(f"\nacknowledged and lost, by crash: {results}")
    assert results[-1][1]


@pytest.mark.nightly
def test_without_synchronous_commits_several_of_20_crashes_lose_events(
    async_commit_deployment: CrashDeployment, tmp_path: Path
) -> None:
    results = [crash_and_count_losses(async_commit_deployment, tmp_path / str(turn)) for turn in range(20)]
    print(f"\n{sum(acks for acks, _ in results)} acknowledged, {sum(lost for _, lost in results)} lost: {results}")
    assert sum(lost > 0 for _, lost in results) > 1
