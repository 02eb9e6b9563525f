"""Scope checks, the same for REST and WebSocket."""

from accounts.models import Token
from games.protocol.problems import Problem

AUTHENTICATION_REQUIRED = "A bearer token is required, as in Authorization: Bearer dxt_…; POST /guests issues one."


def require_scopes(token: Token | None, scopes: str) -> Token:
    """Return the token if it has all of these scopes, which are separated by spaces.

    Raises:
        Problem: `unauthenticated` if there is no token, `missing_scope` if it lacks one.
    """
    if token is None:
        raise Problem("unauthenticated", AUTHENTICATION_REQUIRED)
    for scope in scopes.split():
        if scope not in token.scopes:
            raise Problem("missing_scope", f"The token lacks the scope {scope}.", required_scope=scope)
    return token
