"""Limits as clients meet them: what is left in two header fields, and a problem for who has asked too much."""

from collections.abc import Mapping, Sequence
from math import ceil

from django.conf import settings

from games.limits import Taken, take_all
from games.limits.places import Crowd, Full, Place, hold
from games.limits.policies import Kind, limits
from games.matches import event_queries
from games.metrics.counted import LIMITED
from games.wire.problems import Problem

SENTENCES = {
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

CROWDED: Mapping[Crowd, str] = {
    "account": "You have too many connections open.",
    "address": "Too many connections are open from your address.",
    "match": "Too many look on at this match.",
}
SOON = 5
"""Seconds after which somebody may have left."""


def allow(kind: Kind, *, account: str | None, address: str, match: str | None = None) -> tuple[Taken, ...]:
    """What is left to who asks, after this request.

    Raises:
        Problem: nothing; the request is not to be answered.
    """
    if not settings.RATE_LIMITS:
        return ()
    told = take_all(list(limits(kind, account=account, address=address, match=_crowd(match, account))))
    refused = [taken for taken in told if not taken.passed]
    if refused:
        LIMITED.labels(refused[0].limit.name).inc()
        raise too_many(max(refused, key=lambda taken: taken.wait), fields(told))
    return told


def place(*asked: tuple[Crowd, str]) -> Place:
    """A place for a connection in each of these crowds.

    Raises:
        Problem: one of them is full.
    """
    try:
        return hold(asked)
    except Full as full:
        LIMITED.labels(f"{full.crowd} connections").inc()
        headers = {"Retry-After": str(SOON)}
        raise Problem("too_many_requests", CROWDED[full.crowd], headers=headers, retry_after=SOON) from None


def _crowd(match: str | None, account: str | None) -> str | None:
    """Whose commands share a match's lid: of those who play there, and of all others, who must not silence them.

    Where this process doesn't know the match yet everybody is another; the first command changes that.
    """
    if match is None or account in event_queries.player_id_by_seat(match).values():
        return match
    return f"others {match}"


def too_many(taken: Taken, headers: Mapping[str, str] | None = None) -> Problem:
    """The refusal, with the whole seconds after which the same request passes."""
    name, seconds = taken.limit.name, max(ceil(taken.wait), 1)
    return Problem(
        "too_many_requests",
        f"{SENTENCES.get(name, 'This was asked too often')}; come back in {seconds} s.",
        headers={"Retry-After": str(seconds), **(headers or {})},
        limit=name,
        retry_after=seconds,
    )


def fields(told: Sequence[Taken]) -> dict[str, str]:
    """RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers-10) of the limits that were taken from."""
    if not told:
        return {}
    policies = (f'"{taken.limit.name}";q={taken.limit.most};w={taken.limit.seconds}' for taken in told)
    left = (f'"{taken.limit.name}";r={taken.left};t={ceil(taken.wait)}' for taken in told)
    return {"RateLimit-Policy": ", ".join(policies), "RateLimit": ", ".join(left)}
