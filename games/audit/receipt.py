"""Receipts: the server's signatures of acknowledged commands, and the keys behind them.

Spec: `docs/reference/record.md`.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, TypeAlias

from games.audit.ed25519 import is_valid_signature

SignatureCheck: TypeAlias = Callable[[bytes, bytes, bytes], bool]
"""Returns whether a signature is valid; its arguments are the public key, the message and the signature."""
HEX_256_BITS = re.compile(r"[0-9a-f]{64}")
HEX_512_BITS = re.compile(r"[0-9a-f]{128}")
RECEIPT_MEMBERS = {"head": str, "key": str, "match": str, "signature": str, "version": int}
KEY_MEMBERS = {"id": str, "public": str, "signature": str | None, "signed_by": str | None}


class InvalidReceipt(Exception):
    """The value is not a valid receipt or key. The message says why."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Receipt:
    """The server's signed statement that a match had this head hash at this version."""

    match: str
    version: int
    head: str
    key: str
    signature: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ReceiptKey:
    """A public key. Each key but the first is announced by a signature made with the previous one."""

    id: str
    public: str
    signed_by: str | None = None
    signature: str | None = None


def receipt_message(match: str, version: int, head: str) -> bytes:
    """Return the bytes that a receipt signs."""
    # One member to a line: none can contain a line feed, so two different receipts never sign the same bytes.
    return f"dixit-receipt-v1\n{match}\n{version}\n{head}".encode()


def key_announcement_message(old: str, new: str) -> bytes:
    """Return the bytes that the old key signs to announce the new one; both are public keys in hexadecimal."""
    return f"dixit-receipt-key-v1\n{old}\n{new}".encode()


def key_id(public: str) -> str:
    """Return the short id of a public key, which is given in hexadecimal."""
    return sha256(bytes.fromhex(public)).hexdigest()[:16]


def parse_receipt(value: Any) -> Receipt:
    """Return the receipt in a JSON value; its signature is not checked.

    Raises:
        InvalidReceipt
    """
    found = Receipt(**_require_members(value, RECEIPT_MEMBERS))
    if not (HEX_256_BITS.fullmatch(found.head) and HEX_512_BITS.fullmatch(found.signature)):
        raise InvalidReceipt("a receipt's head and signature must be hexadecimal")
    return found


def parse_key(value: Any) -> ReceiptKey:
    """Return the key in a JSON value, after checking that its id belongs to it.

    Raises:
        InvalidReceipt
    """
    found = ReceiptKey(**_require_members(value, KEY_MEMBERS))
    if not HEX_256_BITS.fullmatch(found.public) or found.id != key_id(found.public):
        raise InvalidReceipt("a key's id does not match the key")
    if found.signature is not None and not HEX_512_BITS.fullmatch(found.signature):
        raise InvalidReceipt("a key's signature is not hexadecimal")
    return found


def verify_key_chain(
    keys: Iterable[ReceiptKey], is_valid_signature: SignatureCheck = is_valid_signature
) -> Mapping[str, ReceiptKey]:
    """Check that each key was announced by the one before it, and return the keys by id, oldest first.

    Raises:
        InvalidReceipt: A key was not announced by the one before it.
    """
    keys_by_id: dict[str, ReceiptKey] = {}
    previous: ReceiptKey | None = None
    for each in keys:
        if previous is not None and not _is_announced(previous, each, is_valid_signature):
            raise InvalidReceipt(f"key {each.id} is not announced by the previous key, {previous.id}")
        previous = keys_by_id[each.id] = each
    return keys_by_id


def has_valid_signature(
    receipt: Receipt, public_key: str, is_valid_signature: SignatureCheck = is_valid_signature
) -> bool:
    """Return whether the receipt's signature is valid for this public key, which is given in hexadecimal."""
    message = receipt_message(receipt.match, receipt.version, receipt.head)
    return is_valid_signature(bytes.fromhex(public_key), message, bytes.fromhex(receipt.signature))


def _is_announced(old: ReceiptKey, new: ReceiptKey, is_valid_signature: SignatureCheck) -> bool:
    if new.signed_by != old.id or new.signature is None:
        return False
    return is_valid_signature(
        bytes.fromhex(old.public), key_announcement_message(old.public, new.public), bytes.fromhex(new.signature)
    )


def _require_members(value: Any, members: Mapping[str, Any]) -> dict[str, Any]:
    has_all_members = isinstance(value, dict) and value.keys() == members.keys()
    if not has_all_members or not all(isinstance(value[name], members[name]) for name in members):
        raise InvalidReceipt(f"it must have exactly the members {', '.join(members)}")
    return dict(value)
