"""What a token is good for, for every door alike."""

from accounts.models import Token
from games.protocol.problems import Problem

AUTHENTICATION_REQUIRED = "A bearer token is needed, as in Authorization: Bearer dxt_…; POST /guests gives one."


def require_scopes(token: Token | None, scopes: str) -> Token:
    """The token that was shown, if it is good for all of these scopes.

    Raises:
        Problem: it lacks one, or there is none.
    """
    if token is None:
        raise Problem("unauthenticated", AUTHENTICATION_REQUIRED)
    for scope in scopes.split():
        if scope not in token.scopes:
            raise Problem("missing_scope", f"The token lacks the scope {scope}.", required_scope=scope)
    return token
