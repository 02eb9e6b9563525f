"""Authentication by `Authorization: Bearer dxt_…`, the only way that is accepted."""

from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from accounts.models import Token, User


class BadToken(Exception):
    """The Authorization header has no valid token."""


def token_from_header(header: str | None) -> Token | None:
    """Return the token in an Authorization header; None without a header.

    Raises:
        BadToken: the header has another form, or its token is unknown, expired or revoked.
    """
    if header is None:
        return None
    scheme, _, secret = header.partition(" ")
    # Schemes are case-insensitive (RFC 9110).
    if scheme.lower() != "bearer":
        raise BadToken("Authorization must be the word Bearer, a space and the token.")
    token = Token.objects.find(secret.strip())
    if token is None:
        raise BadToken("The bearer token is unknown, expired or revoked.")
    return token


class BearerAuthentication(BaseAuthentication):
    """Bearer authentication for REST framework's views."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        try:
            token = token_from_header(request.headers.get("Authorization"))
        except BadToken as error:
            raise exceptions.AuthenticationFailed(str(error)) from None
        return (token.user, token) if token else None

    def authenticate_header(self, request: Request) -> str:
        # Without this header REST framework would turn a failed authentication into a 403 instead of a 401.
        return "Bearer"
