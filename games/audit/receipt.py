"""Receipts: what is signed for an acknowledged command, and how a key announces the next.

Spec: `docs/reference/record.md`.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from games.audit.ed25519 import is_valid_signature

HEX_256_BITS = re.compile(r"[0-9a-f]{64}")
HEX_512_BITS = re.compile(r"[0-9a-f]{128}")
RECEIPT_MEMBERS = {"head": str, "key": str, "match": str, "signature": str, "version": int}
KEY_MEMBERS = {"id": str, "public": str, "signature": str | None, "signed_by": str | None}


class InvalidReceipt(Exception):
    """This is no receipt, or no key; the text says why."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Receipt:
    """The server's word that a match stood at this version with this head."""

    match: str
    version: int
    head: str
    key: str
    signature: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ReceiptKey:
    """A public key; all but the first are announced by a signature of the one before."""

    id: str
    public: str
    signed_by: str | None = None
    signature: str | None = None


def receipt_message(match: str, version: int, head: str) -> bytes:
    """What a receipt signs."""
    return f"dixit-receipt-v1\n{match}\n{version}\n{head}".encode()


def key_announcement_message(old: str, new: str) -> bytes:
    """What the old key signs to announce the new one; both are the public keys in hex."""
    return f"dixit-receipt-key-v1\n{old}\n{new}".encode()


def key_id(public: str) -> str:
    """The short name of a public key."""
    return sha256(bytes.fromhex(public)).hexdigest()[:16]


def parse_receipt(value: Any) -> Receipt:
    """The receipt that a JSON value is.

    Raises:
        Unfit
    """
    found = Receipt(**_require_members(value, RECEIPT_MEMBERS))
    if not (HEX_256_BITS.fullmatch(found.head) and HEX_512_BITS.fullmatch(found.signature)):
        raise InvalidReceipt("a receipt's head and signature are hexadecimal")
    return found


def parse_key(value: Any) -> ReceiptKey:
    """The key that a JSON value is; its id must be its own.

    Raises:
        Unfit
    """
    found = ReceiptKey(**_require_members(value, KEY_MEMBERS))
    if not HEX_256_BITS.fullmatch(found.public) or found.id != key_id(found.public):
        raise InvalidReceipt("a key's id is not that of the key")
    if found.signature is not None and not HEX_512_BITS.fullmatch(found.signature):
        raise InvalidReceipt("a key's signature is not hexadecimal")
    return found


def verify_key_chain(keys: Iterable[ReceiptKey]) -> Mapping[str, ReceiptKey]:
    """The keys by id, oldest first.

    Raises:
        Unfit: one is not announced by the one before.
    """
    keys_by_id: dict[str, ReceiptKey] = {}
    previous: ReceiptKey | None = None
    for each in keys:
        if previous is not None and not _is_announced(previous, each):
            raise InvalidReceipt(f"the key {each.id} is not announced by the one before, {previous.id}")
        previous = keys_by_id[each.id] = each
    return keys_by_id


def has_valid_signature(receipt: Receipt, public_key: str) -> bool:
    """Whether the owner of this public key has signed the receipt."""
    message = receipt_message(receipt.match, receipt.version, receipt.head)
    return is_valid_signature(bytes.fromhex(public_key), message, bytes.fromhex(receipt.signature))


def _is_announced(old: ReceiptKey, new: ReceiptKey) -> bool:
    if new.signed_by != old.id or new.signature is None:
        return False
    return is_valid_signature(
        bytes.fromhex(old.public), key_announcement_message(old.public, new.public), bytes.fromhex(new.signature)
    )


def _require_members(value: Any, members: Mapping[str, Any]) -> dict[str, Any]:
    has_all_members = isinstance(value, dict) and value.keys() == members.keys()
    if not has_all_members or not all(isinstance(value[name], members[name]) for name in members):
        raise InvalidReceipt(f"it has not exactly the members {', '.join(members)}")
    return dict(value)
