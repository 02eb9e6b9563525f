"""Rate and connection limits as clients see them: two header fields, and a problem when a limit is exceeded."""

from collections.abc import Mapping, Sequence
from math import ceil

from django.conf import settings

from games.limits import RateLimitResult, acquire_all, try_acquire_locally
from games.limits.connection_slots import ConnectionSlot, NoSlotAvailable, SlotScope, reserve_slot
from games.limits.policies import RequestKind, request_limits
from games.matches import event_queries
from games.metrics.registry import RATE_LIMITED_TOTAL
from games.protocol.problems import Problem

RATE_LIMIT_DETAILS = {
    "play": "You have sent too many commands",
    "read": "You have sent too many read requests",
    "open": "You have opened too many matches",
    "identity": "Too many requests for accounts and tokens",
    "address": "Too many requests from your address",
    "match": "Too many commands in this match",
    "password": "You have sent too many wrong passwords for this match",
    "password-here": "Too many wrong passwords for this match from your address",
    "password-address": "Too many wrong passwords for matches from your address",
    "login-here": "Too many login attempts with this name from your address",
    "login-address": "Too many login attempts from your address",
    "login-name": "Too many login attempts with this name",
}

CONNECTION_LIMIT_DETAILS: Mapping[SlotScope, str] = {
    "account": "You have too many open connections.",
    "address": "Too many open connections from your address.",
    "answer": "Too many records and audits are being sent to your address.",
    "match": "This match has too many spectators.",
}
CONNECTION_RETRY_SECONDS = 5
"""Seconds after which to try again. A guess: nobody knows when a connection will be closed."""


def enforce_rate_limits(
    kind: RequestKind, *, account: str | None, address: str, match: str | None = None
) -> tuple[RateLimitResult, ...]:
    """Count a request against its limits and return what is left of each.

    Args:
        kind: which budget the request counts against.
        account: the account; None for requests without a token, which count against the address.
        address: the client's IP address.
        match: the match, for a command to one.

    Raises:
        Problem: `too_many_requests`; the request counts against no limit then.
    """
    if not settings.RATE_LIMITS:
        return ()
    outcomes = acquire_all(
        list(request_limits(kind, account=account, address=address, match=_match_limit_key(match, account)))
    )
    exceeded = [outcome for outcome in outcomes if not outcome.allowed]
    if exceeded:
        RATE_LIMITED_TOTAL.labels(exceeded[0].limit.name).inc()
        # The longest wait: before that, the same request would be refused again.
        raise rate_limit_problem(max(exceeded, key=lambda outcome: outcome.wait_seconds), rate_limit_headers(outcomes))
    return outcomes


def try_enforce_locally(
    kind: RequestKind, *, account: str, address: str, match: str | None = None
) -> tuple[RateLimitResult, ...] | None:
    """Do the same without any I/O; None if that isn't possible, and the request counts against no limit then."""
    if not settings.RATE_LIMITS:
        return ()
    return try_acquire_locally(
        list(request_limits(kind, account=account, address=address, match=_match_limit_key(match, account)))
    )


def acquire_connection_slot(*slot_scopes: tuple[SlotScope, str]) -> ConnectionSlot:
    """Reserve a slot for a connection in each of these scopes.

    Raises:
        Problem: `too_many_requests`, if one of them has no free slot.
    """
    try:
        return reserve_slot(slot_scopes)
    except NoSlotAvailable as error:
        RATE_LIMITED_TOTAL.labels(f"{error.scope} connections").inc()
        raise Problem(
            "too_many_requests", CONNECTION_LIMIT_DETAILS[error.scope], retry_after=CONNECTION_RETRY_SECONDS
        ) from None


def _match_limit_key(match: str | None, account: str | None) -> str | None:
    """Return the key under which commands to a match share a limit: one for its players, one for everyone else.

    Otherwise anyone could use up the limit and stop the players. If this process hasn't cached the match yet, every
    account counts as someone else; the first command to the match loads it.
    """
    if match is None or account in event_queries.player_id_by_seat(match).values():
        return match
    return f"others {match}"


def rate_limit_problem(outcome: RateLimitResult, headers: Mapping[str, str] | None = None) -> Problem:
    """Return a `too_many_requests` problem, with the whole seconds after which the same request will succeed."""
    name, seconds = outcome.limit.name, max(ceil(outcome.wait_seconds), 1)
    return Problem(
        "too_many_requests",
        f"{RATE_LIMIT_DETAILS.get(name, 'Too many requests')}; try again in {seconds} s.",
        headers=headers,
        limit=name,
        retry_after=seconds,
    )


def rate_limit_headers(outcomes: Sequence[RateLimitResult]) -> dict[str, str]:
    """Return the header fields RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers-10).

    RateLimit leaves out shared limits that allow the request: what is left of them tells how often others have tried.
    """
    if not outcomes:
        return {}
    policies = (
        f'"{outcome.limit.name}";q={outcome.limit.max_requests};w={outcome.limit.window_seconds}'
        for outcome in outcomes
    )
    remaining = [
        f'"{outcome.limit.name}";r={outcome.remaining};t={ceil(outcome.wait_seconds)}'
        for outcome in outcomes
        if not (outcome.allowed and outcome.limit.is_shared)
    ]
    own_limits = {"RateLimit": ", ".join(remaining)} if remaining else {}
    return {"RateLimit-Policy": ", ".join(policies), **own_limits}
