"""What is logged tells no credential: an invite's code stands in its address, and what fails there names it."""

import logging
import re

CREDENTIAL_PATTERN = re.compile(r"\b(inv|dxt)_[\w-]{8,}")


class RedactingFormatter(logging.Formatter):
    """Leaves of tokens and invites' codes only what kind they are, in messages and in tracebacks."""

    def format(self, record: logging.LogRecord) -> str:
        return CREDENTIAL_PATTERN.sub(r"\1_…", super().format(record))
