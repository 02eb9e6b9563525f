"""A lock on the data folder: two embedded Redis servers would overwrite each other's files."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class DataFolderInUse(Exception):
    """Another `serve` is using the data folder."""


@contextmanager
def lock_data_folder(data: Path) -> Iterator[None]:
    """Hold the lock on a data folder. The kernel releases it even if this process is killed.

    Raises:
        DataFolderInUse
    """
    folder = data / "run"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        if sys.platform != "win32":
            import fcntl  # noqa: PLC0415  (not available on Windows)

            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise DataFolderInUse(
                    f"Another serve is running on {data}: stop it, or choose another folder with --data."
                ) from None
        yield
