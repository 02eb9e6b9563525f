"""Becoming an account, at once or out of a guest, and changing what one has said then."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TypeAlias

from django.db import IntegrityError, transaction

from accounts.locked import locked
from accounts.models import Token, User
from accounts.names import login_of
from accounts.tokens import WrongPassword, revoke_others

Changes: TypeAlias = Mapping[str, str | None]
"""Fields of a user that change: `name`, `email`, and `password`, which is hashed already, for that takes its time."""


class NameTaken(Exception):
    """Somebody else has an account of this name."""


class NotAGuest(Exception):
    """Who has an account already needs no other."""


def join(user: User) -> None:
    """Make the account that this new user is to be.

    Raises:
        NameTaken
    """
    user.kind, user.login = "human", login_of(user.name)
    with _named(user):
        user.save(force_insert=True)


def upgrade(user_id: str, changes: Changes) -> None:
    """Make an account of a guest, who stays the same user with the same seats and tokens.

    Raises:
        NameTaken, NotAGuest, BadToken
    """
    with transaction.atomic():
        user = locked(user_id)
        if user.kind != "guest":
            raise NotAGuest
        user.kind = "human"
        _save(user, changes)


def change(shown: Token, changes: Changes, known: str | None) -> None:
    """Change what is kept of the user of this token; no other token survives a new password.

    Args:
        known: the hash of the password that was shown, for who changes it.

    Raises:
        NameTaken, WrongPassword, BadToken
    """
    with transaction.atomic():
        user = locked(shown.user_id)
        if "password" in changes:
            if user.password != known:
                raise WrongPassword
            revoke_others(shown)
        _save(user, changes)


def _save(user: User, changes: Changes) -> None:
    for name, value in changes.items():
        setattr(user, name, value)
    if user.kind == "human":
        user.login = login_of(user.name)
    with _named(user):
        user.save()


@contextmanager
def _named(user: User) -> Iterator[None]:
    """Only the database can see that two take a name at the same moment."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError:
        if User.objects.filter(login=user.login).exclude(id=user.id).exists():
            raise NameTaken from None
        raise
