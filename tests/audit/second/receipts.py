"""The level *receipts*: those that stand in the record. Keys and signatures as `docs/reference/record.md` has them."""

from hashlib import sha256
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from tests.audit.second.bad import need
from tests.audit.second.record import Record


def check(record: Record) -> None:
    """All receipts fit.

    Raises:
        Bad
    """
    known: dict[str, str] = {}
    for key in record.header["keys"]:
        known[key["id"]] = _announced(key, known)
    for receipt in record.receipts:
        _fits(record, receipt, known)


def _announced(key: Any, known: dict[str, str]) -> str:
    public: str = key["public"]
    need(sha256(bytes.fromhex(public)).hexdigest()[:16] == key["id"], "receipts", 0, "a key with another id")
    if key["signed_by"] is not None:
        old = known.get(key["signed_by"])
        need(old is not None and key["signature"] is not None, "receipts", 0, "signed by an unknown key")
        statement = f"dixit-receipt-key-v1\n{old}\n{public}"
        need(_signed(old, key["signature"], statement), "receipts", 0, "the old key hasn't signed the new one")
    return public


def _fits(record: Record, receipt: Any, known: dict[str, str]) -> None:
    version = receipt["version"]
    public = known.get(receipt["key"])
    need(public is not None, "receipts", None, "signed with an unknown key")
    words = ("dixit-receipt-v1", receipt["match"], str(version), receipt["head"])
    need(_signed(public, receipt["signature"], "\n".join(words)), "receipts", None, "a bad signature")
    need(receipt["match"] == record.header["match"], "receipts", None, "of another match")
    need(version <= len(record.hashes), "receipts", version, "the record doesn't reach it")
    need(record.hashes[version - 1] == receipt["head"], "receipts", version, "another history has been signed")


def _signed(public: str | None, signature: str, text: str) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public or "")).verify(bytes.fromhex(signature), text.encode())
    except (InvalidSignature, ValueError):
        return False
    return True
