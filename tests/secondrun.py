"""A process beside this run, for the other core: the tests of the database a second time, on SQLite, and what takes
long."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self


class SecondRun:
    """`pytest -m "databases or elsewhere"` on a database of its own; begun early, asked for its result at the end."""

    def __init__(self) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="dixit-sqlite-")
        self.told = Path(self.folder.name) / "told"

    def __enter__(self) -> Self:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("COV_", "COVERAGE_"))}
        chosen = ["-m", "(databases or elsewhere) and not nightly", "--ignore", "tests/test_second_run.py"]
        command = [sys.executable, "-m", "pytest", "-q", *chosen, "-p", "no:cacheprovider", "--durations=5"]
        with self.told.open("wb") as told:
            self.process = subprocess.Popen(
                command,
                env={**kept, "DATABASE_URL": f"sqlite:///{self.folder.name}/tests.sqlite3"},
                stdout=told,
                stderr=subprocess.STDOUT,
            )
        return self

    def result(self) -> tuple[int, str]:
        """The exit code and the output, once it is over."""
        return self.process.wait(), self.told.read_text(errors="replace")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait()
        self.folder.cleanup()
