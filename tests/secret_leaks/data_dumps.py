"""Dumps of everything that could be exfiltrated: tables, Redis and its commands, files, processes."""

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

from tests.secret_leaks.marked_secrets import NamedContents
from tests.services.postgres_installation import postgres_bin_folder

_POSTGRES_TABLE_NAMES_QUERY = (
    "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'"
)
_SQLITE_TABLE_NAMES_QUERY = "SELECT name FROM sqlite_master WHERE type = 'table'"


def dump_database(url: str) -> NamedContents:
    """Return every column of every row of every table."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"), timeout=20)) as sqlite_connection:
            yield from dump_tables(sqlite_connection.cursor(), _SQLITE_TABLE_NAMES_QUERY)
    else:
        with psycopg.connect(url) as connection:
            yield from dump_tables(connection.cursor(), _POSTGRES_TABLE_NAMES_QUERY)


def dump_tables(cursor: Any, table_names_query: str) -> NamedContents:
    cursor.execute(table_names_query)
    for (table,) in cursor.fetchall():
        cursor.execute(f'SELECT * FROM "{table}"')
        columns = [column[0] for column in cursor.description]
        for row in cursor.fetchall():
            values = dict(zip(columns, row, strict=True))
            event_type_suffix = f" of {values['type']}" if table == "eventlog_event" else ""
            for column, value in values.items():
                place = f"{table}.{column}{event_type_suffix if column == 'body' else ''}"
                yield place, bytes(value) if isinstance(value, bytes | memoryview) else str(value).encode()


def dump_backup(url: str) -> NamedContents:
    """Return the database as an operator would back it up: the output of pg_dump, or the files."""
    if url.startswith("sqlite"):
        path = Path(url.removeprefix("sqlite:///"))
        yield from dump_files(path.parent, f"{path.name}*")
    else:
        dumped = subprocess.run([postgres_bin_folder() / "pg_dump", "--dbname", url], check=True, capture_output=True)
        yield "pg_dump", dumped.stdout


def dump_redis(url: str) -> NamedContents:
    """Return every key of Redis with its value."""
    with Redis.from_url(url) as client:
        for name in client.scan_iter(count=1000):
            yield "a key of Redis", name
            yield f"Redis {name.decode(errors='replace')}", client.dump(name) or b""
            yield f"Redis {name.decode(errors='replace')}", _redis_value(client, name)


def _redis_value(client: Any, name: bytes) -> bytes:
    """Return the value as text, because DUMP compresses long ones."""
    match client.type(name):
        case b"string":
            return bytes(client.get(name) or b"")
        case b"list":
            return b"\n".join(client.lrange(name, 0, -1))
        case b"set":
            return b"\n".join(client.smembers(name))
        case b"zset":
            return b"\n".join(member for member, _ in client.zscan_iter(name))
        case b"hash":
            return b"\n".join(part for pair in client.hscan_iter(name) for part in pair)
        case other:
            return str(other).encode()


@contextmanager
def monitor_redis(path: Path) -> Iterator[bytearray]:
    """Record every command sent to Redis meanwhile: notifications and task calls leave nothing permanent behind."""
    monitor_output = bytearray()
    with socket.socket(socket.AF_UNIX) as monitor_socket:
        monitor_socket.connect(str(path))
        monitor_socket.sendall(b"MONITOR\r\n")
        assert monitor_socket.recv(64).startswith(b"+OK")
        listener = Thread(target=_read_monitor_output, args=[monitor_socket, monitor_output], daemon=True)
        listener.start()
        yield monitor_output
        monitor_socket.shutdown(socket.SHUT_RDWR)
        listener.join(10)


def _read_monitor_output(monitor_socket: socket.socket, monitor_output: bytearray) -> None:
    with suppress(OSError):
        while part := monitor_socket.recv(65536):
            monitor_output += part


def dump_files(folder: Path, pattern: str = "*") -> NamedContents:
    for path in sorted(folder.rglob(pattern)):
        if path.is_file():
            yield f"the file {path.name}", path.read_bytes()


def dump_process_arguments() -> NamedContents:
    """Return what any user of the machine sees of the running processes: the arguments of each."""
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            yield "the arguments of a process", "\0".join(process.cmdline()).encode()
