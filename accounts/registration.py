"""Creating accounts, upgrading guests to accounts, and changing accounts."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TypeAlias

from django.db import IntegrityError, transaction

from accounts.locking import locked_user
from accounts.models import Token, User
from accounts.names import normalize_login
from accounts.token_cache import account_changed
from accounts.tokens import WrongPassword, revoke_others

UserChanges: TypeAlias = Mapping[str, str | None]
"""Fields of a user to change: `name`, `email`, and `password`, which is already hashed.

Hashing is slow, so it is done before the user's row is locked.
"""


class NameTaken(Exception):
    """Another account has this name."""


class NotAGuest(Exception):
    """The user already has an account."""


def register_user(user: User) -> None:
    """Save a new user as an account.

    Raises:
        NameTaken: another account has this name.
    """
    user.kind, user.login = "human", normalize_login(user.name)
    with _raising_name_taken(user):
        user.save(force_insert=True)


def upgrade(user_id: str, changes: UserChanges) -> None:
    """Turn a guest into an account. The user keeps the same ID, seats and tokens.

    Raises:
        NameTaken: another account has this name.
        NotAGuest: the user already has an account.
        BadToken: the user no longer exists.
    """
    with locked_user(user_id) as user:
        if user.kind != "guest":
            raise NotAGuest
        user.kind = "human"
        _apply_changes(user, changes)


def update_user(bearer_token: Token, changes: UserChanges, known_password_hash: str | None) -> None:
    """Change the token's user. A new password revokes all of the user's other tokens.

    Args:
        known_password_hash: the hash against which the current password was verified; not needed for a guest.

    Raises:
        NameTaken: another account has this name.
        WrongPassword: the password was changed after it was verified.
        BadToken: the user no longer exists.
    """
    with locked_user(bearer_token.user_id) as user:
        # The current password was verified before the lock, because hashing is slow. Of two concurrent changes the
        # second must fail: it was verified against a password that is no longer valid.
        if changes and user.kind != "guest" and user.password != known_password_hash:
            raise WrongPassword
        if "password" in changes:
            revoke_others(bearer_token)
        _apply_changes(user, changes)


def _apply_changes(user: User, changes: UserChanges) -> None:
    for name, value in changes.items():
        setattr(user, name, value)
    if user.kind == "human":
        user.login = normalize_login(user.name)
    with _raising_name_taken(user):
        user.save()
    account_changed(user.id)


@contextmanager
def _raising_name_taken(user: User) -> Iterator[None]:
    """Turn a violation of the unique login into `NameTaken`.

    There is no check before writing: only the database can see that two users take a name at the same moment.
    """
    try:
        # A savepoint if there is an outer transaction, in which PostgreSQL would refuse further queries after an error.
        with transaction.atomic():
            yield
    except IntegrityError:
        if User.objects.filter(login=user.login).exclude(id=user.id).exists():
            raise NameTaken from None
        raise
