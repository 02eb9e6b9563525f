"""Access control for records and audits. Finished matches that aren't private are open to everybody."""

from django.http import HttpRequest

from games.api.plain_views import authenticate
from games.api.throttle import charge
from games.eventlog.unreadable_logs import UnreadableLog
from games.matches.match_access import NoSuchMatch
from games.projections.models import MatchRow
from games.protocol.problems import Problem
from games.protocol.scopes import AUTHENTICATION_REQUIRED
from games.records.export import RecordExtent, extent_for_account


def is_open_to_all(match_id: str) -> bool:
    """Return whether the read models say that a match is over and not private, where its log can't be read."""
    return (
        MatchRow.objects.filter(match_id=match_id, status__in=("over", "abandoned"))
        .exclude(visibility="private")
        .exists()
    )


def authorize_record_access(request: HttpRequest, match_id: str) -> RecordExtent:
    """Return how much of the match's record the caller may have.

    With a token that is everything they may see. Without one, so that a browser can show an audit, only matches that
    are over and not private are available.

    Raises:
        Problem: `unauthenticated`, `missing_scope` or `too_many_requests`.
        BadToken: the Authorization header has no valid token.
        NoSuchMatch: there is none that the token's user may see.
        UnreadableLog: the match's log can't be read.
    """
    # A token that is sent must be valid, even where none is needed.
    if "Authorization" in request.headers:
        return extent_for_account(match_id, authenticate(request, "history:read").user_id)
    charge(request, "history:read", None)
    try:
        visible_extent = extent_for_account(match_id, None)
    except UnreadableLog:
        if is_open_to_all(match_id):
            raise
        raise Problem("unauthenticated", AUTHENTICATION_REQUIRED) from None
    except NoSuchMatch:
        # The same error as for a running match: without a token nobody can find out which matches exist.
        raise Problem("unauthenticated", AUTHENTICATION_REQUIRED) from None
    if not visible_extent.over:
        raise Problem("unauthenticated", AUTHENTICATION_REQUIRED)
    return visible_extent
