"""A limit, and what taking from it has come to."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class RateLimit:
    """At most so many within any stretch of so many seconds, for each that it is asked for."""

    name: str
    max_requests: int
    window_seconds: int


@dataclass(frozen=True, kw_only=True, slots=True)
class RateLimitResult:
    """Whether there was room, how much is left, and after how many seconds there is room, or more of it, again.

    `sure` is False where Redis was away, so that this process could count only what it has seen itself.
    """

    limit: RateLimit
    allowed: bool
    remaining: int
    wait_seconds: float
    exact: bool = True
