"""A durable PostgreSQL, and deployments on it and on SQLite, for all tests of this package."""

import os
import secrets
from collections.abc import Iterator

import psycopg
import pytest

from tests.reliability.crash_deployment import CrashDeployment, ForkServer
from tests.reliability.http_client import Guest, create_guest
from tests.reliability.random_clients import CLIENTS_PER_MATCH, CONCURRENT_MATCHES
from tests.services.postgres import PostgreSQL

TEMPLATE_DATABASE = "migrated"


@pytest.fixture(scope="package")
def _bytecode_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Compile the service once, not in each process: where Python may not write bytecode, compiling takes seconds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONDONTWRITEBYTECODE", "")
        patch.setenv("PYTHONPYCACHEPREFIX", str(tmp_path_factory.mktemp("bytecode")))
        yield


@pytest.fixture(scope="package")
def durable_postgres() -> Iterator[PostgreSQL]:
    """A PostgreSQL with fsync, synchronous commits and full pages, as in production."""
    with PostgreSQL(durable=True) as server:
        yield server


@pytest.fixture(scope="package")
def fork_server(
    durable_postgres: PostgreSQL, _bytecode_cache: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ForkServer]:
    """The servers of all deployments on PostgreSQL, and a migrated database to copy."""
    url = durable_postgres.create_database(TEMPLATE_DATABASE)
    with pytest.MonkeyPatch.context() as patch:
        # Commands find PostgreSQL's client programs.
        patch.setenv("PATH", str(durable_postgres.bin_folder), prepend=os.pathsep)
        starting = ForkServer(url, tmp_path_factory.mktemp("fork-server"), os.environ["REDIS_URL"])
    with starting as running:
        code, output = running.run_task(
            manage={"database": TEMPLATE_DATABASE, "command": ["migrate", "--verbosity", "0"]}
        )
        assert code == 0, output
        yield running


def copy_template_database(server: PostgreSQL, name: str) -> str:
    """Copy a migrated database and return the name of the copy."""
    unique_name = f"{name}_{secrets.token_hex(4)}"
    with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {unique_name} TEMPLATE {TEMPLATE_DATABASE}".encode())
    return unique_name


@pytest.fixture(scope="package")
def postgres_deployment(durable_postgres: PostgreSQL, fork_server: ForkServer) -> Iterator[CrashDeployment]:
    name = copy_template_database(durable_postgres, "deployment")
    with CrashDeployment(fork_server, name, durable_postgres.url(name), postgres=durable_postgres) as deployment:
        yield deployment


@pytest.fixture
def fresh_deployment(durable_postgres: PostgreSQL, fork_server: ForkServer) -> Iterator[CrashDeployment]:
    """A deployment for a single test: the checks after each kill take longer the more events the log has."""
    name = copy_template_database(durable_postgres, "fresh")
    with CrashDeployment(fork_server, name, durable_postgres.url(name), postgres=durable_postgres) as deployment:
        yield deployment


@pytest.fixture(scope="package")
def sqlite_deployment(_bytecode_cache: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[CrashDeployment]:
    folder = tmp_path_factory.mktemp("sqlite")
    file = str(folder / "database.sqlite3")
    with (
        ForkServer(f"sqlite:///{file}", folder, os.environ["REDIS_URL"]) as running,
        CrashDeployment(running, file, f"sqlite:///{file}") as deployment,
    ):
        yield deployment


@pytest.fixture(scope="package")
def guests(postgres_deployment: CrashDeployment) -> list[Guest]:
    return [
        create_guest(postgres_deployment.ports, f"P{number}")
        for number in range(CONCURRENT_MATCHES * CLIENTS_PER_MATCH)
    ]


@pytest.fixture(scope="package")
def sqlite_guests(sqlite_deployment: CrashDeployment) -> list[Guest]:
    return [
        create_guest(sqlite_deployment.ports, f"S{number}") for number in range(CONCURRENT_MATCHES * CLIENTS_PER_MATCH)
    ]
