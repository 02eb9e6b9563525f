"""Everything that somebody could carry away: tables, Redis and what was said to it, files, processes."""

import socket
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any

import psutil
import psycopg
from redis import Redis

from tests.canaries.canary import Places
from tests.services.account import programs

_POSTGRES = (
    "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'"
)
_SQLITE = "SELECT name FROM sqlite_master WHERE type = 'table'"


def database(url: str) -> Places:
    """Every column of every row of every table."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"), timeout=20)) as line:
            yield from tables(line.cursor(), _SQLITE)
    else:
        with psycopg.connect(url) as connection:
            yield from tables(connection.cursor(), _POSTGRES)


def tables(cursor: Any, names: str) -> Places:
    cursor.execute(names)
    for (table,) in cursor.fetchall():
        cursor.execute(f'SELECT * FROM "{table}"')
        columns = [column[0] for column in cursor.description]
        for row in cursor.fetchall():
            values = dict(zip(columns, row, strict=True))
            told = f" of {values['type']}" if table == "eventlog_event" else ""
            for column, value in values.items():
                place = f"{table}.{column}{told if column == 'body' else ''}"
                yield place, bytes(value) if isinstance(value, bytes | memoryview) else str(value).encode()


def whole(url: str) -> Places:
    """The database as an operator would carry it away: what pg_dump makes of it, or the files."""
    if url.startswith("sqlite"):
        path = Path(url.removeprefix("sqlite:///"))
        yield from files(path.parent, f"{path.name}*")
    else:
        dumped = subprocess.run([programs() / "pg_dump", "--dbname", url], check=True, capture_output=True)
        yield "pg_dump", dumped.stdout


def redis(url: str) -> Places:
    """Every key of Redis with whatever it holds."""
    with Redis.from_url(url) as line:
        for name in line.scan_iter(count=1000):
            yield "a key of Redis", name
            yield f"Redis {name.decode(errors='replace')}", line.dump(name) or b""
            yield f"Redis {name.decode(errors='replace')}", _held(line, name)


def _held(line: Any, name: bytes) -> bytes:
    """The value as text, for DUMP packs long ones."""
    match line.type(name):
        case b"string":
            return bytes(line.get(name) or b"")
        case b"list":
            return b"\n".join(line.lrange(name, 0, -1))
        case b"set":
            return b"\n".join(line.smembers(name))
        case b"zset":
            return b"\n".join(member for member, _ in line.zscan_iter(name))
        case b"hash":
            return b"\n".join(part for pair in line.hscan_iter(name) for part in pair)
        case other:
            return str(other).encode()


@contextmanager
def overheard(path: Path) -> Iterator[bytearray]:
    """Every command that Redis is sent meanwhile: doorbells and calls of tasks leave nothing behind that lasts."""
    heard = bytearray()
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(str(path))
        line.sendall(b"MONITOR\r\n")
        assert line.recv(64).startswith(b"+OK")
        listener = Thread(target=_listen, args=[line, heard], daemon=True)
        listener.start()
        yield heard
        line.shutdown(socket.SHUT_RDWR)
        listener.join(10)


def _listen(line: socket.socket, heard: bytearray) -> None:
    with suppress(OSError):
        while part := line.recv(65536):
            heard += part


def files(folder: Path, pattern: str = "*") -> Places:
    for path in sorted(folder.rglob(pattern)):
        if path.is_file():
            yield f"the file {path.name}", path.read_bytes()


def processes() -> Places:
    """What anybody on the machine sees of what runs: the arguments of each process."""
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            yield "the arguments of a process", "\0".join(process.cmdline()).encode()
