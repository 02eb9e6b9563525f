"""The process that verifies one record: `python -m games.records.verification_worker`.

It reads the record from standard input and writes the verdict to standard output as JSON. It limits its own processor
time and memory, because the record comes from a stranger. It imports neither Django nor the settings.
"""

import json
import os
import resource
import sys
from functools import lru_cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from games.audit import ed25519
from games.audit.record_verifier import audit_record

EXIT_OUT_OF_MEMORY = 3
NICENESS = 5


def main(max_cpu_seconds: int, max_memory_bytes: int) -> None:
    """Verify the record on standard input."""
    limit_resources(max_cpu_seconds, max_memory_bytes)
    try:
        verdict = audit_record(sys.stdin.buffer.read(), is_valid_signature=is_valid_signature).verdict
        sys.stdout.write(json.dumps(verdict.to_dict()))
        sys.stdout.flush()
    except MemoryError:
        # Without the usual clean-up, which would need memory.
        os._exit(EXIT_OUT_OF_MEMORY)


def limit_resources(max_cpu_seconds: int, max_memory_bytes: int) -> None:
    """Limit this process, which the system ends if it takes more time, and let others go first."""
    os.nice(NICENESS)
    for kind, limit in (
        (resource.RLIMIT_CPU, max_cpu_seconds),
        (resource.RLIMIT_AS, max_memory_bytes),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(kind, (limit, limit))


def is_valid_signature(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """Return whether the signature is valid, as `games.audit.ed25519` does, but much faster."""
    key = _parse_key(public_key)
    try:
        if key is not None:
            key.verify(signature, message)
    except InvalidSignature:
        return False
    return key is not None


@lru_cache
def _parse_key(public_key: bytes) -> Ed25519PublicKey | None:
    # The library accepts other encodings of a point than the canonical one; the verifier must agree with itself.
    return Ed25519PublicKey.from_public_bytes(public_key) if ed25519.is_public_key(public_key) else None


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
