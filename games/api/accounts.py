"""Guests and accounts, and who I am."""

from django.db import transaction
from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import joining
from accounts.authentication import BadToken
from accounts.locked import locked
from accounts.models import SCOPES, Token, User
from accounts.tokens import WrongPassword
from games.api.answers import UserAnswer
from games.api.door import Door, body, user_of
from games.api.login import proven
from games.api.rest import good_for
from games.api.thin import PRIVATE
from games.matches.erasure import erase_account
from games.protocol.command_bodies import GuestBody
from games.protocol.identity_bodies import AccountBody, MeBody, UpgradeBody
from games.protocol.identity_validation import (
    validate_and_hash_password,
    validate_display_name,
    validate_email_address,
    validate_login_name,
)
from games.protocol.strict_parsing import field_problem

NO_STORE = {"Cache-Control": "no-store"}
WHOLE = " ".join(SCOPES)
"""Who one is may be changed only with every scope: a token that was made for a program must not erase its owner."""


class Guests(Door):
    """Play within one call: a guest, with a token for everything a guest may do."""

    def post(self, request: Request) -> Response:
        return _welcomed(User.objects.guest(validate_display_name(body(request, GuestBody).name)))


class Accounts(Door):
    """The same with a password, so that one can come back from anywhere."""

    def post(self, request: Request) -> Response:
        asked = body(request, AccountBody)
        user = User(name=validate_login_name(asked.name), email=validate_email_address(asked.email))
        user.password = validate_and_hash_password(asked.password, user)
        joining.join(user)
        return _welcomed(user)


class Upgrade(Door):
    """A guest becomes an account, and stays the same user with the same seats and tokens."""

    scopes = {"POST": WHOLE}

    def post(self, request: Request) -> Response:
        asked, token = body(request, UpgradeBody), good_for(request, WHOLE)
        if token.user.kind != "guest":
            raise joining.NotAGuest
        changes: dict[str, str | None] = {"name": validate_login_name(asked.name or token.user.name)}
        if asked.email is not None:
            changes["email"] = validate_email_address(asked.email)
        changes["password"] = validate_and_hash_password(asked.password, User(**changes))
        joining.upgrade(token.user_id, changes)
        return _me(token)


class Me(Door):
    """Who the token belongs to, as long as that may be known."""

    scopes = {"GET": "match:read", "PATCH": WHOLE, "DELETE": WHOLE}

    def get(self, request: Request) -> Response:
        return _me(good_for(request, "match:read"))

    def patch(self, request: Request) -> Response:
        """Another name, e-mail address or password."""
        asked, token = body(request, MeBody), good_for(request, WHOLE)
        changes: dict[str, str | None] = {}
        if asked.name is not UNSET:
            changes["name"] = (validate_display_name if token.user.kind == "guest" else validate_login_name)(asked.name)
        if asked.email is not UNSET:
            changes["email"] = validate_email_address(asked.email)
        known = None
        if asked.password is not None or asked.current_password is not None:
            user = _present(request, token.user, asked)
            known, new = user.password, User(**{"name": user.name, "email": user.email, **changes})
            changes["password"] = validate_and_hash_password(asked.password or "", new)
        joining.change(token, changes, known)
        return _me(token)

    def delete(self, request: Request) -> Response:
        """Forget the caller: the matches first, while the token can ask for more; then the account with its tokens."""
        account = user_of(request).id
        erased = erase_account(account)
        with transaction.atomic():
            locked(account).delete()
        # Once more, for what was sent while the token was still good.
        return Response({"matches": max(erased, erase_account(account))}, headers=NO_STORE)


def _present(request: Request, user: User, asked: MeBody) -> User:
    """The user, who has shown the present password beside a new one."""
    if user.kind == "guest":
        raise field_problem("/password", "no_account", "A guest has no password; POST /me/upgrade gives one.")
    for field in ("password", "current_password"):
        if getattr(asked, field) is None:
            raise field_problem(
                f"/{field}", "missing_field", "A new password comes with the present one, and it with that."
            )
    try:
        return proven(request, user.login or "", asked.current_password or "")
    except WrongPassword:
        raise field_problem("/current_password", "wrong_password", "This is not the present password.") from None


def _welcomed(user: User) -> Response:
    token, secret = Token.objects.issue(user)
    content = {"user": told(user), "token": secret, "scopes": token.scopes, "expires_at": token.expires_at}
    return Response(content, status=201, headers=NO_STORE)


def _me(shown: Token) -> Response:
    """What the caller is told of themselves, as it is now."""
    token = Token.objects.select_related("user").filter(id=shown.id).first()
    if token is None:
        raise BadToken("The bearer token has just been revoked.")
    known = {"email": token.user.email, "scopes": token.scopes, "expires_at": token.expires_at}
    return Response({**told(token.user), **known}, headers=PRIVATE)


def told(user: User) -> UserAnswer:
    """A user as clients see it."""
    return {"id": user.id, "name": user.name, "kind": user.kind}  # type: ignore[typeddict-item]  # the model's choices
