"""How events are hashed into a chain, and sealed parts into digests. Standard library only: the verifier uses it."""

import hashlib

GENESIS_HASH = "0" * 64
"""`prev` of a match's first event."""


def chain_hash(body: str) -> str:
    """The hash that the next event's `prev` names."""
    return hashlib.sha256(b"dixit-event-v1\n" + body.encode()).hexdigest()


def seal_digest(salt: str, value: str) -> str:
    """What stands in the body for a sealed part; `salt` is 32 bytes in hex, `value` canonical text."""
    return hashlib.sha256(b"dixit-seal-v1\n" + bytes.fromhex(salt) + value.encode()).hexdigest()
