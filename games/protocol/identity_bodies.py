"""The bodies for accounts, tokens and profiles."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType, json

from games.protocol.base_body import StrictStruct
from games.protocol.command_bodies import DisplayName

TokenScope: TypeAlias = Literal["match:read", "match:play", "match:create", "history:read"]
PasswordText = Annotated[str, Meta(min_length=1, max_length=200)]
"""1 to 200 characters, as in a login; `validate_and_hash_password` requires at least 8 of a new password."""
Email = Annotated[str, Meta(min_length=3, max_length=254)]
TokenLabel = Annotated[str, Meta(max_length=400)]
TokenLifetimeSeconds = Annotated[int, Meta(ge=60, le=366 * 24 * 3600)]


class AccountBody(StrictStruct, frozen=True, kw_only=True):
    name: DisplayName
    """1 to 40 visible characters; unique, since it is the name to log in with."""
    password: PasswordText
    email: Email | None = None
    """Never shown to others; it can't be used to log in."""


class UpgradeBody(StrictStruct, frozen=True, kw_only=True):
    name: DisplayName | None = None
    """By default the guest's current name."""
    password: PasswordText
    email: Email | None = None


class TokenBody(StrictStruct, frozen=True, kw_only=True):
    name: DisplayName | None = None
    """With `password`: the account to log in to. Without both, the request's own token authorizes the new one."""
    password: PasswordText | None = None
    scopes: Annotated[tuple[TokenScope, ...], Meta(min_length=1, max_length=4)] | None = None
    """By default every scope that the new token may have."""
    label: TokenLabel = ""
    """What the token is for, in up to 40 visible characters."""
    expires_in: TokenLifetimeSeconds | None = None
    """Seconds; by default the longest lifetime allowed."""


class MeBody(StrictStruct, frozen=True, kw_only=True):
    name: DisplayName | UnsetType = UNSET
    email: Email | UnsetType | None = UNSET
    """Null removes it."""
    password: PasswordText | None = None
    """The new password."""
    current_password: PasswordText | None = None
    """Required for every change of an account; guests have none."""


class ConfirmedBody(StrictStruct, frozen=True, kw_only=True):
    current_password: PasswordText | None = None
    """Required of accounts; guests have none."""


# A decoder for each at import: see the end of `command_bodies`.
for _body in (AccountBody, UpgradeBody, TokenBody, MeBody, ConfirmedBody):
    json.Decoder(_body)
