"""PostgreSQL's own pgbench with about the writes of a command, 16 clients, on the same server: the upper bound."""

import os
import re
import subprocess
import tempfile
from pathlib import Path
from urllib.parse import unquote, urlsplit

from django.db import connection

from bench.run_environment import DATABASE_URLS
from tests.services.postgres_installation import postgres_bin_folder

CLIENTS = 16
TABLES = """
    CREATE TABLE IF NOT EXISTS bench_head (id int PRIMARY KEY, version int NOT NULL);
    CREATE TABLE IF NOT EXISTS bench_seat (id int PRIMARY KEY, score int NOT NULL);
    CREATE TABLE IF NOT EXISTS bench_event (id int, version int, body text, PRIMARY KEY (id, version));
    TRUNCATE bench_head, bench_seat, bench_event;
    INSERT INTO bench_head SELECT n, 0 FROM generate_series(1, 50) AS n;
    INSERT INTO bench_seat SELECT n, 0 FROM generate_series(1, 50) AS n;
"""
SCRIPT = """
\\set id random(1, 50)
BEGIN;
SELECT version + 1 AS next FROM bench_head WHERE id = :id FOR NO KEY UPDATE \\gset
INSERT INTO bench_event VALUES (:id, :next, repeat('x', 500));
UPDATE bench_head SET version = :next WHERE id = :id;
UPDATE bench_seat SET score = score + 1 WHERE id = :id;
COMMIT;
"""


def create_tables() -> None:
    with connection.cursor() as cursor:
        cursor.execute(TABLES)


def run(commands: int) -> None:
    """Execute this many transactions, divided among the clients."""
    url = urlsplit(DATABASE_URLS["default"])
    with tempfile.TemporaryDirectory(dir=os.environ["DIXIT_DATA"]) as folder:
        script = Path(folder) / "command.sql"
        script.write_text(SCRIPT)
        target = ["-h", unquote(url.netloc.rpartition("@")[2]), "-U", "postgres", url.path.lstrip("/")]
        command = [str(postgres_bin_folder() / "pgbench"), "-n", "-f", str(script), "-c", str(CLIENTS), "-j", "2"]
        completed = subprocess.run(
            [*command, "-t", str(-(-commands // CLIENTS)), *target], capture_output=True, text=True, check=False
        )
    if completed.returncode or not re.search(r"number of failed transactions: 0 ", completed.stdout):
        raise RuntimeError(f"pgbench failed:\n{completed.stdout}{completed.stderr}")
