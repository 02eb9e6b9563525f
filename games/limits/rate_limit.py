"""A rate limit and the result of acquiring from it."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class RateLimit:
    """At most `max_requests` per identity within any `window_seconds`.

    `is_shared` says that several people are counted together, so that what is left of it tells one of them how often
    the others have tried something. Those whom it doesn't refuse don't learn it.

    `may_be_leased` says that a process may acquire some requests in advance. Limits that must be exact at every moment,
    such as those of logins, are not leased.
    """

    name: str
    max_requests: int
    window_seconds: int
    is_shared: bool = False
    may_be_leased: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class RateLimitResult:
    """Whether a limit allows the request, and what is left of it.

    `remaining` is what was left at a moment of the last second, less what this process has counted since.
    `wait_seconds` is the time until a refused request would be allowed, or until `remaining` increases. `exact` is
    False if Redis was unavailable, so that only this process's own requests were counted.
    """

    limit: RateLimit
    allowed: bool
    remaining: int
    wait_seconds: float
    exact: bool = True
