"""Views for guests, accounts, and the caller's own account."""

from django.db import transaction
from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import registration
from accounts.authentication import BadToken
from accounts.locking import lock_user
from accounts.models import SCOPES, Token, User
from accounts.token_cache import account_changed
from games.api.current_password import verify_current_password, verify_for_change
from games.api.drf import require_token_scopes
from games.api.plain_views import PRIVATE_HEADERS
from games.api.response_schemas import UserAnswer
from games.api.strict_views import StrictAPIView, parse_body, user_of
from games.eventlog.part_erasure import empty_write_ahead_log
from games.matches.erasure import erase_account
from games.protocol.command_bodies import GuestBody
from games.protocol.identity_bodies import AccountBody, ConfirmedBody, MeBody, UpgradeBody
from games.protocol.identity_validation import (
    validate_and_hash_password,
    validate_display_name,
    validate_email_address,
    validate_login_name,
)

NO_STORE_HEADERS = {"Cache-Control": "no-store"}
ALL_SCOPES = " ".join(SCOPES)
"""Every scope, separated by spaces.

Changing or erasing an account needs all of them: a token issued to a script must not be able to erase its owner.
"""


class GuestsView(StrictAPIView):
    """Creates a guest, with a token that has every scope: one call is enough to start playing."""

    def post(self, request: Request) -> Response:
        return _new_user_response(User.objects.create_guest(validate_display_name(parse_body(request, GuestBody).name)))


class AccountsView(StrictAPIView):
    """Creates an account with a password, so that its owner can log in from anywhere."""

    def post(self, request: Request) -> Response:
        payload = parse_body(request, AccountBody)
        user = User(name=validate_login_name(payload.name), email=validate_email_address(payload.email))
        user.password = validate_and_hash_password(payload.password, user)
        registration.register_user(user)
        return _new_user_response(user)


class GuestUpgradeView(StrictAPIView):
    """Turns a guest into an account. The user keeps the same ID, seats and tokens."""

    scopes = {"POST": ALL_SCOPES}

    def post(self, request: Request) -> Response:
        payload, token = parse_body(request, UpgradeBody), require_token_scopes(request, ALL_SCOPES)
        # Checked again under the lock; here it saves hashing the password, which is slow.
        if token.user.kind != "guest":
            raise registration.NotAGuest
        changes: dict[str, str | None] = {"name": validate_login_name(payload.name or token.user.name)}
        if payload.email is not None:
            changes["email"] = validate_email_address(payload.email)
        # An unsaved user: a password must not resemble the name and the address as they will be.
        changes["password"] = validate_and_hash_password(payload.password, User(**changes))
        registration.upgrade(token.user_id, changes)
        return _me_response(token)


class MeView(StrictAPIView):
    """Shows, changes or erases the token's user."""

    scopes = {"GET": "match:read", "PATCH": ALL_SCOPES, "DELETE": ALL_SCOPES}

    def get(self, request: Request) -> Response:
        return _me_response(require_token_scopes(request, "match:read"))

    def patch(self, request: Request) -> Response:
        """Change the name, the e-mail address or the password."""
        payload, token = parse_body(request, MeBody), require_token_scopes(request, ALL_SCOPES)
        changes: dict[str, str | None] = {}
        if payload.name is not UNSET:
            changes["name"] = (validate_display_name if token.user.kind == "guest" else validate_login_name)(
                payload.name
            )
        if payload.email is not UNSET:
            changes["email"] = validate_email_address(payload.email)
        user = verify_for_change(request, token.user, payload)
        if payload.password is not None:
            # The new password is checked for similarity with the name and the address as they will be.
            changed_user = User(**{"name": user.name, "email": user.email, **changes})
            changes["password"] = validate_and_hash_password(payload.password, changed_user)
        # With the hash from before the lock: a change that comes in between must fail this one (see `update_user`).
        registration.update_user(token, changes, user.password)
        return _me_response(token)

    def delete(self, request: Request) -> Response:
        """Erase the caller; return in how many matches there was something to erase.

        The matches come first: if that fails half-way, the token still works and the request can be repeated.
        """
        user = verify_current_password(request, user_of(request), parse_body(request, ConfirmedBody).current_password)
        account = user.id
        erased_match_count = erase_account(account)
        with transaction.atomic():
            lock_user(account).delete()
            account_changed(account)
        # Again, for commands that arrived while the token was still valid, such as one that joined another match.
        erased_match_count = max(erased_match_count, erase_account(account))
        empty_write_ahead_log()
        return Response({"matches": erased_match_count}, headers=NO_STORE_HEADERS)


def _new_user_response(user: User) -> Response:
    token, secret = Token.objects.issue(user)
    content = {"user": serialize_user(user), "token": secret, "scopes": token.scopes, "expires_at": token.expires_at}
    return Response(content, status=201, headers=NO_STORE_HEADERS)


def _me_response(presented_token: Token) -> Response:
    """Return the caller's own account, read again so that it includes the change just made."""
    token = Token.objects.select_related("user").filter(id=presented_token.id).first()
    if token is None:
        raise BadToken("The bearer token has just been revoked.")
    private_fields = {"email": token.user.email, "scopes": token.scopes, "expires_at": token.expires_at}
    return Response({**serialize_user(token.user), **private_fields}, headers=PRIVATE_HEADERS)


def serialize_user(user: User) -> UserAnswer:
    """Return a user as other users may see it."""
    return {"id": user.id, "name": user.name, "kind": user.kind}  # type: ignore[typeddict-item]  # the model's choices
