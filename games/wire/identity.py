"""The bodies that say who somebody is or wants to be."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType, json

from games.wire.bodies import Name
from games.wire.shapes import Strict

Scope: TypeAlias = Literal["match:read", "match:play", "match:create", "history:read"]
Password = Annotated[str, Meta(min_length=1, max_length=200)]
"""A new one has 8 characters at least."""
Email = Annotated[str, Meta(min_length=3, max_length=254)]
Label = Annotated[str, Meta(max_length=400)]
Lasts = Annotated[int, Meta(ge=60, le=366 * 24 * 3600)]


class AccountBody(Strict, frozen=True, kw_only=True):
    name: Name
    """1 to 40 visible characters, and nobody else's: it is what one logs in with."""
    password: Password
    email: Email | None = None
    """Never shown to others, and no way in."""


class UpgradeBody(Strict, frozen=True, kw_only=True):
    name: Name | None = None
    """The guest's name unless given."""
    password: Password
    email: Email | None = None


class TokenBody(Strict, frozen=True, kw_only=True):
    name: Name | None = None
    """With a password: whose token it is to be. Without both it is made by the token that the request shows."""
    password: Password | None = None
    scopes: Annotated[tuple[Scope, ...], Meta(min_length=1, max_length=4)] | None = None
    """All that it may have unless given."""
    label: Label = ""
    """What it is for, in up to 40 visible characters."""
    expires_in: Lasts | None = None
    """Seconds; as long as it may unless given."""


class MeBody(Strict, frozen=True, kw_only=True):
    name: Name | UnsetType = UNSET
    email: Email | UnsetType | None = UNSET
    """Null takes it away."""
    password: Password | None = None
    """A new one, with the present one beside it."""
    current_password: Password | None = None


for _body in (AccountBody, UpgradeBody, TokenBody, MeBody):
    json.Decoder(_body)
