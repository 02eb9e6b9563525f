"""The bodies that say who somebody is or wants to be."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType, json

from games.protocol.base_body import StrictStruct
from games.protocol.command_bodies import DisplayName

TokenScope: TypeAlias = Literal["match:read", "match:play", "match:create", "history:read"]
PasswordText = Annotated[str, Meta(min_length=1, max_length=200)]
"""A new one has 8 characters at least."""
Email = Annotated[str, Meta(min_length=3, max_length=254)]
TokenLabel = Annotated[str, Meta(max_length=400)]
TokenLifetimeSeconds = Annotated[int, Meta(ge=60, le=366 * 24 * 3600)]


class AccountBody(StrictStruct, frozen=True, kw_only=True):
    name: DisplayName
    """1 to 40 visible characters, and nobody else's: it is what one logs in with."""
    password: PasswordText
    email: Email | None = None
    """Never shown to others, and no way in."""


class UpgradeBody(StrictStruct, frozen=True, kw_only=True):
    name: DisplayName | None = None
    """The guest's name unless given."""
    password: PasswordText
    email: Email | None = None


class TokenBody(StrictStruct, frozen=True, kw_only=True):
    name: DisplayName | None = None
    """With a password: whose token it is to be. Without both it is made by the token that the request shows."""
    password: PasswordText | None = None
    scopes: Annotated[tuple[TokenScope, ...], Meta(min_length=1, max_length=4)] | None = None
    """All that it may have unless given."""
    label: TokenLabel = ""
    """What it is for, in up to 40 visible characters."""
    expires_in: TokenLifetimeSeconds | None = None
    """Seconds; as long as it may unless given."""


class MeBody(StrictStruct, frozen=True, kw_only=True):
    name: DisplayName | UnsetType = UNSET
    email: Email | UnsetType | None = UNSET
    """Null takes it away."""
    password: PasswordText | None = None
    """A new one, with the present one beside it."""
    current_password: PasswordText | None = None


for _body in (AccountBody, UpgradeBody, TokenBody, MeBody):
    json.Decoder(_body)
