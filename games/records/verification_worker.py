"""The process that verifies one record; `verification.py` starts it.

It reads the record from standard input and writes the verdict to standard output as JSON. It limits its own processor
time and memory, because the record comes from a stranger. It imports neither Django nor the settings.
"""

import json
import os
import resource
import sys

from games.audit.record_verifier import audit_record
from games.receipts.signature_check import is_valid_signature

EXIT_OUT_OF_MEMORY = 3
NICENESS = 10
"""It gives way to whatever else the machine has to do."""


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
    """Limit this process, which the system ends if it takes more time."""
    for kind, limit in (
        (resource.RLIMIT_CPU, max_cpu_seconds),
        (resource.RLIMIT_AS, max_memory_bytes),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(kind, (limit, limit))
