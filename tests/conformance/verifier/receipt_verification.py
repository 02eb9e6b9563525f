"""The level *receipts*: receipts in the record, with keys and signatures as in `docs/reference/record.md`."""

from hashlib import sha256
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from tests.conformance.verifier.record_content import RecordContent
from tests.conformance.verifier.record_fault import require


def check_receipts(record: RecordContent) -> None:
    """Check that all receipts fit.

    Raises:
        RecordFault
    """
    public_keys: dict[str, str] = {}
    for key in record.header["keys"]:
        public_keys[key["id"]] = _check_key(key, public_keys)
    for receipt in record.receipts:
        _check_receipt(record, receipt, public_keys)


def _check_key(key: Any, public_keys: dict[str, str]) -> str:
    public: str = key["public"]
    require(sha256(bytes.fromhex(public)).hexdigest()[:16] == key["id"], "receipts", 0, "a key with another id")
    if key["signed_by"] is not None:
        old_key = public_keys.get(key["signed_by"])
        require(old_key is not None and key["signature"] is not None, "receipts", 0, "signed by an unknown key")
        statement = f"dixit-receipt-key-v1\n{old_key}\n{public}"
        require(
            _has_valid_signature(old_key, key["signature"], statement),
            "receipts",
            0,
            "the old key hasn't signed the new one",
        )
    return public


def _check_receipt(record: RecordContent, receipt: Any, public_keys: dict[str, str]) -> None:
    version = receipt["version"]
    public = public_keys.get(receipt["key"])
    require(public is not None, "receipts", None, "signed with an unknown key")
    message_lines = ("dixit-receipt-v1", receipt["match"], str(version), receipt["head"])
    require(
        _has_valid_signature(public, receipt["signature"], "\n".join(message_lines)),
        "receipts",
        None,
        "a bad signature",
    )
    require(receipt["match"] == record.header["match"], "receipts", None, "of another match")
    require(version <= len(record.hashes), "receipts", version, "the record doesn't reach it")
    require(record.hashes[version - 1] == receipt["head"], "receipts", version, "another history has been signed")


def _has_valid_signature(public: str | None, signature: str, text: str) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public or "")).verify(bytes.fromhex(signature), text.encode())
    except (InvalidSignature, ValueError):
        return False
    return True
