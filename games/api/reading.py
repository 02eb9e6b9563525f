"""Who gets which part of a match to read and to check: matches that are over belong to everybody."""

from django.http import HttpRequest

from games.api.budget import count
from games.api.thin import caller
from games.matches.match_access import NoSuchMatch
from games.protocol.problems import Problem
from games.protocol.scopes import AUTHENTICATION_REQUIRED
from games.records.writing import Extent, extent


def readable(request: HttpRequest, match_id: str) -> Extent:
    """What the caller gets: with a token all that they may see; without one, so that a browser can show it, matches
    that are over and not private.

    Raises:
        Problem, BadToken, NoSuchMatch
    """
    if "Authorization" in request.headers:
        return extent(match_id, caller(request, "history:read").id)
    count(request, "history:read", None)
    try:
        found = extent(match_id, None)
    except NoSuchMatch:
        raise Problem("unauthenticated", AUTHENTICATION_REQUIRED) from None
    if not found.over:
        raise Problem("unauthenticated", AUTHENTICATION_REQUIRED)
    return found
