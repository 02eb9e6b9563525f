"""Checks of the key of receipts: all machines must share it, and it must be the one that was announced last."""

import logging
from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Tags, register
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, connection

from games.audit.receipt import key_id
from games.receipts.key_file import pending_public_key, settle_key_file
from games.receipts.models import PublicKey
from games.receipts.receipt_keys import is_announced, last_announced_key
from games.receipts.receipt_signing import public_key

REPLACED = "The receipt key {current} has been replaced: the key announced last is {last}."
REPLACED_HINT = (
    "Set RECEIPT_KEY to the secret of key {last}, that is, to the value that was given to rotate_receipt_key "
    "(without RECEIPT_KEY: restore the file receipt_key in the data folder), and restart."
)
UNANNOUNCED = (
    "The receipt key {current} was never announced: the key announced last is {last}. Receipts and records that are "
    "signed with it would not verify."
)
UNANNOUNCED_HINT = (
    "Set RECEIPT_KEY back to the secret of key {last} (without RECEIPT_KEY: restore the file receipt_key from the "
    "backup that belongs to this database). Then run rotate_receipt_key to change the key."
)

log = logging.getLogger(__name__)


class ReceiptKeyNotAnnounced(ImproperlyConfigured):
    """Receipts that are signed with the current key would be taken for forgeries."""


@register(Tags.security, deploy=True)
def check_receipt_key_is_set(app_configs: Sequence[AppConfig] | None, **options: Any) -> list[CheckMessage]:
    """Warn about a key in the data folder: it is lost with the folder, and differs between machines."""
    if settings.RECEIPT_KEY_IS_SET:
        return []
    return [
        checks.Warning(
            "RECEIPT_KEY is not set: receipts are signed with a key stored in the data folder.",
            hint="Set RECEIPT_KEY to a long random secret, the same one for every process.",
            id="receipts.W001",
        )
    ]


@register(Tags.database)
def check_receipt_key_is_latest(databases: Sequence[str] | None, **options: Any) -> list[CheckMessage]:
    """Return an error if the current key is not the one that was announced last."""
    if databases is None or PublicKey._meta.db_table not in connection.introspection.table_names():  # noqa: SLF001
        return []
    last, current = last_announced_key(), public_key(settings.RECEIPT_KEY)
    if last is None or last in (current, pending_public_key()):
        return []
    ids = {"current": key_id(current), "last": key_id(last)}
    message, hint = (REPLACED, REPLACED_HINT) if is_announced(current) else (UNANNOUNCED, UNANNOUNCED_HINT)
    return [checks.Error(message.format(**ids), hint=hint.format(**ids), id="receipts.E001")]


def require_announced_key() -> None:
    """Finish an interrupted rotation, then refuse to sign with a key that was never announced.

    A key that has been replaced is only logged: what it signs still verifies, and in a rolling restart its turn comes.

    Raises:
        ReceiptKeyNotAnnounced
    """
    try:
        settle_key_file()
        errors = check_receipt_key_is_latest(["default"])
        may_sign = not errors or is_announced(public_key(settings.RECEIPT_KEY))
    except DatabaseError:
        return
    finally:
        # This runs in a thread of its own at start-up, whose connection nobody else would close.
        connection.close()
    for error in errors:
        if not may_sign:
            raise ReceiptKeyNotAnnounced(f"{error.msg} {error.hint}")
        log.warning("%s %s", error.msg, error.hint)
