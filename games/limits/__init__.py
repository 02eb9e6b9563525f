"""Rate limits, which hold over all processes and concurrent requests, and limits on open connections (slots)."""

from games.limits.acquire import acquire_all, acquire_one, release_all, try_acquire_locally
from games.limits.rate_limit import RateLimit, RateLimitResult

__all__ = ["RateLimit", "RateLimitResult", "acquire_all", "acquire_one", "release_all", "try_acquire_locally"]
