"""Checking signatures by the `cryptography` library: the same result as `games.audit.ed25519`, but much faster."""

from functools import lru_cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from games.audit import ed25519


def is_valid_signature(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """Return whether the signature of the message is valid for this public key."""
    key = _parse_key(public_key)
    if key is None:
        return False
    try:
        key.verify(signature, message)
    except InvalidSignature:
        return False
    return True


@lru_cache
def _parse_key(public_key: bytes) -> Ed25519PublicKey | None:
    # The library also accepts encodings of a point that aren't canonical.
    return Ed25519PublicKey.from_public_bytes(public_key) if ed25519.is_public_key(public_key) else None
