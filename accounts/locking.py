"""Locking a user, so that changes to an account and its tokens happen one after the other."""

from accounts.authentication import BadToken
from accounts.models import User


def lock_user(user_id: str) -> User:
    """Return the current row of a user, locked until the transaction ends.

    Raises:
        BadToken: the account has just been erased or deactivated.
    """
    user = User.objects.select_for_update().filter(id=user_id, is_active=True).first()
    if user is None:
        raise BadToken("The account no longer exists.")
    return user
