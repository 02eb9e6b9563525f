"""Deadlines of phases, counted from a time that is passed in."""

from collections.abc import Iterable
from datetime import datetime, timedelta

ENTROPY_REVEAL_DURATION = timedelta(seconds=10)
"""How long seats have to reveal the entropy that they have committed to."""
OUTAGE_EXTENSION = timedelta(seconds=20)
"""How long a phase goes on after an outage, counted from the server's return."""


def phase_deadline(now: datetime, seconds: int | None) -> datetime | None:
    """Return the end of a phase of this many seconds, or None for a phase without a limit."""
    return None if seconds is None else now + timedelta(seconds=seconds)


def entropy_reveal_deadline(now: datetime, digests: Iterable[str | None]) -> datetime | None:
    """Return the end of the draw, or None if no seat has committed to entropy."""
    return now + ENTROPY_REVEAL_DURATION if any(digests) else None
