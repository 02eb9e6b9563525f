"""nginx as a child process with a configuration of the test's."""

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from games.management import listen_address
from games.management.child_process import ChildProcess


def find_program(program: str) -> str:
    path = shutil.which(program) or shutil.which(program, path="/usr/sbin")
    assert path, f"{program} is not installed: apt-get install nginx-light openssl"
    return path


@contextmanager
def running_nginx(folder: Path, config: str, port: int) -> Iterator[ChildProcess]:
    """Run nginx until the end of the block; it listens once the block begins.

    Args:
        folder: for the configuration and the logs.
        port: one of those that the configuration names.
    """
    (folder / "nginx.conf").write_text(config)
    nginx = ChildProcess(
        name="nginx",
        command=[find_program("nginx"), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")],
        log=folder / "nginx.said",
    )
    nginx.start()
    try:
        deadline = time.monotonic() + 10
        while not listen_address.is_listening("127.0.0.1", port):
            assert time.monotonic() < deadline, nginx.log_text
            time.sleep(0.02)
        yield nginx
    finally:
        nginx.stop()
