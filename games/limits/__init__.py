"""Rate limits, exact across processes and concurrent requests, and limits on open connections (connection slots)."""

from games.limits.acquire import acquire_all, acquire_one, release_all
from games.limits.rate_limit import RateLimit, RateLimitResult

__all__ = ["RateLimit", "RateLimitResult", "acquire_all", "acquire_one", "release_all"]
