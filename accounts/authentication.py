"""How a request says who it is from: `Authorization: Bearer dxt_…`, and in no other way."""

from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from accounts.models import Token, User


class BadToken(Exception):
    """The request shows something that isn't a good token."""


def token_from_header(header: str | None) -> Token | None:
    """The token that an Authorization header shows; None without a header.

    Raises:
        BadToken: it shows something else, or a token that is unknown, expired or revoked.
    """
    if header is None:
        return None
    scheme, _, secret = header.partition(" ")
    if scheme.lower() != "bearer":
        raise BadToken("Authorization has to be the word Bearer, a space, and the token.")
    token = Token.objects.find(secret.strip())
    if token is None:
        raise BadToken("The bearer token is unknown, expired or revoked.")
    return token


class BearerAuthentication(BaseAuthentication):
    """The same for REST framework's views."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        try:
            token = token_from_header(request.headers.get("Authorization"))
        except BadToken as error:
            raise exceptions.AuthenticationFailed(str(error)) from None
        return (token.user, token) if token else None

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"
