"""The setting `RATE_LIMITS`, a factor for every limit."""

from math import ceil

from django.conf import settings


def scale_limit(limit: int) -> int:
    """Return a limit times `RATE_LIMITS`, rounded up. The result is 0 only if all limits are off."""
    return ceil(limit * settings.RATE_LIMITS)
