"""Deadlines of phases, counted from a time that is passed in."""

from collections.abc import Iterable
from datetime import datetime, timedelta

ENTROPY_REVEAL_DURATION = timedelta(seconds=10)
"""How long seats have to reveal the entropy that they have committed to."""
LATENESS_OF_OUTAGE = timedelta(seconds=10)
"""How late the end of a phase has to be noticed for that to count as an outage."""
OUTAGE_EXTENSION = timedelta(seconds=20)
"""How long a phase goes on after an outage, counted from when its end is noticed."""
REVEAL_DURATION_AFTER_READY = timedelta(seconds=120)
"""How long a reveal without a time limit goes on after the first person is ready."""


def phase_deadline(now: datetime, seconds: int | None) -> datetime | None:
    """Return the end of a phase of this many seconds, or None for a phase without a limit."""
    return None if seconds is None else now + timedelta(seconds=seconds)


def entropy_reveal_deadline(now: datetime, digests: Iterable[str | None]) -> datetime | None:
    """Return the end of the draw, or None if no seat has committed to entropy."""
    return now + ENTROPY_REVEAL_DURATION if any(digests) else None
