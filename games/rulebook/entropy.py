"""Entropy from the seats: 32 bytes in hex, committed to by a digest before the server's seed is known."""

from hashlib import sha256


def digest_of_entropy(entropy: str) -> str:
    """Return the digest (hex) by which a seat commits to its entropy (hex)."""
    return sha256(b"dixit-entropy-v1\n" + bytes.fromhex(entropy)).hexdigest()
