"""The audit of a match, as JSON for programs and as an HTML page for people."""

import logging

import msgspec
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse

from accounts.authentication import BadToken
from games.api.catalogue_views import thumbnails
from games.api.command_views import JSON_MEDIA_TYPE
from games.api.plain_views import PRIVATE_HEADERS, plain_view
from games.api.query_params import parse_query
from games.api.record_access import authorize_record_access
from games.matches.match_access import NoSuchMatch
from games.protocol.problems import Problem
from games.report.page import REPORT_CONTENT_SECURITY_POLICY, render_page
from games.report.report_builder import build_match_report, build_unreadable_report
from games.report.report_types import Report

log = logging.getLogger(__name__)
HTML_MEDIA_TYPE = "text/html"


def get_audit(request: HttpRequest, match_id: str) -> HttpResponse:
    """Return the verdict on a match and who could see each part, limited to what the caller may see."""
    parse_query(request.GET)
    match_report = _build_report(request, match_id)
    # One address has two forms, and what they contain depends on the caller.
    headers = {**PRIVATE_HEADERS, "Vary": "Accept, Authorization"}
    # JSON comes first, so that a program which accepts anything gets it. Browsers name HTML.
    if request.get_preferred_type([JSON_MEDIA_TYPE, HTML_MEDIA_TYPE]) == HTML_MEDIA_TYPE:
        headers["Content-Security-Policy"] = REPORT_CONTENT_SECURITY_POLICY
        return HttpResponse(
            render_page(match_report, thumbnails()), content_type=f"{HTML_MEDIA_TYPE}; charset=utf-8", headers=headers
        )
    return HttpResponse(msgspec.json.encode(match_report), content_type=JSON_MEDIA_TYPE, headers=headers)


def _build_report(request: HttpRequest, match_id: str) -> Report:
    try:
        return build_match_report(authorize_record_access(request, match_id))
    except (Problem, BadToken, NoSuchMatch, DatabaseError):
        # Answers to the caller, or an outage; neither says anything about the log.
        raise
    except Exception:
        # A log that can't be replayed is what an audit is there to report: answer with what is known instead of a 500.
        fallback_report = build_unreadable_report(match_id)
        if fallback_report is None:
            raise
        log.exception("the event log of match %s can't be replayed", match_id)
        return fallback_report


audit_view = plain_view(get=get_audit)
