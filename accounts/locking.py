"""One person's account and tokens change one after the other."""

from accounts.authentication import BadToken
from accounts.models import User


def lock_user(user_id: str) -> User:
    """The user as they are now, locked until the transaction ends.

    Raises:
        BadToken: somebody has just been erased or sent away.
    """
    user = User.objects.select_for_update().filter(id=user_id, is_active=True).first()
    if user is None:
        raise BadToken("The account is gone.")
    return user
