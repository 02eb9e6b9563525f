"""Which rate limits a request is charged to. Each kind of request has a separate one, so that none starves another."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Literal, TypeAlias, get_args

from games.limits.rate_limit import RateLimit

RequestKind: TypeAlias = Literal["play", "read", "open", "identity"]
REQUEST_KINDS: tuple[RequestKind, ...] = get_args(RequestKind)
LEASED_KINDS = ("play", "read")
"""Kinds that a client sends many of. Their limits may be leased; the others are counted one by one."""

RATE_LIMIT_BY_NAME: dict[str, RateLimit] = {
    limit.name: limit
    for limit in (
        RateLimit(name="play", max_requests=600, window_seconds=60),
        RateLimit(name="read", max_requests=1800, window_seconds=60),
        RateLimit(name="open", max_requests=60, window_seconds=60),
        RateLimit(name="identity", max_requests=120, window_seconds=600),
        # Many accounts share an address: a school, a mobile network.
        RateLimit(name="address", max_requests=12_000, window_seconds=60),
        # More than any one player's "play", so that no player can use up what the others need.
        RateLimit(name="match", max_requests=3000, window_seconds=60),
    )
}
"""Each kind's limit, and those that requests share; the setting `RATE_LIMITS` multiplies them."""


def request_limits(
    kind: RequestKind, *, account: str | None, address: str, match: str | None
) -> Iterator[tuple[RateLimit, str]]:
    """Yield the limits that a request is charged to, each with its identity.

    These are the limit of its kind, per account or without one per address; the total of the address, which commands
    have separately; and for a command that of the match.

    Args:
        account: None if the request is not authenticated.
        match: the key of the match's limit, which players and all others have separately; None if it isn't a command.
    """
    own_limit, address_limit, match_limit = (
        _leased(RATE_LIMIT_BY_NAME[name], kind) for name in (kind, "address", "match")
    )
    if account is None:
        yield _shared(own_limit), f"address {address}"
    else:
        yield own_limit, f"account {account}"
    yield _shared(address_limit), f"play {address}" if kind == "play" else address
    if match is not None:
        yield _shared(match_limit), match


# Each request needs these, and making a dataclass anew takes longer than looking one up.
@lru_cache(maxsize=100)
def _leased(limit: RateLimit, kind: RequestKind) -> RateLimit:
    return replace(limit, may_be_leased=kind in LEASED_KINDS)


@lru_cache(maxsize=100)
def _shared(limit: RateLimit) -> RateLimit:
    return replace(limit, is_shared=True)
