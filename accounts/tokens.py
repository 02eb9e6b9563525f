"""Tokens that somebody asks for, by a password or by a token that makes another, and tokens that are given up."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.authentication import BadToken
from accounts.locked import locked
from accounts.models import SCOPES, Token, User
from accounts.names import login_of

MOST = 100
"""The most tokens of one user that are good at a time."""


class WrongPassword(Exception):
    """Name and password don't belong together, or don't any more."""


class TooMany(Exception):
    """Somebody has as many tokens as may be."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Wish:
    """What a token shall be like."""

    scopes: Collection[str] = SCOPES
    label: str = ""
    lasts: timedelta | None = None


def knowing(name: str, password: str) -> User:
    """Who has an account of this name and this password.

    It takes as long, and ends the same, when there is no such account, or only one that nobody may use.

    Raises:
        WrongPassword
    """
    user = User.objects.filter(login=login_of(name)).first()
    if user is None:
        User().set_password(password)
        raise WrongPassword
    if not user.check_password(password) or not user.is_active:
        raise WrongPassword
    return user


def by_password(user: User, wish: Wish) -> tuple[Token, str]:
    """A token for who has just shown the password; where there are too many, the oldest make room.

    Raises:
        WrongPassword: it has been changed meanwhile.
        BadToken: the account is gone meanwhile.
    """
    with transaction.atomic():
        if locked(user.id).password != user.password:
            raise WrongPassword
        too_old = good_tokens(user).order_by("-created_at", "id")[MOST - 1 :].values_list("id", flat=True)
        Token.objects.filter(id__in=list(too_old)).delete()
        return Token.objects.issue(user, scopes=wish.scopes, label=wish.label, lasts=wish.lasts)


def by_token(shown: Token, wish: Wish) -> tuple[Token, str]:
    """A token that another one makes: good for no more, for no longer, and revoked along with it.

    Raises:
        TooMany, BadToken
    """
    with transaction.atomic():
        user = locked(shown.user_id)
        maker = good_tokens(user).filter(id=shown.id).first()
        if maker is None:
            raise BadToken("The bearer token is unknown, expired or revoked.")
        if good_tokens(user).count() >= MOST:
            raise TooMany
        scopes = [scope for scope in wish.scopes if scope in maker.scopes]
        return Token.objects.issue(user, scopes=scopes, label=wish.label, lasts=wish.lasts, made_by=maker)


def good_tokens(user: User) -> QuerySet[Token]:
    """The user's tokens that have neither expired nor been revoked."""
    return Token.objects.filter(user=user, expires_at__gt=timezone.now())


def revoke(user: User, token_id: str) -> bool:
    """Revoke a token of this user, and what it has made; gives whether there was one."""
    with transaction.atomic():
        locked(user.id)
        return bool(Token.objects.filter(user=user, id=token_id).delete()[0])


def revoke_others(shown: Token) -> None:
    """Revoke every token of its user but this one."""
    with transaction.atomic():
        locked(shown.user_id)
        Token.objects.filter(id=shown.id).update(made_by=None)
        Token.objects.filter(user_id=shown.user_id).exclude(id=shown.id).delete()
