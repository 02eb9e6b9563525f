"""Limits as clients meet them: what is left in two header fields, and a problem for who has asked too much."""

from collections.abc import Mapping, Sequence
from math import ceil

from django.conf import settings

from games.limits import RateLimitResult, acquire_all
from games.limits.connection_slots import ConnectionSlot, NoSlotAvailable, SlotScope, reserve_slot
from games.limits.policies import RequestKind, request_limits
from games.matches import event_queries
from games.metrics.registry import RATE_LIMITED_TOTAL
from games.protocol.problems import Problem

RATE_LIMIT_DETAILS = {
    "play": "You have sent too many commands",
    "read": "You have looked too often",
    "open": "You have opened too many matches",
    "identity": "Too many have come from your address",
    "address": "Too much is asked from your address",
    "match": "Too much happens in this match",
    "login-here": "Too many have tried to log in here with this name",
    "login-address": "Too many have tried to log in from your address",
    "login-name": "Too many have tried to log in with this name",
}

CONNECTION_LIMIT_DETAILS: Mapping[SlotScope, str] = {
    "account": "You have too many connections open.",
    "address": "Too many connections are open from your address.",
    "match": "Too many look on at this match.",
}
CONNECTION_RETRY_SECONDS = 5
"""Seconds after which somebody may have left."""


def enforce_rate_limits(
    kind: RequestKind, *, account: str | None, address: str, match: str | None = None
) -> tuple[RateLimitResult, ...]:
    """What is left to who asks, after this request.

    Raises:
        Problem: nothing; the request is not to be answered.
    """
    if not settings.RATE_LIMITS:
        return ()
    outcomes = acquire_all(
        list(request_limits(kind, account=account, address=address, match=_match_limit_key(match, account)))
    )
    exceeded = [taken for taken in outcomes if not taken.allowed]
    if exceeded:
        RATE_LIMITED_TOTAL.labels(exceeded[0].limit.name).inc()
        raise rate_limit_problem(max(exceeded, key=lambda taken: taken.wait_seconds), rate_limit_headers(outcomes))
    return outcomes


def acquire_connection_slot(*slot_scopes: tuple[SlotScope, str]) -> ConnectionSlot:
    """A place for a connection in each of these crowds.

    Raises:
        Problem: one of them is full.
    """
    try:
        return reserve_slot(slot_scopes)
    except NoSlotAvailable as full:
        RATE_LIMITED_TOTAL.labels(f"{full.scope} connections").inc()
        headers = {"Retry-After": str(CONNECTION_RETRY_SECONDS)}
        raise Problem(
            "too_many_requests",
            CONNECTION_LIMIT_DETAILS[full.scope],
            headers=headers,
            retry_after=CONNECTION_RETRY_SECONDS,
        ) from None


def _match_limit_key(match: str | None, account: str | None) -> str | None:
    """Whose commands share a match's lid: of those who play there, and of all others, who must not silence them.

    Where this process doesn't know the match yet everybody is another; the first command changes that.
    """
    if match is None or account in event_queries.player_id_by_seat(match).values():
        return match
    return f"others {match}"


def rate_limit_problem(outcome: RateLimitResult, headers: Mapping[str, str] | None = None) -> Problem:
    """The refusal, with the whole seconds after which the same request passes."""
    name, seconds = outcome.limit.name, max(ceil(outcome.wait_seconds), 1)
    return Problem(
        "too_many_requests",
        f"{RATE_LIMIT_DETAILS.get(name, 'This was asked too often')}; come back in {seconds} s.",
        headers={"Retry-After": str(seconds), **(headers or {})},
        limit=name,
        retry_after=seconds,
    )


def rate_limit_headers(outcomes: Sequence[RateLimitResult]) -> dict[str, str]:
    """RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers-10) of the limits that were taken from."""
    if not outcomes:
        return {}
    policies = (
        f'"{taken.limit.name}";q={taken.limit.max_requests};w={taken.limit.window_seconds}' for taken in outcomes
    )
    remaining = (f'"{taken.limit.name}";r={taken.remaining};t={ceil(taken.wait_seconds)}' for taken in outcomes)
    return {"RateLimit-Policy": ", ".join(policies), "RateLimit": ", ".join(remaining)}
