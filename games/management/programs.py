"""The Python programs of a running house, as children: the web server, the worker and the beat."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from games.management.child_process import ChildProcess

ROOT = Path(__file__).resolve().parents[2]
# Frames of clients are short commands, and compression would cost more memory a socket than all else.
WEB = [
    *("-m", "uvicorn", "dixit.asgi:application"),
    *("--lifespan", "off", "--log-level", "warning", "--no-server-header", "--timeout-graceful-shutdown", "5"),
    # Longer than proxies keep silent lines (nginx: 60 s): they would send requests into one that is just being closed.
    *("--timeout-keep-alive", "75"),
    *("--ws", "websockets-sansio", "--ws-max-size", "8192", "--ws-per-message-deflate", "false"),
    # It would believe whatever a client behind a proxy on this machine says of its own address.
    "--no-proxy-headers",
]
WORKER = [
    *("-m", "celery", "-A", "dixit", "worker", "--pool", "threads", "-c", "2", "-l", "WARNING"),
    *("--without-gossip", "--without-mingle"),
]
# Not inside the worker: there nobody would notice its death. One process watches over it, so it needs no pid file.
BEAT = ["-m", "celery", "-A", "dixit", "beat", "-l", "WARNING", "--pidfile="]


def web(host: str, port: int, log: Path, environment: Mapping[str, str]) -> ChildProcess:
    """The ASGI server."""
    return python_process("web", [*WEB, "--host", host, "--port", str(port)], log, environment, stop_timeout=6)


def worker(log: Path, environment: Mapping[str, str]) -> ChildProcess:
    """The Celery worker."""
    return python_process("worker", WORKER, log, environment, stop_timeout=3)


def beat(schedule: Path, log: Path, environment: Mapping[str, str]) -> ChildProcess:
    """Celery's beat, which keeps its schedule in a file."""
    return python_process("beat", [*BEAT, "-s", str(schedule)], log, environment, stop_timeout=3)


def python_process(
    name: str, arguments: list[str], log: Path, environment: Mapping[str, str], *, stop_timeout: float
) -> ChildProcess:
    """A program of this Python that finds the project from every folder, so relative paths mean what they meant."""
    child_environment = merge_into_environ(environment)
    child_environment["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT), child_environment.get("PYTHONPATH")]))
    # -P: a file in the current folder must not pass for a module.
    return ChildProcess(
        name=name,
        command=[sys.executable, "-P", *arguments],
        log=log,
        environment=child_environment,
        stop_timeout=stop_timeout,
    )


def merge_into_environ(environment: Mapping[str, str]) -> dict[str, str]:
    """Our own environment with additions."""
    return {**os.environ, **environment}
