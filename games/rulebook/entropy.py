"""Entropy from the seats: 32 bytes in hex, committed to by a digest before the server's seed is known."""

from hashlib import sha256


def digest_of_entropy(entropy: str) -> str:
    """Return the digest (hex) by which a seat commits to its entropy (hex)."""
    # A prefix of its own, as for events and sealed parts: a digest made for one purpose can't pass for one of another.
    return sha256(b"dixit-entropy-v1\n" + bytes.fromhex(entropy)).hexdigest()
