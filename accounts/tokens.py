"""Issuing tokens, for a password or from another token, and revoking them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import QuerySet
from django.db.models.functions import Now

from accounts.authentication import BadToken
from accounts.locking import locked_user
from accounts.models import SCOPES, Token, User
from accounts.names import normalize_login
from accounts.token_cache import account_changed

MAX_VALID_TOKENS_PER_USER = 100
"""The most valid tokens that a user can have at a time."""
MAX_TOKENS_OF_LIMITED_TOKEN = 10
"""The most valid tokens that descend from a token without all scopes.

A script could otherwise take up every place that its owner has.
"""


class WrongPassword(Exception):
    """Name and password don't match, or no longer do."""


class TooManyTokens(Exception):
    """The user has reached `MAX_VALID_TOKENS_PER_USER`, or a token without all scopes its own limit."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TokenRequest:
    """The properties of a token to issue; without a lifetime it gets the default one."""

    scopes: Collection[str] = SCOPES
    label: str = ""
    lifetime: timedelta | None = None


def authenticate(name: str, password: str) -> User:
    """Return the user with this login name and password.

    An unknown or deactivated account takes as long as a wrong password and raises the same error.

    Raises:
        WrongPassword: name and password don't match, or the account is deactivated.
    """
    user = User.objects.filter(login=normalize_login(name)).first()
    if user is None:
        # Hash anyway, so that the response time doesn't reveal which names exist.
        User().set_password(password)
        raise WrongPassword
    if not user.check_password(password) or not user.is_active:
        raise WrongPassword
    return user


def issue_by_password(user: User, request: TokenRequest) -> tuple[Token, str]:
    """Issue a token to a user whose password was just verified. Return it with its secret.

    At the limit the oldest tokens are revoked instead of refusing: the owner must always be able to log in.

    Raises:
        WrongPassword: the password was changed in the meantime.
        BadToken: the account was erased in the meantime.
    """
    with locked_user(user.id) as current:
        if current.password != user.password:
            raise WrongPassword
        surplus = (
            valid_tokens(user)
            .order_by("-created_at", "id")[MAX_VALID_TOKENS_PER_USER - 1 :]
            .values_list("id", flat=True)
        )
        if Token.objects.filter(id__in=list(surplus)).delete()[0]:
            account_changed(user.id)
        return Token.objects.issue(user, scopes=request.scopes, label=request.label, lifetime=request.lifetime)


def issue_by_token(bearer_token: Token, request: TokenRequest) -> tuple[Token, str]:
    """Derive a token from another one. Return it with its secret.

    It gets only scopes that its parent has, expires no later, and is revoked together with it.

    Raises:
        TooManyTokens: the user has reached the limit.
        BadToken: the parent has expired or was revoked.
    """
    with locked_user(bearer_token.user_id) as user:
        # The parent may have been revoked since the request was authenticated; under the lock it can't be any more.
        parent = valid_tokens(user).filter(id=bearer_token.id).first()
        if parent is None:
            raise BadToken("The bearer token is unknown, expired or revoked.")
        tokens_by_id = {token.id: token for token in valid_tokens(user)}
        if (
            len(tokens_by_id) >= MAX_VALID_TOKENS_PER_USER
            or _count_limited_relatives(parent, tokens_by_id) >= MAX_TOKENS_OF_LIMITED_TOKEN
        ):
            raise TooManyTokens
        scopes = [scope for scope in request.scopes if scope in parent.scopes]
        return Token.objects.issue(user, scopes=scopes, label=request.label, lifetime=request.lifetime, made_by=parent)


def _count_limited_relatives(token: Token, tokens_by_id: Mapping[str, Token]) -> int:
    """Return how many tokens descend from this token's first ancestor without all scopes; 0 if it has all scopes."""
    return sum(
        other.id != ancestor.id and _first_limited_ancestor(other, tokens_by_id) == ancestor
        for ancestor in [_first_limited_ancestor(token, tokens_by_id)]
        if ancestor is not None
        for other in tokens_by_id.values()
    )


def _first_limited_ancestor(token: Token, tokens_by_id: Mapping[str, Token]) -> Token | None:
    """Return the oldest one without all scopes among a token and those that it was derived from."""
    limited = token if len(token.scopes) < len(SCOPES) else None
    parent = tokens_by_id.get(token.made_by_id or "")
    return (_first_limited_ancestor(parent, tokens_by_id) if parent else None) or limited


def valid_tokens(user: User) -> QuerySet[Token]:
    """Return the user's tokens that have not expired. (A revoked token is deleted.)"""
    return Token.objects.filter(user=user, expires_at__gt=Now())


def revoke(user: User, token_id: str) -> bool:
    """Revoke a token of this user and all tokens derived from it; return whether there was one."""
    with locked_user(user.id):
        account_changed(user.id)
        return bool(Token.objects.filter(user=user, id=token_id).delete()[0])


def revoke_others(bearer_token: Token) -> None:
    """Revoke all tokens of the token's user except the token itself."""
    with locked_user(bearer_token.user_id):
        account_changed(bearer_token.user_id)
        # Detach it first: deleting the token it was derived from would delete it, too.
        Token.objects.filter(id=bearer_token.id).update(made_by=None)
        Token.objects.filter(user_id=bearer_token.user_id).exclude(id=bearer_token.id).delete()
