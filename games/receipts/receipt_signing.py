"""Signing receipts. The private key is derived from one secret in the settings, and never leaves the process."""

from functools import cache

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from games.audit.receipt import key_announcement_message, key_id, receipt_message


def sign_receipt(match_id: str, version: int, head_hash: str) -> str:
    """Return the receipt as JSON text: always the same for the same key, match, version and head."""
    key = private_key(settings.RECEIPT_KEY)
    signature = key.sign(receipt_message(match_id, version, head_hash)).hex()
    return (
        # Canonical JSON (sorted keys, no spaces), like every line of a record.
        f'{{"head":"{head_hash}","key":"{_public_key_id(settings.RECEIPT_KEY)}","match":"{match_id}",'
        f'"signature":"{signature}","version":{version}}}'
    )


def sign_key_announcement(old_secret: str, new_secret: str) -> str:
    """Return the signature (hex) by which the key of the old secret announces that of the new one."""
    return private_key(old_secret).sign(key_announcement_message(public_key(old_secret), public_key(new_secret))).hex()


@cache
def private_key(secret: str) -> Ed25519PrivateKey:
    """Return the private key derived from a secret."""
    # The setting may be a secret of any length. HKDF makes it a key of 32 bytes that is used for nothing else.
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"dixit receipts").derive(secret.encode())
    return Ed25519PrivateKey.from_private_bytes(derived)


@cache
def public_key(secret: str) -> str:
    """Return its public key in hex."""
    return private_key(secret).public_key().public_bytes_raw().hex()


@cache
def _public_key_id(secret: str) -> str:
    return key_id(public_key(secret))
