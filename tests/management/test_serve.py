"""`manage.py serve` from the outside: its output, its child processes, and that it leaves nothing behind."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.management.serve_process import ServeProcess
from tests.management.test_private_folder import open_paths
from tests.services.postgres import PostgreSQL
from tests.services.process_checks import find_survivors


@pytest.fixture(scope="module")
def serve_process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServeProcess]:
    """The command, run in an empty folder with an awkward but possible name."""
    running = ServeProcess(tmp_path_factory.mktemp("serve") / "my data")
    try:
        yield running.wait_until_ready()
    finally:
        running.command.stop()


def kill_child_and_wait_for_restart(serve_process: ServeProcess, name: str) -> psutil.Process:
    """Kill a child and wait until another one has replaced it."""
    victim = serve_process.find_child(name)
    assert victim is not None, serve_process.combined_logs()
    victim.kill()
    serve_process.wait_until(lambda: serve_process.find_child(name) not in (None, victim), f"{name} runs again")
    assert f"{name} died (code -9): restarting in " in serve_process.output
    return victim


def test_serve_starts_from_an_empty_folder_and_answers(serve_process: ServeProcess) -> None:
    serve_process.wait_until(serve_process.web_answers, "the web server answers")
    assert f"curl -s -X POST {serve_process.base_url}/api/v1/guests" in serve_process.output
    assert f"{serve_process.base_url}/api/v1/docs" in serve_process.output
    assert f"SQLite, {serve_process.data_dir}/dixit.sqlite3" in serve_process.output


def test_nobody_else_can_open_the_data_folder(serve_process: ServeProcess) -> None:
    serve_process.wait_until(serve_process.web_answers, "the web server answers")
    assert open_paths(serve_process.data_dir) == []


def test_the_worker_accepts_messages(serve_process: ServeProcess) -> None:
    serve_process.wait_until(serve_process.worker_answers, "the worker answers")


def test_a_busy_port_is_reported_before_anything_is_started(serve_process: ServeProcess, tmp_path: Path) -> None:
    second = ServeProcess(tmp_path / "data", port=serve_process.port)
    assert second.wait_for_exit() == 1
    assert second.output == (
        f"CommandError: Port {serve_process.port} on 127.0.0.1 is in use:"
        " stop the program that uses it, or choose another with --port.\n"
    )
    assert not (tmp_path / "data" / "dixit.sqlite3").exists()


def test_a_killed_redis_is_restarted_and_the_worker_reconnects(serve_process: ServeProcess) -> None:
    kill_child_and_wait_for_restart(serve_process, "valkey")
    serve_process.wait_until(serve_process.worker_answers, "the worker answers again")


def test_a_killed_worker_is_restarted(serve_process: ServeProcess) -> None:
    kill_child_and_wait_for_restart(serve_process, "worker")
    serve_process.wait_until(serve_process.worker_answers, "the new worker answers")


def test_a_killed_beat_is_restarted(serve_process: ServeProcess) -> None:
    kill_child_and_wait_for_restart(serve_process, "beat")


def test_a_killed_web_server_is_restarted(serve_process: ServeProcess) -> None:
    kill_child_and_wait_for_restart(serve_process, "web")
    serve_process.wait_until(serve_process.web_answers, "the web server answers again")


def test_terminating_serve_leaves_no_process_and_no_socket(serve_process: ServeProcess) -> None:
    socket = Path(serve_process.redis_url().removeprefix("unix://"))
    assert socket.exists()
    processes = serve_process.process_tree()
    assert len(processes) >= 5
    psutil.Process(serve_process.command.pid).terminate()
    assert serve_process.wait_for_exit() == 0
    assert find_survivors(processes, timeout=1) == []
    assert not socket.parent.exists()
    assert serve_process.output.endswith("Stopped.\n")


def test_killing_serve_ends_its_children(tmp_path: Path, postgres: PostgreSQL) -> None:
    url = postgres.create_database("serve")
    serve_process = ServeProcess(tmp_path / "data", DATABASE_URL=url, DJANGO_SETTINGS_MODULE="tests.settings")
    try:
        serve_process.wait_until_ready().wait_until(serve_process.worker_answers, "the worker answers")
        assert "PostgreSQL, serve on" in serve_process.output
        socket = Path(serve_process.redis_url().removeprefix("unix://"))
        processes = serve_process.process_tree()
        psutil.Process(serve_process.command.pid).kill()
        assert find_survivors(processes) == []
    finally:
        serve_process.command.kill()
    # No process was left to remove it.
    shutil.rmtree(socket.parent)


def test_a_web_server_that_cannot_start_is_explained(tmp_path: Path) -> None:
    serve_process = ServeProcess(tmp_path / "data", UVICORN_SSL_CERTFILE="/no/such/certificate")
    assert serve_process.wait_for_exit() == 1
    assert "The web server did not start. Its log says:" in serve_process.output
    assert "No such file or directory" in serve_process.output
