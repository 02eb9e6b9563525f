"""Tokens: logging in, deriving tokens for scripts and bots, and revoking them."""

from datetime import timedelta
from functools import partial
from typing import Any

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import tokens
from accounts.models import SCOPES, Token
from accounts.tokens import TokenRequest
from games.api.account_views import ALL_SCOPES, NO_STORE_HEADERS, serialize_user
from games.api.answer_once import answer_once, repeatable_request
from games.api.current_password import verify_current_password
from games.api.drf import require_token_scopes
from games.api.login_throttle import authenticate_password
from games.api.plain_views import PRIVATE_HEADERS
from games.api.strict_views import StrictAPIView, parse_body, user_of
from games.matches.stored_answers import Answer
from games.protocol.identity_bodies import ConfirmedBody, TokenBody
from games.protocol.identity_validation import validate_token_label
from games.protocol.problems import Problem
from games.protocol.strict_parsing import field_problem


class TokenListView(StrictAPIView):
    # POST isn't listed: logging in with name and password needs no token.
    scopes = {"GET": "match:read", "DELETE": ALL_SCOPES}

    def get(self, request: Request) -> Response:
        """Return the caller's tokens, newest first."""
        current_token_id = require_token_scopes(request, "match:read").id
        own_tokens = tokens.valid_tokens(user_of(request)).order_by("-created_at", "id")
        return Response(
            {"results": [serialize_token(token, current_token_id) for token in own_tokens]}, headers=PRIVATE_HEADERS
        )

    def post(self, request: Request) -> Response:
        """Issue a token for a name and its password, or derive one from the request's token."""
        payload = parse_body(request, TokenBody)
        for field, other in (("name", payload.password), ("password", payload.name)):
            if getattr(payload, field) is None and other is not None:
                raise field_problem(f"/{field}", "missing_field", "`name` and `password` must be given together.")
        lifetime = None if payload.expires_in is None else timedelta(seconds=payload.expires_in)
        token_request = TokenRequest(
            scopes=payload.scopes or SCOPES, label=validate_token_label(payload.label), lifetime=lifetime
        )
        if payload.name is not None and payload.password is not None:
            user = authenticate_password(request, payload.name, payload.password)
            caller, issue = user.id, partial(tokens.issue_by_password, user, token_request)
        else:
            # The parent must have the scopes that the body names; if it names none, the token gets those of the parent.
            parent_token = require_token_scopes(request, " ".join(("match:read", *(payload.scopes or ()))))
            # Not the account: another of its tokens, with fewer scopes, must not get this answer.
            caller, issue = parent_token.id, partial(tokens.issue_by_token, parent_token, token_request)
        # The password was verified, in a repeated request as well.
        repeatable = repeatable_request(request, payload, caller=caller, passwords=("password",))

        def issue_token() -> Answer:
            token, secret = issue()
            content = msgspec.json.encode(_serialize_new_token(token, secret))
            return Answer(content=content, user=token.user, token_id=token.id)

        content = answer_once(repeatable, lambda: issue_token)
        return Response(content, status=201, headers=NO_STORE_HEADERS)

    def delete(self, request: Request) -> Response:
        """Revoke all of the caller's tokens except the request's."""
        token = require_token_scopes(request, ALL_SCOPES)
        verify_current_password(request, token.user, parse_body(request, ConfirmedBody).current_password)
        tokens.revoke_others(token)
        return Response(status=204, headers=NO_STORE_HEADERS)


class TokenView(StrictAPIView):
    def delete(self, request: Request, token_id: str) -> Response:
        """Revoke a token. Every token may revoke itself; for another one all scopes are needed."""
        current_token = require_token_scopes(request, "")
        if token_id != current_token.id:
            require_token_scopes(request, ALL_SCOPES)
        if not tokens.revoke(current_token.user, token_id):
            raise Problem("not_found")
        return Response(status=204, headers=NO_STORE_HEADERS)


def serialize_token(token: Token, current_token_id: str) -> dict[str, Any]:
    """Return a token as its owner sees it, without the secret."""
    return {
        "id": token.id,
        "label": token.label,
        "scopes": token.scopes,
        "created_at": token.created_at,
        "expires_at": token.expires_at,
        "made_by": token.made_by_id,
        "current": token.id == current_token_id,
    }


def _serialize_new_token(token: Token, secret: str) -> dict[str, Any]:
    return {
        "id": token.id,
        "user": serialize_user(token.user),
        "token": secret,
        "scopes": token.scopes,
        "label": token.label,
        "expires_at": token.expires_at,
    }
