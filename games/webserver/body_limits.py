"""How large a request body may be, and how long it may take to arrive."""

from dataclasses import dataclass

from games.audit.record_limits import MAX_RECORD_BYTES
from games.protocol.strict_parsing import MAX_BODY_BYTES

RECORD_PATHS = ("/api/v1/imports",)
"""Addresses that take match records."""
FORM_PATH_PREFIX = "/admin/"
"""The staff pages, whose forms list selected rows."""
MAX_FORM_BYTES = 64 * 1024
BODY_TIMEOUT_SECONDS = 20.0
"""How long any body may take; a large one may take longer."""
MIN_UPLOAD_BYTES_PER_SECOND = 64 * 1024


@dataclass(frozen=True, slots=True)
class BodyLimit:
    """The most bytes that a body may have, and the seconds in which it has to arrive."""

    max_bytes: int

    @property
    def is_large(self) -> bool:
        """Whether only a few such bodies are received at a time."""
        return self.max_bytes > MAX_FORM_BYTES

    @property
    def timeout_seconds(self) -> float:
        return BODY_TIMEOUT_SECONDS + self.max_bytes / MIN_UPLOAD_BYTES_PER_SECOND

    @property
    def max_encoded_bytes(self) -> int:
        """The most bytes with chunk headers and trailers, which would otherwise have no bound."""
        return self.max_bytes + self.max_bytes // 8 + 16 * 1024


def body_limit(path: str) -> BodyLimit:
    """Return the limit for a request's path."""
    if path in RECORD_PATHS:
        return BodyLimit(MAX_RECORD_BYTES)
    return BodyLimit(MAX_FORM_BYTES if path.startswith(FORM_PATH_PREFIX) else MAX_BODY_BYTES)
