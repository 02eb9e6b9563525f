"""The data folder, which only the user of the service may open: it holds everyone's cards, and people's data."""

import logging
import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

PRIVATE_FOLDER_MODE = 0o700
PRIVATE_UMASK = 0o077
OPEN_TO_OTHERS = stat.S_IRWXG | stat.S_IRWXO
FILES_OF_A_DATA_FOLDER = ("secret_key", "receipt_key", "dixit.sqlite3")

log = logging.getLogger(__name__)


def create_private_files_only() -> None:
    """Let this process and its children create files and folders that only their owner can open."""
    os.umask(PRIVATE_UMASK)


def close_to_others(folder: Path) -> None:
    """Take other users' permissions from a data folder that an earlier release has left open, and log that.

    Nothing happens to a folder that isn't a data folder, such as `/tmp`, or that belongs to somebody else.
    """
    if os.name == "nt" or not any((folder / name).exists() for name in FILES_OF_A_DATA_FOLDER):
        return
    status = folder.stat()
    if status.st_uid != os.geteuid() or status.st_mode & stat.S_ISVTX or not status.st_mode & OPEN_TO_OTHERS:
        return
    # First: then nobody else gets at the files whose permissions are still to be taken.
    folder.chmod(PRIVATE_FOLDER_MODE)
    for path in _own_paths(folder):
        with suppress(OSError):
            path.chmod(stat.S_IMODE(path.stat().st_mode) & ~OPEN_TO_OTHERS)
    log.warning(
        "Other users could open %s (mode %03o). It is closed to them now.", folder, stat.S_IMODE(status.st_mode)
    )


def _own_paths(folder: Path) -> Iterator[Path]:
    """Yield everything in the folder; links are left out, since they lead elsewhere."""
    for parent, folders, files in os.walk(folder):
        yield from (path for name in (*folders, *files) if not (path := Path(parent, name)).is_symlink())
