"""The setting `RATE_LIMITS`, a factor for every limit."""

from dataclasses import replace
from math import ceil

from django.conf import settings

from games.limits.rate_limit import RateLimit


def scale_limit(limit: int) -> int:
    """Return a limit times `RATE_LIMITS`, rounded up. The result is 0 only if all limits are off."""
    return ceil(limit * settings.RATE_LIMITS)


def scaled_limit(limit: RateLimit) -> RateLimit:
    """Return a rate limit with its requests multiplied by `RATE_LIMITS`."""
    return limit if settings.RATE_LIMITS == 1 else replace(limit, max_requests=scale_limit(limit.max_requests))
