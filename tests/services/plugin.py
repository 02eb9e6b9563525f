"""A pytest plugin that starts private servers before Django reads its settings, and deletes them at the end."""

import argparse
import os
import shutil
import signal
import tempfile
from collections.abc import Generator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property

import pytest

from tests.services.postgres import PostgreSQL
from tests.services.private_valkey import PrivateValkey


@dataclass
class PrivateServers:
    """The private servers of one test process."""

    cleanup_stack: ExitStack = field(default_factory=ExitStack)
    database_is_private: bool = False

    @cached_property
    def _unstarted_postgres(self) -> PostgreSQL:
        server = PostgreSQL()
        self.cleanup_stack.callback(server.remove)
        return server

    @cached_property
    def postgres(self) -> PostgreSQL:
        """The PostgreSQL of this process, started on first use."""
        return self._unstarted_postgres.start()

    def set_environment(self) -> None:
        """Set the variables that the settings read, except for the servers' addresses."""
        data = tempfile.mkdtemp(prefix="dixit-data-", dir="/tmp")
        self.cleanup_stack.callback(shutil.rmtree, data, ignore_errors=True)
        os.environ.update(
            DIXIT_DATA=data,
            SECRET_KEY="for the tests only",
            DJANGO_SETTINGS_MODULE="tests.settings",
            RATE_LIMITS="0",
        )
        # If it were set, each of the hundreds of processes of a run would spend seconds compiling its imports.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

    def start(self) -> None:
        """Start Valkey and export its URL, and that of a PostgreSQL yet to be started, to the settings."""
        valkey = PrivateValkey()
        self.cleanup_stack.callback(valkey.stop)
        valkey.start()
        os.environ["REDIS_URL"] = valkey.url
        if "DATABASE_URL" not in os.environ:
            os.environ["DATABASE_URL"] = self._unstarted_postgres.url("dixit")
            self.database_is_private = True

    def start_database(self) -> None:
        """Start the server that DATABASE_URL names if it is a private one; pytest-django connects to it next."""
        if self.database_is_private:
            assert self.postgres.is_ready


SERVERS_KEY = pytest.StashKey[PrivateServers]()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None, None, None]:
    """Start the servers; as a wrapper this runs before pytest-django, which reads the settings in the same hook."""
    servers = early_config.stash[SERVERS_KEY] = PrivateServers()
    # A cleanup, unlike pytest_unconfigure, also runs when the settings or a conftest can't be loaded.
    early_config.add_cleanup(servers.cleanup_stack.close)
    options = early_config.known_args_namespace
    if not options.help and not options.version:
        # On SIGTERM, as sent by `timeout`, a run cleans up as after Ctrl-C.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        servers.set_environment()
        if not _only_distributes(options):
            servers.start()
    return (yield)


def _only_distributes(options: argparse.Namespace) -> bool:
    """Return whether this process leaves the tests to workers of pytest-xdist, each of which has servers of its own."""
    runs_itself = options.collectonly or options.usepdb or "PYTEST_XDIST_WORKER" in os.environ
    return bool(getattr(options, "numprocesses", None)) and not runs_itself


@pytest.fixture(scope="session")
def postgres(pytestconfig: pytest.Config) -> PostgreSQL:
    """The private PostgreSQL of this run, even if the run itself uses SQLite."""
    return pytestconfig.stash[SERVERS_KEY].postgres
