"""Who gets which part of a match to read and to check: matches that are over belong to everybody."""

from django.http import HttpRequest

from games.api.plain_views import authenticate_user
from games.api.throttle import charge
from games.matches.match_access import NoSuchMatch
from games.protocol.problems import Problem
from games.protocol.scopes import AUTHENTICATION_REQUIRED
from games.records.export import RecordExtent, extent_for_account


def authorize_record_access(request: HttpRequest, match_id: str) -> RecordExtent:
    """What the caller gets: with a token all that they may see; without one, so that a browser can show it, matches
    that are over and not private.

    Raises:
        Problem, BadToken, NoSuchMatch
    """
    if "Authorization" in request.headers:
        return extent_for_account(match_id, authenticate_user(request, "history:read").id)
    charge(request, "history:read", None)
    try:
        visible_extent = extent_for_account(match_id, None)
    except NoSuchMatch:
        raise Problem("unauthenticated", AUTHENTICATION_REQUIRED) from None
    if not visible_extent.over:
        raise Problem("unauthenticated", AUTHENTICATION_REQUIRED)
    return visible_extent
