"""Changing the receipt key that is stored in the data folder.

The key is in two stores: the secret in a file, its announcement in the database. They can't change at once, so the new
secret is first written beside the old one, then announced, and only then takes the old one's place. Whatever a crash
leaves, `settle_key_file` finishes or drops: the database decides which, because only there a change is atomic.
"""

import secrets
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, transaction

from games.durable_files import rename_durably, sync_folder, write_durably
from games.receipts.receipt_keys import announce_key, last_announced_key, lock_rotation
from games.receipts.receipt_signing import public_key


def rotate_key_file() -> str:
    """Announce a new secret, replace the one in the data folder by it, and return the new key's id.

    Raises:
        NotLatestKey: the current key has been replaced already.
    """
    settle_key_file()
    new_secret = secrets.token_urlsafe(48)
    with transaction.atomic():
        # Before the file is written, so that nobody drops it as the remains of a crash.
        lock_rotation()
        write_durably(_new_file(), new_secret)
        key = announce_key(new_secret)
    settle_key_file()
    return key


def settle_key_file() -> None:
    """Finish or drop a rotation that was interrupted, and read the current secret into the settings.

    Does nothing if RECEIPT_KEY is set in the environment, or while the database can't tell: the old key can sign on.
    """
    if settings.RECEIPT_KEY_IS_SET:
        return
    if _new_file().exists():
        try:
            with transaction.atomic():
                lock_rotation()
                _finish_or_drop()
        except DatabaseError:
            return
    settings.RECEIPT_KEY = _key_file().read_text()


def pending_public_key() -> str | None:
    """Return the public key (hex) of a rotation that was interrupted; None if there is none."""
    try:
        return None if settings.RECEIPT_KEY_IS_SET else public_key(_new_file().read_text())
    except FileNotFoundError:
        return None


def _finish_or_drop() -> None:
    pending = pending_public_key()
    if pending is None:
        return
    if pending == last_announced_key():
        rename_durably(_new_file(), _key_file())
    else:
        _new_file().unlink(missing_ok=True)
        sync_folder(_new_file().parent)


def _key_file() -> Path:
    file: Path = settings.RECEIPT_KEY_FILE
    return file


def _new_file() -> Path:
    return _key_file().with_name(f"{_key_file().name}.new")
