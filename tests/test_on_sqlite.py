"""Everything that touches the database passes on SQLite, too: `serve` begins there."""

import os
import subprocess
import sys
from pathlib import Path


def test_everything_that_touches_the_database_passes_on_sqlite(tmp_path: Path):
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{tmp_path / 'tests.sqlite3'}"}
    environment.pop("COV_CORE_SOURCE", None)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-m",
        "databases and not nightly",
        "--no-header",
        "-p",
        "no:cacheprovider",
    ]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
    assert " passed" in done.stdout
