"""Authentication by `Authorization: Bearer dxt_…`, the only way that is accepted."""

from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from accounts.models import Token, User
from accounts.token_cache import TOKEN_CACHE

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing. They may trust a token that was read a moment ago."""


class BadToken(Exception):
    """The Authorization header has no valid token."""


def token_from_header(header: str | None, *, may_be_cached: bool = False) -> Token | None:
    """Return the token in an Authorization header; None without a header.

    Args:
        may_be_cached: whether the token and its user's name may be as they were up to two seconds ago, if this process
            hasn't heard of a change. Not for what is written down with the name, or what needs a password.

    Raises:
        BadToken: the header has another form, or its token is unknown, expired or revoked.
    """
    if header is None:
        return None
    secret = _bearer_secret(header)
    token = (TOKEN_CACHE if may_be_cached else Token.objects).find(secret)
    if token is None:
        raise BadToken("The bearer token is unknown, expired or revoked.")
    return token


def peek_token(header: str) -> Token | None:
    """Return the token in an Authorization header if this process remembers it; asks no database and never waits.

    Raises:
        BadToken: the header has another form.
    """
    return TOKEN_CACHE.peek(_bearer_secret(header))


def _bearer_secret(header: str) -> str:
    scheme, _, secret = header.partition(" ")
    # Schemes are case-insensitive (RFC 9110).
    if scheme.lower() != "bearer":
        raise BadToken("Authorization must be the word Bearer, a space and the token.")
    return secret.strip()


class BearerAuthentication(BaseAuthentication):
    """Bearer authentication for REST framework's views."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        try:
            # Writes on REST framework's views open matches under the user's name, or change tokens and accounts.
            token = token_from_header(
                request.headers.get("Authorization"), may_be_cached=request.method in SAFE_METHODS
            )
        except BadToken as error:
            raise exceptions.AuthenticationFailed(str(error)) from None
        return (token.user, token) if token else None

    def authenticate_header(self, request: Request) -> str:
        # Without this header REST framework would turn a failed authentication into a 403 instead of a 401.
        return "Bearer"
