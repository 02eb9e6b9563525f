"""What is limited: kinds of requests, each with a budget of its own, so that none starves another."""

from collections.abc import Iterator
from typing import Literal, TypeAlias, get_args

from django.conf import settings

from games.limits.rate_limit import RateLimit

RequestKind: TypeAlias = Literal["play", "read", "open", "identity"]
REQUEST_KINDS: tuple[RequestKind, ...] = get_args(RequestKind)


def request_limits(
    kind: RequestKind, *, account: str | None, address: str, match: str | None
) -> Iterator[tuple[RateLimit, str]]:
    """What a request takes from: the budget of the account, or without one of the address, for this kind; the
    address's lid, where play has one of its own; for a command the lid of those in this match for whom `match` stands.
    """
    yield configured_limit(kind), f"address {address}" if account is None else f"account {account}"
    yield configured_limit("address"), f"play {address}" if kind == "play" else address
    if match is not None:
        yield configured_limit("match"), match


def configured_limit(name: str) -> RateLimit:
    """The limit of this name, as it is set."""
    max_requests, window_seconds = settings.RATES[name]
    return RateLimit(name=name, max_requests=max_requests, window_seconds=window_seconds)
