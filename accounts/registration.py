"""Becoming an account, at once or out of a guest, and changing what one has said then."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TypeAlias

from django.db import IntegrityError, transaction

from accounts.locking import lock_user
from accounts.models import Token, User
from accounts.names import normalize_login
from accounts.tokens import WrongPassword, revoke_others

UserChanges: TypeAlias = Mapping[str, str | None]
"""Fields of a user that change: `name`, `email`, and `password`, which is hashed already, for that takes its time."""


class NameTaken(Exception):
    """Somebody else has an account of this name."""


class NotAGuest(Exception):
    """Who has an account already needs no other."""


def register(user: User) -> None:
    """Make the account that this new user is to be.

    Raises:
        NameTaken
    """
    user.kind, user.login = "human", normalize_login(user.name)
    with _raising_name_taken(user):
        user.save(force_insert=True)


def upgrade(user_id: str, changes: UserChanges) -> None:
    """Make an account of a guest, who stays the same user with the same seats and tokens.

    Raises:
        NameTaken, NotAGuest, BadToken
    """
    with transaction.atomic():
        user = lock_user(user_id)
        if user.kind != "guest":
            raise NotAGuest
        user.kind = "human"
        _apply_changes(user, changes)


def update_user(bearer_token: Token, changes: UserChanges, known_password_hash: str | None) -> None:
    """Change what is kept of the user of this token; no other token survives a new password.

    Args:
        known: the hash of the password that was shown, for who changes it.

    Raises:
        NameTaken, WrongPassword, BadToken
    """
    with transaction.atomic():
        user = lock_user(bearer_token.user_id)
        if "password" in changes:
            if user.password != known_password_hash:
                raise WrongPassword
            revoke_others(bearer_token)
        _apply_changes(user, changes)


def _apply_changes(user: User, changes: UserChanges) -> None:
    for name, value in changes.items():
        setattr(user, name, value)
    if user.kind == "human":
        user.login = normalize_login(user.name)
    with _raising_name_taken(user):
        user.save()


@contextmanager
def _raising_name_taken(user: User) -> Iterator[None]:
    """Only the database can see that two take a name at the same moment."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError:
        if User.objects.filter(login=user.login).exclude(id=user.id).exists():
            raise NameTaken from None
        raise
