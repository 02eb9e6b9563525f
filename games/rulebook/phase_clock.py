"""Time as a value handed in: when a phase that opens now is over."""

from collections.abc import Iterable
from datetime import datetime, timedelta

ENTROPY_REVEAL_DURATION = timedelta(seconds=10)
"""How long seats have to reveal the entropy that they have committed to."""
OUTAGE_EXTENSION = timedelta(seconds=20)
"""What a phase goes on for after an outage of the house, from when it is back."""


def phase_deadline(now: datetime, seconds: int | None) -> datetime | None:
    """The end of a phase of so many seconds; None for a phase without a limit."""
    return None if seconds is None else now + timedelta(seconds=seconds)


def entropy_reveal_deadline(now: datetime, digests: Iterable[str | None]) -> datetime | None:
    """The end of a draw that these digests commit to reveal entropy for; None where no seat has given any."""
    return now + ENTROPY_REVEAL_DURATION if any(digests) else None
