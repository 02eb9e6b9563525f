"""Keeping credentials out of the log: an invite's code is part of its URL, which error messages contain."""

import logging
import re

CREDENTIAL_PATTERN = re.compile(r"\b(inv|dxt)_[\w-]{8,}")


class RedactingFormatter(logging.Formatter):
    """Masks tokens and invite codes in messages and tracebacks, leaving only their prefix."""

    def format(self, record: logging.LogRecord) -> str:
        return CREDENTIAL_PATTERN.sub(r"\1_…", super().format(record))
