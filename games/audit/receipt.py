"""Receipts: what is signed for an acknowledged command, and how a key announces the next. Spec: `docs/record.md`."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from games.audit.ed25519 import verified

HASH = re.compile(r"[0-9a-f]{64}")
SIGNATURE = re.compile(r"[0-9a-f]{128}")
RECEIPT = {"head": str, "key": str, "match": str, "signature": str, "version": int}
KEY = {"id": str, "public": str, "signature": str | None, "signed_by": str | None}


class Unfit(Exception):
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
class Key:
    """A public key; all but the first are announced by a signature of the one before."""

    id: str
    public: str
    signed_by: str | None = None
    signature: str | None = None


def message_of(match: str, version: int, head: str) -> bytes:
    """What a receipt signs."""
    return f"dixit-receipt-v1\n{match}\n{version}\n{head}".encode()


def statement_of(old: str, new: str) -> bytes:
    """What the old key signs to announce the new one; both are the public keys in hex."""
    return f"dixit-receipt-key-v1\n{old}\n{new}".encode()


def id_of(public: str) -> str:
    """The short name of a public key."""
    return sha256(bytes.fromhex(public)).hexdigest()[:16]


def receipt(value: Any) -> Receipt:
    """The receipt that a JSON value is.

    Raises:
        Unfit
    """
    found = Receipt(**_shaped(value, RECEIPT))
    if not (HASH.fullmatch(found.head) and SIGNATURE.fullmatch(found.signature)):
        raise Unfit("a receipt's head and signature are hexadecimal")
    return found


def key(value: Any) -> Key:
    """The key that a JSON value is; its id must be its own.

    Raises:
        Unfit
    """
    found = Key(**_shaped(value, KEY))
    if not HASH.fullmatch(found.public) or found.id != id_of(found.public):
        raise Unfit("a key's id is not that of the key")
    if found.signature is not None and not SIGNATURE.fullmatch(found.signature):
        raise Unfit("a key's signature is not hexadecimal")
    return found


def chained(keys: Iterable[Key]) -> Mapping[str, Key]:
    """The keys by id, oldest first.

    Raises:
        Unfit: one is not announced by the one before.
    """
    known: dict[str, Key] = {}
    last: Key | None = None
    for each in keys:
        if last is not None and not _announced(last, each):
            raise Unfit(f"the key {each.id} is not announced by the one before, {last.id}")
        last = known[each.id] = each
    return known


def holds(given: Receipt, public: str) -> bool:
    """Whether the owner of this public key has signed the receipt."""
    message = message_of(given.match, given.version, given.head)
    return verified(bytes.fromhex(public), message, bytes.fromhex(given.signature))


def _announced(old: Key, new: Key) -> bool:
    if new.signed_by != old.id or new.signature is None:
        return False
    return verified(bytes.fromhex(old.public), statement_of(old.public, new.public), bytes.fromhex(new.signature))


def _shaped(value: Any, members: Mapping[str, Any]) -> dict[str, Any]:
    fits = isinstance(value, dict) and value.keys() == members.keys()
    if not fits or not all(isinstance(value[name], members[name]) for name in members):
        raise Unfit(f"it has not exactly the members {', '.join(members)}")
    return dict(value)
