"""The published keys of receipts, and the announcement of the next one."""

from typing import Any

from django.conf import settings
from django.db import transaction

from games.audit.receipt import key_id
from games.eventlog.advisory_lock import acquire_advisory_lock
from games.receipts.models import PublicKey
from games.receipts.receipt_signing import public_key, sign_key_announcement

ROTATION_LOCK_NAME = "receipt key"


class NotLatestKey(Exception):
    """The current key isn't the one that was announced last."""


def published_keys() -> list[dict[str, Any]]:
    """Return every key, oldest first, with the signature that announces it; the last one signs now."""
    keys = [_key_entry(row.public, row.signed_by, row.signature) for row in PublicKey.objects.order_by("number")]
    current_key = public_key(settings.RECEIPT_KEY)
    # Rows exist only since the first rotation. Until then, or if the setting was changed without one, the signing key
    # isn't among them.
    return keys if any(key["public"] == current_key for key in keys) else [*keys, _key_entry(current_key, None, None)]


def last_announced_key() -> str | None:
    """Return the public key in hex that was announced last; None before the first rotation."""
    return PublicKey.objects.order_by("number").values_list("public", flat=True).last()


def is_announced(public: str) -> bool:
    """Return whether this public key (hex) has been announced, or is the first one."""
    return PublicKey.objects.filter(public=public).exists()


def lock_rotation() -> None:
    """Wait until no rotation is under way, and let none begin until the current transaction ends.

    A rotation whose process was killed is under way until the database has committed it or rolled it back.
    """
    acquire_advisory_lock(ROTATION_LOCK_NAME)


def announce_key(new_secret: str) -> str:
    """Announce the key of another secret, signed by the current key, and return the new key's id.

    Afterwards the setting RECEIPT_KEY must become the new secret.

    Raises:
        NotLatestKey: the current key has been replaced already.
    """
    old_secret = settings.RECEIPT_KEY
    with transaction.atomic():
        lock_rotation()
        last = PublicKey.objects.order_by("number").last()
        # The first key isn't announced by any other. It gets its row only now, when another one follows.
        if last is None:
            last = PublicKey.objects.create(number=1, public=public_key(old_secret))
        if last.public != public_key(old_secret):
            raise NotLatestKey
        PublicKey.objects.create(
            number=last.number + 1,
            public=public_key(new_secret),
            signed_by=key_id(last.public),
            signature=sign_key_announcement(old_secret, new_secret),
        )
    return key_id(public_key(new_secret))


def _key_entry(key: str, signed_by: str | None, signature: str | None) -> dict[str, Any]:
    return {"id": key_id(key), "public": key, "signature": signature, "signed_by": signed_by}
