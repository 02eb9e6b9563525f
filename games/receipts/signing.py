"""Signing: the private key follows from one secret of the settings, and never leaves the process."""

from functools import cache

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from games.audit.receipt import id_of, message_of, statement_of


def signed(match_id: str, version: int, head: str) -> str:
    """The receipt as JSON: always the same for the same key, version and head."""
    key = private(settings.RECEIPT_KEY)
    signature = key.sign(message_of(match_id, version, head)).hex()
    return (
        f'{{"head":"{head}","key":"{_id(settings.RECEIPT_KEY)}","match":"{match_id}",'
        f'"signature":"{signature}","version":{version}}}'
    )


def announcement(old: str, new: str) -> str:
    """What the key of the old secret signs so that the key of the new one is known to follow it."""
    return private(old).sign(statement_of(public(old), public(new))).hex()


@cache
def private(secret: str) -> Ed25519PrivateKey:
    """The key that a secret stands for."""
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"dixit receipts").derive(secret.encode())
    return Ed25519PrivateKey.from_private_bytes(derived)


@cache
def public(secret: str) -> str:
    """Its public half, in hex."""
    return private(secret).public_key().public_bytes_raw().hex()


@cache
def _id(secret: str) -> str:
    return id_of(public(secret))
