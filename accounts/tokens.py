"""Tokens that somebody asks for, by a password or by a token that makes another, and tokens that are given up."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.authentication import BadToken
from accounts.locking import lock_user
from accounts.models import SCOPES, Token, User
from accounts.names import normalize_login

MAX_VALID_TOKENS_PER_USER = 100
"""The most tokens of one user that are good at a time."""


class WrongPassword(Exception):
    """Name and password don't belong together, or don't any more."""


class TooManyTokens(Exception):
    """Somebody has as many tokens as may be."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TokenRequest:
    """What a token shall be like."""

    scopes: Collection[str] = SCOPES
    label: str = ""
    lifetime: timedelta | None = None


def authenticate(name: str, password: str) -> User:
    """Who has an account of this name and this password.

    It takes as long, and ends the same, when there is no such account, or only one that nobody may use.

    Raises:
        WrongPassword
    """
    user = User.objects.filter(login=normalize_login(name)).first()
    if user is None:
        User().set_password(password)
        raise WrongPassword
    if not user.check_password(password) or not user.is_active:
        raise WrongPassword
    return user


def issue_by_password(user: User, request: TokenRequest) -> tuple[Token, str]:
    """A token for who has just shown the password; where there are too many, the oldest make room.

    Raises:
        WrongPassword: it has been changed meanwhile.
        BadToken: the account is gone meanwhile.
    """
    with transaction.atomic():
        if lock_user(user.id).password != user.password:
            raise WrongPassword
        surplus = (
            valid_tokens(user)
            .order_by("-created_at", "id")[MAX_VALID_TOKENS_PER_USER - 1 :]
            .values_list("id", flat=True)
        )
        Token.objects.filter(id__in=list(surplus)).delete()
        return Token.objects.issue(user, scopes=request.scopes, label=request.label, lifetime=request.lifetime)


def issue_by_token(bearer_token: Token, request: TokenRequest) -> tuple[Token, str]:
    """A token that another one makes: good for no more, for no longer, and revoked along with it.

    Raises:
        TooMany, BadToken
    """
    with transaction.atomic():
        user = lock_user(bearer_token.user_id)
        parent = valid_tokens(user).filter(id=bearer_token.id).first()
        if parent is None:
            raise BadToken("The bearer token is unknown, expired or revoked.")
        if valid_tokens(user).count() >= MAX_VALID_TOKENS_PER_USER:
            raise TooManyTokens
        scopes = [scope for scope in request.scopes if scope in parent.scopes]
        return Token.objects.issue(user, scopes=scopes, label=request.label, lifetime=request.lifetime, made_by=parent)


def valid_tokens(user: User) -> QuerySet[Token]:
    """The user's tokens that have neither expired nor been revoked."""
    return Token.objects.filter(user=user, expires_at__gt=timezone.now())


def revoke(user: User, token_id: str) -> bool:
    """Revoke a token of this user, and what it has made; gives whether there was one."""
    with transaction.atomic():
        lock_user(user.id)
        return bool(Token.objects.filter(user=user, id=token_id).delete()[0])


def revoke_others(bearer_token: Token) -> None:
    """Revoke every token of its user but this one."""
    with transaction.atomic():
        lock_user(bearer_token.user_id)
        Token.objects.filter(id=bearer_token.id).update(made_by=None)
        Token.objects.filter(user_id=bearer_token.user_id).exclude(id=bearer_token.id).delete()
