"""Entropy of the seats: 32 bytes in hex, which a digest commits to before anybody knows the house's seed."""

from hashlib import sha256


def digest_of_entropy(entropy: str) -> str:
    """What a seat gives in hex to commit to its entropy."""
    return sha256(b"dixit-entropy-v1\n" + bytes.fromhex(entropy)).hexdigest()
