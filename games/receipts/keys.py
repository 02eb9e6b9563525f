"""The public keys, oldest first, as everybody may know them; and how the key is changed."""

from typing import Any

from django.conf import settings
from django.db import transaction

from games.audit.receipt import id_of
from games.receipts.models import PublicKey
from games.receipts.signing import announcement, public


class NotTheLast(Exception):
    """The present key is not the one that was announced last."""


def announced() -> list[dict[str, Any]]:
    """Every key with the signature that announces it; the last one signs now."""
    keys = [_told(row.public, row.signed_by, row.signature) for row in PublicKey.objects.order_by("number")]
    now = public(settings.RECEIPT_KEY)
    return keys if any(key["public"] == now for key in keys) else [*keys, _told(now, None, None)]


def change(new: str) -> str:
    """Announce the key of another secret by the present one; gives its id.

    Raises:
        NotTheLast
    """
    old = settings.RECEIPT_KEY
    with transaction.atomic():
        last = PublicKey.objects.select_for_update().order_by("number").last()
        if last is None:
            last = PublicKey.objects.create(number=1, public=public(old))
        if last.public != public(old):
            raise NotTheLast
        PublicKey.objects.create(
            number=last.number + 1,
            public=public(new),
            signed_by=id_of(last.public),
            signature=announcement(old, new),
        )
    return id_of(public(new))


def _told(key: str, signed_by: str | None, signature: str | None) -> dict[str, Any]:
    return {"id": id_of(key), "public": key, "signature": signature, "signed_by": signed_by}
