"""The Python programs that `serve` runs as child processes: web server, worker and beat."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from games.management.child_process import ChildProcess

PROJECT_ROOT = Path(__file__).resolve().parents[2]
# Compression is off: it would cost more memory per socket than everything else. Clients send short commands, so 8 KiB
# per frame are enough.
WEB_ARGUMENTS = [
    *("-m", "uvicorn", "dixit.asgi:application"),
    *("--lifespan", "off", "--log-level", "warning", "--no-server-header", "--timeout-graceful-shutdown", "5"),
    # Longer than proxies keep idle connections (nginx: 60 s), or they would send requests on one that is being closed.
    *("--timeout-keep-alive", "75"),
    *("--http", "dixit.protocols:HttpProtocol", "--ws", "dixit.protocols:WebSocketProtocol"),
    *("--ws-max-size", "8192", "--ws-per-message-deflate", "false"),
    # By default uvicorn trusts X-Forwarded-For from loopback, which clients of a local proxy can forge. TRUSTED_PROXIES
    # is evaluated by games.limits.client_address instead.
    "--no-proxy-headers",
]
WORKER_ARGUMENTS = [
    *("-m", "celery", "-A", "dixit", "worker", "--pool", "threads", "-c", "2", "-l", "WARNING"),
    *("--without-gossip", "--without-mingle"),
]
# Not embedded in the worker (-B), where its death would go unnoticed. The supervisor runs only one, so no PID file.
BEAT_ARGUMENTS = ["-m", "celery", "-A", "dixit", "beat", "-l", "WARNING", "--pidfile="]


def web_process(host: str, port: int, log: Path, environment: Mapping[str, str]) -> ChildProcess:
    """Return the ASGI server's process, not started yet."""
    return python_process(
        "web", [*WEB_ARGUMENTS, "--host", host, "--port", str(port)], log, environment, stop_timeout=6
    )


def worker_process(log: Path, environment: Mapping[str, str]) -> ChildProcess:
    """Return the Celery worker's process, not started yet."""
    return python_process("worker", WORKER_ARGUMENTS, log, environment, stop_timeout=3)


def beat_process(schedule: Path, log: Path, environment: Mapping[str, str]) -> ChildProcess:
    """Return the process of Celery's beat, not started yet.

    Args:
        schedule: the file in which beat stores when tasks last ran.
    """
    return python_process("beat", [*BEAT_ARGUMENTS, "-s", str(schedule)], log, environment, stop_timeout=3)


def python_process(
    name: str, arguments: list[str], log: Path, environment: Mapping[str, str], *, stop_timeout: float
) -> ChildProcess:
    """Return a process that runs this Python, without changing the working directory."""
    # The project is found by PYTHONPATH, so relative paths in settings stay relative to where `serve` was called.
    child_environment = merge_into_environ(environment)
    child_environment["PYTHONPATH"] = os.pathsep.join(
        filter(None, [str(PROJECT_ROOT), child_environment.get("PYTHONPATH")])
    )
    # -P: a file in the current folder must not shadow a module.
    return ChildProcess(
        name=name,
        command=[sys.executable, "-P", *arguments],
        log=log,
        environment=child_environment,
        stop_timeout=stop_timeout,
    )


def merge_into_environ(environment: Mapping[str, str]) -> dict[str, str]:
    """Return this process's environment with additions."""
    return {**os.environ, **environment}
