"""How much one may ask: limits that hold exactly however many ask at once, and how many places for connections."""

from games.limits.acquire import acquire_all, acquire_one
from games.limits.rate_limit import RateLimit, RateLimitResult

__all__ = ["RateLimit", "RateLimitResult", "acquire_all", "acquire_one"]
