"""What is limited: kinds of requests, each with a budget of its own, so that none starves another."""

from collections.abc import Iterator
from typing import Literal, TypeAlias, get_args

from django.conf import settings

from games.limits.limit import Limit

Kind: TypeAlias = Literal["play", "read", "open", "identity"]
KINDS: tuple[Kind, ...] = get_args(Kind)


def limits(kind: Kind, *, account: str | None, address: str, match: str | None) -> Iterator[tuple[Limit, str]]:
    """What a request takes from: the budget of the account, or without one of the address, for this kind; the
    address's lid, where play has one of its own; for a command the lid of those in this match for whom `match` stands.
    """
    yield named(kind), f"address {address}" if account is None else f"account {account}"
    yield named("address"), f"play {address}" if kind == "play" else address
    if match is not None:
        yield named("match"), match


def named(name: str) -> Limit:
    """The limit of this name, as it is set."""
    most, seconds = settings.RATES[name]
    return Limit(name=name, most=most, seconds=seconds)
