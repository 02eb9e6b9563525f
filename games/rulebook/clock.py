"""Time as a value handed in: when a phase that opens now is over."""

from datetime import datetime, timedelta

EXTENSION = timedelta(seconds=20)
"""What a phase goes on for after an outage of the house, from when it is back."""


def deadline(now: datetime, seconds: int | None) -> datetime | None:
    """The end of a phase of so many seconds; None for a phase without a limit."""
    return None if seconds is None else now + timedelta(seconds=seconds)
