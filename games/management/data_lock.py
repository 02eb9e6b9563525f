"""A data folder serves one process tree at a time: two embedded servers would write over each other's files."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class DataFolderInUse(Exception):
    """Another `serve` runs on the data folder."""


@contextmanager
def lock_data_folder(data: Path) -> Iterator[None]:
    """Hold the data folder; the system lets go of it when this process ends, however it ends."""
    folder = data / "run"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        if sys.platform != "win32":
            import fcntl  # noqa: PLC0415  (there is none on Windows)

            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise DataFolderInUse(
                    f"Another serve is running on {data}: stop it, or choose another --data."
                ) from None
        yield
