"""The pytest plugin that starts private servers before Django reads its settings, and throws them away at the end."""

import os
import shutil
import signal
import tempfile
from collections.abc import Generator
from contextlib import ExitStack
from dataclasses import dataclass, field

import pytest

from tests.services.postgres import PostgreSQL
from tests.services.private_valkey import PrivateValkey


@dataclass
class PrivateServers:
    """The private servers of one test run; PostgreSQL only once somebody wants it."""

    cleanup_stack: ExitStack = field(default_factory=ExitStack)
    running_postgres: PostgreSQL | None = None

    @property
    def postgres(self) -> PostgreSQL:
        """The PostgreSQL of this run, started on first use."""
        if self.running_postgres is None:
            server = PostgreSQL()
            self.cleanup_stack.callback(server.remove)
            self.running_postgres = server.start()
        return self.running_postgres

    def start(self) -> None:
        """Start what every run needs and put the addresses where the settings look for them."""
        data = tempfile.mkdtemp(prefix="dixit-data-", dir="/tmp")
        self.cleanup_stack.callback(shutil.rmtree, data, ignore_errors=True)
        valkey = PrivateValkey()
        self.cleanup_stack.callback(valkey.stop)
        valkey.start()
        os.environ.update(
            DIXIT_DATA=data,
            REDIS_URL=valkey.url,
            SECRET_KEY="for the tests only",
            DJANGO_SETTINGS_MODULE="tests.settings",
            RATE_LIMITS="0",
        )
        # Where it is set, each of the hundreds of processes of a run would compile all that it imports, for seconds.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        if "DATABASE_URL" not in os.environ:
            os.environ["DATABASE_URL"] = self.postgres.url("dixit")


SERVERS_KEY = pytest.StashKey[PrivateServers]()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None, None, None]:
    """As a wrapper this comes before pytest-django, which reads the settings in the same hook."""
    servers = early_config.stash[SERVERS_KEY] = PrivateServers()
    # A cleanup, unlike pytest_unconfigure, also runs when the settings or a conftest can't be loaded.
    early_config.add_cleanup(servers.cleanup_stack.close)
    if not early_config.known_args_namespace.help and not early_config.known_args_namespace.version:
        # A run that is asked to end, by `timeout` say, cleans up as after Ctrl-C.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        servers.start()
    return (yield)


@pytest.fixture(scope="session")
def postgres(pytestconfig: pytest.Config) -> PostgreSQL:
    """The private PostgreSQL of this run, also when the run itself is on SQLite."""
    return pytestconfig.stash[SERVERS_KEY].postgres
