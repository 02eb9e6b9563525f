"""A process that has loaded the service once and forks web servers and commands of it, for kills by the hundred.

Each line on stdin is a task as JSON, each line on stdout its result. A child is as fresh as one that was started by
`serve`: the parent has no open connection and no thread but its first.
"""

import faulthandler
import io
import json
import os
import signal
import sys
import threading
import traceback
from contextlib import suppress
from typing import Any
from unittest import mock

from games.management.child_process import tie_to_parent
from games.management.programs import WEB
from tests.reliability import faulty


def main() -> None:
    import django
    import uvicorn.main  # noqa: F401
    from django.db import connections
    from django.urls import get_resolver

    django.setup()
    # Threads would not outlive the fork, but their connections would. Without a worker nobody misses them.
    mock.patch("games.matches.heartbeat.start_heartbeat").start()
    mock.patch("games.metrics.exposition.start_publishing").start()
    import dixit.asgi  # noqa: F401

    _ = get_resolver().url_patterns
    # What the service has asked the database for when it was loaded; a child must not inherit a connection.
    for connection in connections.all():
        connection.close()
        getattr(connection, "close_pool", lambda: None)()
    assert threading.active_count() == 1, f"a child would lack {threading.enumerate()}"
    signal.signal(signal.SIGCHLD, bury)
    print(json.dumps("ready"), flush=True)
    for line in sys.stdin:
        task = json.loads(line)
        print(json.dumps(web(**task["web"]) if "web" in task else manage(**task["manage"])), flush=True)


def bury(*_: object) -> None:
    """Bury the dead at once, and write down what they died of."""
    with suppress(ChildProcessError):
        while (dead := os.waitpid(-1, os.WNOHANG))[0]:
            print(f"process {dead[0]} has ended: {os.waitstatus_to_exitcode(dead[1])}", file=sys.stderr, flush=True)


def web(database: str, port: int, log: str, faults: str | None) -> int:
    """A web server with the flags of `serve`; with a folder for its faults it has the points to crash at."""
    tie = tie_to_parent(signal.SIGKILL)
    if pid := os.fork():
        return pid
    try:
        tie()
        choose(database)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        said = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        for stream in (1, 2):
            os.dup2(said, stream)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        faulthandler.enable()
        faulthandler.register(signal.SIGUSR1)
        if faults:
            faulty.install(faults)
        from uvicorn.main import main as uvicorn

        uvicorn([*WEB[2:], "--host", "127.0.0.1", "--port", str(port)])
    except BaseException:  # noqa: BLE001  (nobody else would tell)
        traceback.print_exc()
    finally:
        os._exit(1)


def manage(database: str, command: list[str]) -> tuple[int, str]:
    """A command of `manage.py`: its exit code and what it printed."""
    reading, writing = os.pipe()
    if not os.fork():
        try:
            choose(database)
            os.write(writing, json.dumps(_managed(command)).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as told:
        code, output = json.load(told)
        return code, output


def choose(database: str) -> None:
    """Use this database; nobody has been connected yet."""
    from django.db import connections

    connections.databases["default"]["NAME"] = database


def _managed(command: list[str]) -> tuple[int, str]:
    from django.core.management import CommandError, call_command

    output: Any = io.StringIO()
    try:
        call_command(*command, stdout=output, stderr=output)
    except (CommandError, AssertionError) as error:
        return 1, f"{output.getvalue()}{error!r}"
    return 0, output.getvalue()


if __name__ == "__main__":
    main()
