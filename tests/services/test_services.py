"""The tests' own servers start, crash and recover correctly, and leave nothing behind."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import psycopg
import pytest
from psycopg.conninfo import make_conninfo
from redis import Redis

from games.management.programs import PROJECT_ROOT
from tests.services import postgres as module
from tests.services.plugin import PrivateServers
from tests.services.postgres import PostgreSQL
from tests.services.postgres_installation import USER_NAMESPACE_ACCOUNT
from tests.services.private_valkey import PrivateValkey
from tests.services.process_checks import find_survivors, is_running

# A nested test run: it prints where its servers and data are, then waits to be ended.
NESTED_TEST_SOURCE = """
import os, pathlib, time
def test_wait(postgres):
    redis = pathlib.Path(os.environ["REDIS_URL"].removeprefix("unix://")).parent
    with open("paths", "w") as file:
        print(postgres.folder, redis, os.environ["DIXIT_DATA"], file=file)
    time.sleep(60)
"""


def current_setting(url: str, name: str) -> str:
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT current_setting(%s)", [name]).fetchone()
    assert row is not None
    return str(row[0])


def test_a_non_durable_postgres_disables_fsync_and_leaves_nothing_behind() -> None:
    with PostgreSQL() as server:
        url = server.create_database("odd name")
        assert [current_setting(url, name) for name in ("fsync", "synchronous_commit", "full_page_writes")] == [
            "off"
        ] * 3
        assert current_setting(url, "max_connections") == "100"
        assert current_setting(url, "server_version").startswith("18")
        processes = psutil.Process(server.server.pid).children(recursive=True)
    assert not server.folder.exists()
    assert not any(is_running(process) for process in processes)


def test_a_durable_postgres_keeps_committed_data_after_a_crash() -> None:
    with PostgreSQL(durable=True) as server:
        url = server.create_database("crash")
        assert [current_setting(url, name) for name in ("fsync", "synchronous_commit", "full_page_writes")] == [
            "on"
        ] * 3
        connection = psycopg.connect(url)
        connection.execute("CREATE TABLE fact (word text)")
        connection.execute("INSERT INTO fact VALUES ('committed')")
        connection.commit()
        connection.execute("INSERT INTO fact VALUES ('never committed')")
        server.kill()
        with pytest.raises(psycopg.OperationalError):
            connection.commit()
        connection.close()
        server.start()
        with psycopg.connect(url) as connection:
            assert connection.execute("SELECT word FROM fact").fetchall() == [("committed",)]
        assert "was not properly shut down" in server.server.log_text


def test_root_can_start_postgres_if_nobody_cannot_reach_its_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "account_for", lambda program: USER_NAMESPACE_ACCOUNT)
    with PostgreSQL() as server:
        assert current_setting(server.url("postgres"), "data_directory") == str(server.data)


def test_a_failed_postgres_start_reports_the_reason() -> None:
    server = PostgreSQL()
    try:
        server.make_cluster()
        (server.data / "postgresql.conf").write_text("no_such_setting = on\n")
        with pytest.raises(RuntimeError, match="no_such_setting"):
            server.start()
    finally:
        server.remove()
    assert not server.folder.exists()


def test_a_private_valkey_responds_and_leaves_nothing_behind() -> None:
    with PrivateValkey() as server, Redis.from_url(server.url) as client:
        client.set("word", "spoken")
        assert client.get("word") == b"spoken"
    assert not server.folder.exists()
    assert not server.child.is_alive


def test_the_database_server_starts_only_when_a_test_asks_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL")
    monkeypatch.setenv("REDIS_URL", "")
    servers = PrivateServers()
    servers.start()
    with servers.cleanup_stack:
        url = make_conninfo(os.environ["DATABASE_URL"], dbname="postgres")
        with pytest.raises(psycopg.OperationalError):
            psycopg.connect(url)
        servers.start_database()
        psycopg.connect(url).close()


class NestedTestRun:
    """A pytest in its own process, with nothing but the plugin, in an empty folder."""

    def __init__(self, folder: Path, *options: str, **environment: str) -> None:
        (folder / "test_inner.py").write_text(NESTED_TEST_SOURCE)
        (folder / "pytest.ini").write_text(f"[pytest]\npythonpath = {PROJECT_ROOT}\n")
        inherited = {name: os.environ[name] for name in os.environ.keys() - {"DATABASE_URL", "PYTEST_XDIST_WORKER"}}
        plugins = ["-p", "tests.services.plugin", "-p", "no:cacheprovider"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pytest", *plugins, *options, "test_inner.py"],
            cwd=folder,
            env=inherited | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"} | environment,
            stdout=subprocess.DEVNULL,
            # A shell starts background processes with SIGINT ignored, and children inherit that.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509  (one system call, no locks)
        )
        self.paths = self.wait_for_paths(folder / "paths")
        self.servers = psutil.Process(self.process.pid).children(recursive=True)

    def wait_for_paths(self, file: Path) -> list[Path]:
        """Return the paths of the run's servers and data, once they exist."""
        deadline = time.monotonic() + 60
        while not (file.exists() and file.read_text().endswith("\n")):
            assert self.process.poll() is None, "the inner run ended early"
            assert time.monotonic() < deadline, "the inner run didn't report its paths"
            time.sleep(0.02)
        return [Path(path) for path in file.read_text().split()]

    def end_with_signal(self, sign: signal.Signals) -> None:
        """Send the run a signal and wait for its end."""
        assert len(self.servers) >= 3
        assert all(path.exists() for path in self.paths)
        self.process.send_signal(sign)
        self.process.wait(60)


@pytest.mark.parametrize(
    ("sign", "options", "environment"),
    [
        pytest.param(signal.SIGINT, [], {}, id="by Ctrl-C"),
        pytest.param(signal.SIGINT, ["-p", "xdist.plugin", "-n", "1"], {}, id="by Ctrl-C, with a worker process"),
        pytest.param(signal.SIGTERM, [], {"DATABASE_URL": "sqlite:///other"}, id="by a time-out, on SQLite"),
    ],
)
def test_an_interrupted_test_run_leaves_nothing_behind(
    tmp_path: Path, sign: signal.Signals, options: list[str], environment: dict[str, str]
) -> None:
    run = NestedTestRun(tmp_path, *options, **environment)
    run.end_with_signal(sign)
    assert find_survivors(run.servers, timeout=1) == []
    assert [path for path in run.paths if path.exists()] == []


@pytest.mark.parametrize("options", [[], ["-p", "xdist.plugin", "-n", "1"]])
def test_killing_a_test_run_ends_its_servers(tmp_path: Path, options: list[str]) -> None:
    run = NestedTestRun(tmp_path, *options)
    run.end_with_signal(signal.SIGKILL)
    assert find_survivors(run.servers) == []
    for path in run.paths:
        shutil.rmtree(path, ignore_errors=True)
