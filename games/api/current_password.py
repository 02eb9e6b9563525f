"""The current password, which an account's owner has to give again to change, erase or lock out the account.

A stolen token isn't enough for that. Guests have no password, so their token is.
"""

from msgspec import UNSET
from rest_framework.request import Request

from accounts.models import User
from accounts.tokens import WrongPassword
from games.api.login_throttle import authenticate_password
from games.protocol.identity_bodies import MeBody
from games.protocol.strict_parsing import field_problem


def verify_for_change(request: Request, user: User, payload: MeBody) -> User:
    """Return the user after verifying the current password, which a change of an account has to come with.

    Raises:
        Problem: as `verify_current_password`, or `invalid` for a password of a guest or without a new value.
    """
    if user.kind == "guest" and (payload.password, payload.current_password) != (None, None):
        raise field_problem("/password", "no_account", "A guest has no password; POST /me/upgrade sets one.")
    if payload.name is UNSET and payload.email is UNSET and payload.password is None:
        if payload.current_password is None:
            return user
        raise field_problem("/password", "missing_field", "`current_password` is for a change; there is none.")
    return verify_current_password(request, user, payload.current_password)


def verify_current_password(request: Request, user: User, password: str | None) -> User:
    """Return the user, read again, after verifying the current password; guests need none.

    Raises:
        Problem: `invalid`, if the password is missing or wrong, or the user is a guest, who has none;
            `too_many_requests` or `unavailable` as for a login.
    """
    has_password = user.kind != "guest" and user.has_usable_password()
    if password is None and not has_password:
        return user
    if user.kind == "guest":
        raise field_problem("/current_password", "no_account", "A guest has no password.")
    if password is None:
        raise field_problem("/current_password", "missing_field", "The account's current password is needed for this.")
    try:
        # Counted like a login, so that a stolen token can't be used to guess the password.
        return authenticate_password(request, user.login or "", password)
    except WrongPassword:
        raise field_problem("/current_password", "wrong_password", "This is not the current password.") from None
