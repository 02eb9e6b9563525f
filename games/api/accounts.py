"""Guests, and who I am."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Token, User
from games.api.door import Door, body, user_of
from games.table.forget import forget
from games.wire.bodies import GuestBody
from games.wire.words import visible


class Guests(Door):
    """Play within one call: a guest, with a token for everything a guest may do."""

    def post(self, request: Request) -> Response:
        name = visible(body(request, GuestBody).name, "/name", 40)
        user = User.objects.guest(name)
        token, secret = Token.objects.issue(user)
        content = {"user": told(user), "token": secret, "scopes": token.scopes, "expires_at": token.expires_at}
        return Response(content, status=201, headers={"Cache-Control": "no-store"})


class Me(Door):
    """Who the token belongs to, as long as that may be known."""

    scopes = {"GET": "match:read", "DELETE": "match:play"}

    def get(self, request: Request) -> Response:
        return Response(told(user_of(request)), headers={"Cache-Control": "private, no-store"})

    def delete(self, request: Request) -> Response:
        """Forget the caller: the matches first, while the token can ask for more; then the account with its tokens."""
        user = user_of(request)
        account = user.id
        erased = forget(account)
        user.delete()
        # Once more, for what was sent while the token was still good.
        return Response({"matches": max(erased, forget(account))}, headers={"Cache-Control": "no-store"})


def told(user: User) -> dict[str, Any]:
    """A user as clients see it."""
    return {"id": user.id, "name": user.name, "kind": user.kind}
