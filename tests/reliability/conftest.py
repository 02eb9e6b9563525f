"""A PostgreSQL that cares for the disk, and houses on it and on SQLite, for all tests of this room."""

import os
import secrets
from collections.abc import Iterator

import psycopg
import pytest

from tests.reliability.clients import AT_ONCE, PLAYERS
from tests.reliability.house import CrashHouse, Nursery
from tests.reliability.line import Guest, guest
from tests.services.postgres import PostgreSQL

TEMPLATE = "migrated"


@pytest.fixture(scope="package")
def _bytecode(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Compile the service once, not in each process: where Python is told to write no bytecode that takes seconds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONDONTWRITEBYTECODE", "")
        patch.setenv("PYTHONPYCACHEPREFIX", str(tmp_path_factory.mktemp("bytecode")))
        yield


@pytest.fixture(scope="package")
def durable() -> Iterator[PostgreSQL]:
    """With fsync, synchronous commits and full pages, as in production."""
    with PostgreSQL(durable=True) as server:
        yield server


@pytest.fixture(scope="package")
def nursery(durable: PostgreSQL, _bytecode: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    """The servers of all houses on PostgreSQL, and a migrated database to be copied."""
    url = durable.create_database(TEMPLATE)
    with Nursery(url, tmp_path_factory.mktemp("nursery"), os.environ["REDIS_URL"]) as running:
        code, output = running.ask(manage={"database": TEMPLATE, "command": ["migrate", "--verbosity", "0"]})
        assert code == 0, output
        yield running


def copied(server: PostgreSQL, name: str) -> str:
    """A migrated database; its name."""
    unique = f"{name}_{secrets.token_hex(4)}"
    with psycopg.connect(server.url("postgres"), autocommit=True) as line:
        line.execute(f"CREATE DATABASE {unique} TEMPLATE {TEMPLATE}".encode())
    return unique


@pytest.fixture(scope="package")
def on_postgres(durable: PostgreSQL, nursery: Nursery) -> Iterator[CrashHouse]:
    name = copied(durable, "house")
    with CrashHouse(nursery, name, durable.url(name), postgres=durable) as house:
        yield house


@pytest.fixture
def fresh(durable: PostgreSQL, nursery: Nursery) -> Iterator[CrashHouse]:
    """A house of a test's own: to look after each kill whether all is well takes the longer the more has happened."""
    name = copied(durable, "fresh")
    with CrashHouse(nursery, name, durable.url(name), postgres=durable) as house:
        yield house


@pytest.fixture(scope="package")
def on_sqlite(_bytecode: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[CrashHouse]:
    folder = tmp_path_factory.mktemp("sqlite")
    file = str(folder / "house.sqlite3")
    with (
        Nursery(f"sqlite:///{file}", folder, os.environ["REDIS_URL"]) as running,
        CrashHouse(running, file, f"sqlite:///{file}") as house,
    ):
        yield house


@pytest.fixture(scope="package")
def crowd(on_postgres: CrashHouse) -> list[Guest]:
    return [guest(on_postgres.ports, f"P{number}") for number in range(AT_ONCE * PLAYERS)]


@pytest.fixture(scope="package")
def crowd_on_sqlite(on_sqlite: CrashHouse) -> list[Guest]:
    return [guest(on_sqlite.ports, f"S{number}") for number in range(AT_ONCE * PLAYERS)]
