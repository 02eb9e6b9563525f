"""A process that loads the service once and forks its web servers and commands, to make hundreds of kills fast.

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
from games.management.programs import WEB_ARGUMENTS
from tests.reliability import fault_injection

KILLED = -signal.SIGALRM


def main() -> None:
    import django
    import uvicorn.main  # noqa: F401
    from django.db import connections
    from django.urls import get_resolver

    django.setup()
    # Threads would not survive the fork, but their connections would. Without a worker they are not needed.
    mock.patch("games.metrics.exposition.start_publishing").start()
    import dixit.asgi  # noqa: F401

    _ = get_resolver().url_patterns
    # Loading the service has made database queries; a child must not inherit that connection.
    for connection in connections.all():
        connection.close()
        getattr(connection, "close_pool", lambda: None)()
    assert threading.active_count() == 1, f"a child would lack {threading.enumerate()}"
    signal.signal(signal.SIGCHLD, reap_children)
    print(json.dumps("ready"), flush=True)
    for line in sys.stdin:
        task = json.loads(line)
        print(
            json.dumps(fork_web_server(**task["web"]) if "web" in task else run_manage_command(**task["manage"])),
            flush=True,
        )


def reap_children(*_: object) -> None:
    """Reap dead children at once, and record their exit status."""
    with suppress(ChildProcessError):
        while (child_status := os.waitpid(-1, os.WNOHANG))[0]:
            print(
                f"process {child_status[0]} has ended: {os.waitstatus_to_exitcode(child_status[1])}",
                file=sys.stderr,
                flush=True,
            )


def fork_web_server(database: str, port: int, log: str, faults: str | None) -> int:
    """Fork a web server with the flags of `serve`; if it has a folder for faults it also has the crash points."""
    bind_to_parent = tie_to_parent(signal.SIGKILL)
    if pid := os.fork():
        return pid
    try:
        bind_to_parent()
        select_database(database)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        log_descriptor = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        for stream in (1, 2):
            os.dup2(log_descriptor, stream)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        faulthandler.enable()
        faulthandler.register(signal.SIGUSR1)
        if faults:
            fault_injection.install(faults)
        from uvicorn.main import main as uvicorn

        uvicorn([*WEB_ARGUMENTS[2:], "--host", "127.0.0.1", "--port", str(port)])
    except BaseException:  # noqa: BLE001  (there is no other place to report it)
        traceback.print_exc()
    finally:
        os._exit(1)


def run_manage_command(database: str, command: list[str], kill_after_seconds: float = 0) -> tuple[int, str]:
    """Run a command of `manage.py`, and return its exit code and output; `KILLED` if it was killed before its end."""
    read_end, write_end = os.pipe()
    if not os.fork():
        try:
            select_database(database)
            # Nothing handles this signal, so it ends the process at once, in the middle of a call as well.
            signal.setitimer(signal.ITIMER_REAL, kill_after_seconds)
            result = json.dumps(_call_manage_command(command))
            signal.setitimer(signal.ITIMER_REAL, 0)
            # Unlike `os.write`, it writes all of an output that is larger than the pipe.
            with os.fdopen(write_end, "w") as result_pipe:
                result_pipe.write(result)
        finally:
            os._exit(0)
    os.close(write_end)
    with os.fdopen(read_end) as result_pipe:
        result_text = result_pipe.read()
    code, output = json.loads(result_text) if result_text else (KILLED, "")
    return code, output


def select_database(database: str) -> None:
    """Use this database; there are no connections yet."""
    from django.db import connections

    connections.databases["default"]["NAME"] = database


def _call_manage_command(command: list[str]) -> tuple[int, str]:
    from django.core.management import CommandError, call_command

    output: Any = io.StringIO()
    try:
        call_command(*command, stdout=output, stderr=output)
    except (CommandError, AssertionError) as error:
        return 1, f"{output.getvalue()}{error!r}"
    return 0, output.getvalue()


if __name__ == "__main__":
    main()
