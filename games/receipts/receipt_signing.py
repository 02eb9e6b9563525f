"""Signing: the private key follows from one secret of the settings, and never leaves the process."""

from functools import cache

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from games.audit.receipt import key_announcement_message, key_id, receipt_message


def sign_receipt(match_id: str, version: int, head_hash: str) -> str:
    """The receipt as JSON: always the same for the same key, version and head."""
    key = private_key(settings.RECEIPT_KEY)
    signature = key.sign(receipt_message(match_id, version, head_hash)).hex()
    return (
        f'{{"head":"{head_hash}","key":"{_public_key_id(settings.RECEIPT_KEY)}","match":"{match_id}",'
        f'"signature":"{signature}","version":{version}}}'
    )


def sign_key_announcement(old_secret: str, new_secret: str) -> str:
    """What the key of the old secret signs so that the key of the new one is known to follow it."""
    return private_key(old_secret).sign(key_announcement_message(public_key(old_secret), public_key(new_secret))).hex()


@cache
def private_key(secret: str) -> Ed25519PrivateKey:
    """The key that a secret stands for."""
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"dixit receipts").derive(secret.encode())
    return Ed25519PrivateKey.from_private_bytes(derived)


@cache
def public_key(secret: str) -> str:
    """Its public half, in hex."""
    return private_key(secret).public_key().public_bytes_raw().hex()


@cache
def _public_key_id(secret: str) -> str:
    return key_id(public_key(secret))
