"""Tokens: logging in, making some for scripts and bots, and giving them up."""

from datetime import timedelta
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from accounts import tokens
from accounts.models import SCOPES, Token
from accounts.tokens import Wish
from games.api.accounts import NO_STORE, WHOLE, told
from games.api.door import Door, body, user_of
from games.api.login import proven
from games.api.rest import good_for
from games.api.thin import PRIVATE
from games.protocol.identity_bodies import TokenBody
from games.protocol.identity_validation import validate_token_label
from games.protocol.problems import Problem
from games.protocol.strict_parsing import field_problem


class Tokens(Door):
    scopes = {"GET": "match:read", "DELETE": WHOLE}

    def get(self, request: Request) -> Response:
        """The caller's tokens, the newest first."""
        current = good_for(request, "match:read").id
        found = tokens.good_tokens(user_of(request)).order_by("-created_at", "id")
        return Response({"results": [line(token, current) for token in found]}, headers=PRIVATE)

    def post(self, request: Request) -> Response:
        """A token for who knows a name's password, or made by the one that the request shows."""
        asked = body(request, TokenBody)
        for field, other in (("name", asked.password), ("password", asked.name)):
            if getattr(asked, field) is None and other is not None:
                raise field_problem(
                    f"/{field}", "missing_field", "A name comes with its password, and that with its name."
                )
        lasts = None if asked.expires_in is None else timedelta(seconds=asked.expires_in)
        wish = Wish(scopes=asked.scopes or SCOPES, label=validate_token_label(asked.label), lasts=lasts)
        if asked.name is not None and asked.password is not None:
            token, secret = tokens.by_password(proven(request, asked.name, asked.password), wish)
        else:
            # What isn't named need not be had; what is must be.
            shown = good_for(request, " ".join(("match:read", *(asked.scopes or ()))))
            token, secret = tokens.by_token(shown, wish)
        return Response(_made(token, secret), status=201, headers=NO_STORE)

    def delete(self, request: Request) -> Response:
        """Revoke all tokens of the caller but this one."""
        tokens.revoke_others(good_for(request, WHOLE))
        return Response(status=204, headers=NO_STORE)


class OneToken(Door):
    def delete(self, request: Request, token_id: str) -> Response:
        """Revoke a token; every token may revoke itself."""
        shown = good_for(request, "")
        if token_id != shown.id:
            good_for(request, WHOLE)
        if not tokens.revoke(shown.user, token_id):
            raise Problem("not_found")
        return Response(status=204, headers=NO_STORE)


def line(token: Token, current: str) -> dict[str, Any]:
    """A token as its owner sees it."""
    return {
        "id": token.id,
        "label": token.label,
        "scopes": token.scopes,
        "created_at": token.created_at,
        "expires_at": token.expires_at,
        "made_by": token.made_by_id,
        "current": token.id == current,
    }


def _made(token: Token, secret: str) -> dict[str, Any]:
    return {
        "id": token.id,
        "user": told(token.user),
        "token": secret,
        "scopes": token.scopes,
        "label": token.label,
        "expires_at": token.expires_at,
    }
