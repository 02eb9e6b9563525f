"""Views for guests, accounts, and the caller's own account."""

from typing import Any

import msgspec
from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import registration
from accounts.authentication import BadToken
from accounts.locking import locked_user
from accounts.models import SCOPES, Token, User
from accounts.token_cache import account_changed
from games.api.answer_once import Effect, answer_once, check_password_of_repetition, repeatable_request
from games.api.current_password import verify_current_password, verify_for_change
from games.api.drf import require_token_scopes
from games.api.plain_views import PRIVATE_HEADERS
from games.api.response_schemas import UserAnswer
from games.api.strict_views import StrictAPIView, parse_body, user_of
from games.eventlog.part_erasure import empty_write_ahead_log
from games.matches.erasure import erase_account
from games.matches.stored_answers import Answer
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
        payload = parse_body(request, GuestBody)
        name = validate_display_name(payload.name)

        def create_guest() -> Answer:
            return _new_user_answer(User.objects.create_guest(name))

        content = answer_once(repeatable_request(request, payload), lambda: create_guest)
        return Response(content, status=201, headers=NO_STORE_HEADERS)


class AccountsView(StrictAPIView):
    """Creates an account with a password, so that its owner can log in from anywhere."""

    def post(self, request: Request) -> Response:
        payload = parse_body(request, AccountBody)
        user = User(name=validate_login_name(payload.name), email=validate_email_address(payload.email))

        def prepare() -> Effect:
            user.password = validate_and_hash_password(payload.password, user)
            return register

        def register() -> Answer:
            registration.register_user(user)
            return _new_user_answer(user)

        content = answer_once(
            repeatable_request(request, payload, passwords=("password",)),
            prepare,
            check_repetition=lambda account: check_password_of_repetition(request, account, payload.password),
        )
        return Response(content, status=201, headers=NO_STORE_HEADERS)


class GuestUpgradeView(StrictAPIView):
    """Turns a guest into an account. The user keeps the same ID, seats and tokens."""

    scopes = {"POST": ALL_SCOPES}

    def post(self, request: Request) -> Response:
        payload, token = parse_body(request, UpgradeBody), require_token_scopes(request, ALL_SCOPES)
        repeatable = repeatable_request(request, payload, caller=token.user_id, passwords=("password",))

        def prepare() -> Effect:
            # Checked again under the lock; here it saves hashing the password, which is slow.
            if token.user.kind != "guest":
                raise registration.NotAGuest
            changes: dict[str, str | None] = {"name": validate_login_name(payload.name or token.user.name)}
            if payload.email is not None:
                changes["email"] = validate_email_address(payload.email)
            # An unsaved user: a password must not resemble the name and the address as they will be.
            changes["password"] = validate_and_hash_password(payload.password, User(**changes))
            return lambda: upgrade(changes)

        def upgrade(changes: registration.UserChanges) -> Answer:
            registration.upgrade(token.user_id, changes)
            return Answer(content=msgspec.json.encode(_serialize_me(token)), user=token.user)

        content = answer_once(
            repeatable,
            prepare,
            check_repetition=lambda account: check_password_of_repetition(request, account, payload.password),
        )
        return Response(content, headers=PRIVATE_HEADERS)


class MeView(StrictAPIView):
    """Shows, changes or erases the token's user."""

    scopes = {"GET": "match:read", "PATCH": ALL_SCOPES, "DELETE": ALL_SCOPES}

    def get(self, request: Request) -> Response:
        return Response(_serialize_me(require_token_scopes(request, "match:read")), headers=PRIVATE_HEADERS)

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
        return Response(_serialize_me(token), headers=PRIVATE_HEADERS)

    def delete(self, request: Request) -> Response:
        """Erase the caller; return in how many matches there was something to erase.

        The matches come first: if that fails half-way, the token still works and the request can be repeated.
        """
        user = verify_current_password(request, user_of(request), parse_body(request, ConfirmedBody).current_password)
        account = user.id
        erased_match_count = erase_account(account)
        with locked_user(account) as current:
            current.delete()
            account_changed(account)
        # Again, for commands that arrived while the token was still valid, such as one that joined another match.
        erased_match_count = max(erased_match_count, erase_account(account))
        empty_write_ahead_log()
        return Response({"matches": erased_match_count}, headers=NO_STORE_HEADERS)


def _new_user_answer(user: User) -> Answer:
    token, secret = Token.objects.issue(user)
    content = {"user": serialize_user(user), "token": secret, "scopes": token.scopes, "expires_at": token.expires_at}
    return Answer(content=msgspec.json.encode(content), user=user, token_id=token.id)


def _serialize_me(presented_token: Token) -> dict[str, Any]:
    """Return the caller's own account, read again so that it includes the change just made."""
    token = Token.objects.select_related("user").filter(id=presented_token.id).first()
    if token is None:
        raise BadToken("The bearer token has just been revoked.")
    private_fields = {"email": token.user.email, "scopes": token.scopes, "expires_at": token.expires_at}
    return {**serialize_user(token.user), **private_fields}


def serialize_user(user: User) -> UserAnswer:
    """Return a user as other users may see it."""
    return {"id": user.id, "name": user.name, "kind": user.kind}  # type: ignore[typeddict-item]  # the model's choices
