"""Which rate limits a request is charged to. Each kind of request has a separate one, so that none starves another."""

from collections.abc import Iterator
from typing import Literal, TypeAlias, get_args

from django.conf import settings

from games.limits.rate_limit import RateLimit

RequestKind: TypeAlias = Literal["play", "read", "open", "identity"]
REQUEST_KINDS: tuple[RequestKind, ...] = get_args(RequestKind)


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
    yield configured_limit(kind), f"address {address}" if account is None else f"account {account}"
    yield configured_limit("address"), f"play {address}" if kind == "play" else address
    if match is not None:
        yield configured_limit("match"), match


def configured_limit(name: str) -> RateLimit:
    """Return the limit of this name from the setting `RATES`."""
    max_requests, window_seconds = settings.RATES[name]
    return RateLimit(name=name, max_requests=max_requests, window_seconds=window_seconds)
