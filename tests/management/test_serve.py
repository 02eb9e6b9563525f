"""`manage.py serve` from the outside: what it says, what it runs, and that it leaves nothing behind."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.management.served import Served
from tests.services.postgres import PostgreSQL
from tests.services.traces import alive


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house served from an empty folder whose name is as awkward as a person's may be."""
    running = Served(tmp_path_factory.mktemp("serve") / "my data")
    try:
        yield running.ready()
    finally:
        running.command.stop()


def kill(served: Served, name: str) -> psutil.Process:
    """Kill a child and wait until another has taken its place."""
    victim = served.child(name)
    assert victim is not None, served.story()
    victim.kill()
    served.until(lambda: served.child(name) not in (None, victim), f"{name} runs again")
    assert f"{name} died (code -9): restarting in " in served.said
    return victim


def test_it_starts_from_an_empty_folder_and_answers(served: Served) -> None:
    served.until(served.web_answers, "the web server answers")
    assert f"curl -s -X POST {served.home}/api/v1/guests" in served.said
    assert f"{served.home}/api/v1/docs" in served.said
    assert f"SQLite, {served.data}/dixit.sqlite3" in served.said


def test_its_worker_takes_messages(served: Served) -> None:
    served.until(served.worker_answers, "the worker answers")


def test_a_busy_port_is_refused_in_one_line_before_anything_is_started(served: Served, tmp_path: Path) -> None:
    second = Served(tmp_path / "data", port=served.port)
    assert second.exit_code() == 1
    assert second.said == (
        f"CommandError: Port {served.port} on 127.0.0.1 is busy: stop what uses it, or choose another with --port.\n"
    )
    assert not (tmp_path / "data" / "dixit.sqlite3").exists()


def test_a_killed_redis_comes_back_and_the_worker_finds_it(served: Served) -> None:
    kill(served, "valkey")
    served.until(served.worker_answers, "the worker answers again")


def test_a_killed_worker_comes_back(served: Served) -> None:
    kill(served, "worker")
    served.until(served.worker_answers, "the new worker answers")


def test_a_killed_beat_comes_back(served: Served) -> None:
    kill(served, "beat")


def test_a_killed_web_server_comes_back(served: Served) -> None:
    kill(served, "web")
    served.until(served.web_answers, "the web server answers again")


def test_asked_to_end_it_leaves_no_process_and_no_socket(served: Served) -> None:
    socket = Path(served.redis_url().removeprefix("unix://"))
    assert socket.exists()
    processes = served.processes()
    assert len(processes) >= 5
    psutil.Process(served.command.pid).terminate()
    assert served.exit_code() == 0
    assert alive(processes, within=1) == []
    assert not socket.parent.exists()
    assert served.said.endswith("Stopped.\n")


def test_killed_outright_it_takes_its_children_along(tmp_path: Path, postgres: PostgreSQL) -> None:
    served = Served(tmp_path / "data", DATABASE_URL=postgres.create_database("serve"))
    try:
        served.ready().until(served.worker_answers, "the worker answers")
        assert "PostgreSQL, serve on" in served.said
        socket = Path(served.redis_url().removeprefix("unix://"))
        processes = served.processes()
        psutil.Process(served.command.pid).kill()
        assert alive(processes) == []
    finally:
        served.command.kill()
    # Nobody was left to remove it.
    shutil.rmtree(socket.parent)


def test_a_web_server_that_cannot_start_is_explained(tmp_path: Path) -> None:
    served = Served(tmp_path / "data", UVICORN_SSL_CERTFILE="/no/such/certificate")
    assert served.exit_code() == 1
    assert "The web server did not start. Its log says:" in served.said
    assert "No such file or directory" in served.said
