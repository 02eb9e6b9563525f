"""A fixture that runs management commands on a new database."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.fixture
def run_on_new_database():
    """Run a manage.py command on a new data folder and return its output."""

    def run(folder: Path, *command: str) -> str:
        inherited = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
        environment = {**inherited, "DIXIT_DATA": str(folder)}
        result = subprocess.run(
            [sys.executable, "manage.py", *command], env=environment, capture_output=True, text=True, check=True
        )
        return result.stdout

    return run
