"""The audit of a match: JSON for programs, a page for people."""

import logging

import msgspec
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse

from accounts.authentication import BadToken
from games.api.catalogue import thumbnails
from games.api.play import JSON
from games.api.query import checked
from games.api.reading import readable
from games.api.thin import PRIVATE, thin
from games.matches.match_access import NoSuchMatch
from games.protocol.problems import Problem
from games.report.page.sheet import POLICY, sheet
from games.report.report import report, unreadable
from games.report.shapes import Report

log = logging.getLogger(__name__)
HTML = "text/html"


def audit(request: HttpRequest, match_id: str) -> HttpResponse:
    """What was verified and who could see what, as far as the caller may see the match."""
    checked(request.GET)
    found = _report(request, match_id)
    headers = {**PRIVATE, "Vary": "Accept, Authorization"}
    if request.get_preferred_type([JSON, HTML]) == HTML:
        headers["Content-Security-Policy"] = POLICY
        return HttpResponse(sheet(found, thumbnails()), content_type=f"{HTML}; charset=utf-8", headers=headers)
    return HttpResponse(msgspec.json.encode(found), content_type=JSON, headers=headers)


def _report(request: HttpRequest, match_id: str) -> Report:
    try:
        return report(readable(request, match_id))
    except (Problem, BadToken, NoSuchMatch, DatabaseError):
        raise
    except Exception:
        # The log is broken: that is what this page is for.
        found = unreadable(match_id)
        if found is None:
            raise
        log.exception("the log of the match %s can't be followed", match_id)
        return found


audit_view = thin(get=audit)
