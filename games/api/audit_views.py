"""The audit of a match, as JSON for programs and as an HTML page for people."""

import msgspec
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string

from accounts.authentication import BadToken
from games.api.catalogue_views import thumbnails
from games.api.command_views import JSON_MEDIA_TYPE
from games.api.long_answers import cut_into_portions, reserve_long_answer, send_portions
from games.api.media_types import HTML_MEDIA_TYPE, preferred_type
from games.api.plain_views import PRIVATE_HEADERS, db_sync_to_async, plain_view
from games.api.query_params import parse_query
from games.api.record_access import authorize_record_access
from games.eventlog.unreadable_logs import NewerEvent, UnreadableLog, report_unreadable
from games.limits.connection_slots import release_slot
from games.live.executor import run_in_background
from games.matches.match_access import NoSuchMatch
from games.protocol.problems import UNREADABLE_RETRY_SECONDS, Problem, unreadable_detail
from games.report.page import REPORT_CONTENT_SECURITY_POLICY, render_page
from games.report.report_builder import build_match_report, build_unreadable_report
from games.report.report_types import Report


async def get_audit(request: HttpRequest, match_id: str) -> HttpResponseBase:
    """Return the verdict on a match and who could see each part, limited to what the caller may see."""
    parse_query(request.GET)
    # Reserved before the match is replayed, which is most of the work.
    slot = await reserve_long_answer(request)
    try:
        answer = await db_sync_to_async(_render_audit)(request, match_id)
    except BaseException:
        run_in_background(release_slot, slot)
        raise
    headers = {**answer.headers, "Content-Length": str(len(answer.content))}
    portions = send_portions(request, cut_into_portions(answer.content), slot)
    return StreamingHttpResponse(portions, status=answer.status_code, headers=headers)


def _render_audit(request: HttpRequest, match_id: str) -> HttpResponse:
    # JSON comes first, so that a program which accepts anything gets it. Browsers name HTML.
    is_html = preferred_type(request, [JSON_MEDIA_TYPE, HTML_MEDIA_TYPE]) == HTML_MEDIA_TYPE
    try:
        match_report = _build_report(request, match_id)
    except UnreadableLog as error:
        if not is_html:
            raise
        report_unreadable(match_id, error)
        context = {"detail": unreadable_detail(error), "is_newer": isinstance(error, NewerEvent)}
        page = render_to_string("api/unreadable_match.html", context)
        headers = {**PRIVATE_HEADERS, "Retry-After": str(UNREADABLE_RETRY_SECONDS)}
        return HttpResponse(page, status=503, headers=headers)
    # One address has two forms, and what they contain depends on the caller.
    headers = {**PRIVATE_HEADERS, "Vary": "Accept, Authorization"}
    if is_html:
        headers["Content-Security-Policy"] = REPORT_CONTENT_SECURITY_POLICY
        return HttpResponse(
            render_page(match_report, thumbnails()), content_type=f"{HTML_MEDIA_TYPE}; charset=utf-8", headers=headers
        )
    return HttpResponse(msgspec.json.encode(match_report), content_type=JSON_MEDIA_TYPE, headers=headers)


def _build_report(request: HttpRequest, match_id: str) -> Report:
    try:
        return build_match_report(authorize_record_access(request, match_id))
    except (Problem, BadToken, NoSuchMatch, DatabaseError, NewerEvent):
        # Answers to the caller, an outage, or a match for a newer release: none says that something is wrong with it.
        raise
    except Exception as error:
        # A log that can't be replayed is what an audit is there to report: answer with what is known instead of a 500.
        fallback_report = build_unreadable_report(match_id)
        if fallback_report is None:
            raise
        report_unreadable(match_id, error)
        return fallback_report


audit_view = plain_view(get=get_audit)
