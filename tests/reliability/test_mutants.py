"""Controls: houses that are broken on purpose lose what they acknowledged, or are seen to be in no order at all."""

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.reliability.checker import violations
from tests.reliability.clients import PLAYERS
from tests.reliability.conftest import copied
from tests.reliability.faulty import MUTANTS
from tests.reliability.house import CrashHouse, Nursery
from tests.reliability.journal import lost
from tests.reliability.kills import killing
from tests.reliability.line import Guest, guest
from tests.reliability.log import logs
from tests.reliability.test_histories import batch
from tests.services.postgres import PostgreSQL


@pytest.fixture(scope="module")
def mutable(durable: PostgreSQL, nursery: Nursery) -> Iterator[CrashHouse]:
    """Both servers can be broken."""
    name = copied(durable, "mutable")
    with CrashHouse(nursery, name, durable.url(name), faults=2) as house:
        yield house


@pytest.fixture(scope="module")
def clients(mutable: CrashHouse) -> list[Guest]:
    return [guest(mutable.ports, f"M{number}") for number in range(3 * PLAYERS)]


def caught(house: CrashHouse, clients: list[Guest], seed: str) -> list[str]:
    """What the checker says of a batch."""
    histories = batch(house, clients, seed)
    return [fault for one in histories for fault in violations(one, logs(house.url, one.match)[one.match])]


def test_as_long_as_nothing_is_broken_nothing_is_caught(mutable: CrashHouse, clients: list[Guest]) -> None:
    assert caught(mutable, clients, "sound") == []


@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_mutant_of_the_write_path_is_caught(mutable: CrashHouse, clients: list[Guest], mutant: str) -> None:
    mutable.arm(mutant)
    try:
        found: list[str] = []
        for turn in range(4):
            found = found or caught(mutable, clients, f"{mutant} {turn}")
    finally:
        (mutable.faults / mutant).unlink()
    print(f"\n{mutant}: {len(found)} violations, the first: {found[:1]}")
    assert found


@pytest.fixture(scope="module")
def careless(durable: PostgreSQL, nursery: Nursery) -> Iterator[CrashHouse]:
    """All as in production, but commits don't wait for the disk."""
    name = copied(durable, "careless")
    with psycopg.connect(durable.url(name), autocommit=True) as line:
        line.execute(f"ALTER DATABASE {name} SET synchronous_commit = off".encode())
    with CrashHouse(nursery, name, durable.url(name), postgres=durable) as house:
        yield house


def crash(house: CrashHouse, folder: Path) -> tuple[int, int]:
    """Kill everything while bots play, bring it back: acknowledgements, and how many of them are lost."""
    folder.mkdir()
    with killing(house, folder) as one:
        one.progress(30)
        assert house.postgres
        house.postgres.kill()
        for table in one.tables:
            table.halt.set()
    for server in (0, 1):
        house.kill_web(server)
        house.start_web(server)
    house.postgres.start()
    house.wait()
    acks, _ = one.journal.snapshot()
    return len(acks), len(list(lost(acks, logs(house.url))))


def test_without_synchronous_commits_acknowledged_events_are_lost(careless: CrashHouse, tmp_path: Path) -> None:
    results = []
    for turn in range(10):
        results.append(crash(careless, tmp_path / str(turn)))
        if results[-1][1]:
            break
    print(f"\nacknowledged and lost, by crash: {results}")
    assert results[-1][1]


@pytest.mark.nightly
def test_without_synchronous_commits_20_crashes_lose_again_and_again(careless: CrashHouse, tmp_path: Path) -> None:
    results = [crash(careless, tmp_path / str(turn)) for turn in range(20)]
    print(f"\n{sum(acks for acks, _ in results)} acknowledged, {sum(lost for _, lost in results)} lost: {results}")
    assert sum(lost > 0 for _, lost in results) > 1
