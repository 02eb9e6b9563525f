"""The hashes of the chain and the digests of sealed parts.

Standard library only, because the stand-alone verifier includes this module.
"""

import hashlib

GENESIS_HASH = "0" * 64
"""`prev` of a match's first event."""


def chain_hash(body: str) -> str:
    """Return the hash of a canonical event body; the next event's `prev` names it."""
    # A prefix for each kind of digest, so that one can't pass for another.
    return hashlib.sha256(b"dixit-event-v1\n" + body.encode()).hexdigest()


def seal_digest(salt: str, value: str) -> str:
    """Return the digest that the body holds for a sealed part; `salt` is 32 bytes in hex, `value` canonical text."""
    return hashlib.sha256(b"dixit-seal-v1\n" + bytes.fromhex(salt) + value.encode()).hexdigest()
