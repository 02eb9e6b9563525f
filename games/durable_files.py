"""Files that survive a crash: complete under their name or absent, and readable by their owner only."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

from games.private_folder import PRIVATE_FOLDER_MODE

OWNER_ONLY = 0o600


class EmptySecretFile(Exception):
    """The file of a secret is empty, as a crash of an earlier release could leave it."""


def load_or_create_secret(file: Path) -> str:
    """Return the secret in a file, generating it on first use, so that all commands on a data folder share it.

    Raises:
        EmptySecretFile
    """
    if not file.exists():
        file.parent.mkdir(mode=PRIVATE_FOLDER_MODE, parents=True, exist_ok=True)
        draft = file.with_name(f".{file.name}-{secrets.token_hex(8)}")
        write_durably(draft, secrets.token_urlsafe(48))
        try:
            # A link, not a rename: of several processes that start at once only the first one gives the file its name,
            # and the others read what that one has written.
            with suppress(FileExistsError):
                os.link(draft, file)
        finally:
            draft.unlink()
        sync_folder(file.parent)
    secret = file.read_text()
    if not secret.strip():
        raise EmptySecretFile(
            f"{file} is empty. Restore it from a backup, or delete it if nothing was ever encrypted or signed with it."
        )
    return secret


def write_durably(file: Path, text: str) -> None:
    """Write a file that only its owner may read, and return when it is on disk."""
    with open(os.open(file, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, OWNER_ONLY), "w") as opened:  # noqa: PTH123  (its mode)
        opened.write(text)
        opened.flush()
        os.fsync(opened.fileno())
    sync_folder(file.parent)


def sync_file(file: Path) -> None:
    """Return when what was written to the file is on disk."""
    descriptor = os.open(file, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def rename_durably(file: Path, target: Path) -> None:
    """Give a file that is on disk another name in its folder, replacing a file of that name; return when that holds."""
    file.replace(target)
    sync_folder(target.parent)


def sync_folder(folder: Path) -> None:
    """Return when the names of the files in the folder are on disk."""
    # Windows can't open folders, and needs no such call.
    with suppress(PermissionError):
        sync_file(folder)
