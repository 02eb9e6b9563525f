"""Records from elsewhere: brought, verified, and looked at."""

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse

from games.api.query import checked, number
from games.api.records import NDJSON
from games.api.thin import PRIVATE, caller, thin
from games.api.watch import eyes_of
from games.audit.verdict import Verdict
from games.protocol.problems import FieldError, Problem
from games.records import imports
from games.records.imports import MOST_BYTES, NoSuchImport, NotOpen, NotRight
from games.records.models import Import

JSON = "application/json"


def bring(request: HttpRequest) -> HttpResponse:
    """Take in a record, if it is right: 201, or 200 if it is there already."""
    checked(request.GET)
    caller(request, "match:create")
    if request.content_type != NDJSON:
        raise Problem("unsupported_media_type", f"A record is sent as {NDJSON}.")
    content = request.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise Problem("too_large", f"A record has at most {MOST_BYTES} bytes.")
    try:
        found, new = imports.take_in(content)
    except NotRight as fault:
        raise _not_right(fault.verdict) from None
    return _answer(_told(found), status=201 if new else 200)


def one(request: HttpRequest, name: str) -> HttpResponse:
    """What was brought, and what verifying it comes to."""
    checked(request.GET)
    return _answer(_told(_found(request, name)))


def record(request: HttpRequest, name: str) -> HttpResponse:
    """The record, as it was brought."""
    checked(request.GET)
    found = _found(request, name)
    return HttpResponse(found.record.encode(), content_type=NDJSON, headers=PRIVATE)


def view(request: HttpRequest, name: str) -> HttpResponse:
    """The match as it was at a version (`at`), through the public's eyes or a seat's (`as`)."""
    query = checked(request.GET, "at", "as")
    at, eyes = number(query, "at", 1, 2**31 - 1), eyes_of(query.get("as"))
    found = _found(request, name)
    try:
        return _answer(imports.look(found, at=at, seat=eyes if isinstance(eyes, int) else None))
    except NotOpen:
        raise Problem("wrong_phase", "The match was still played when this record was made.") from None


def _found(request: HttpRequest, name: str) -> Import:
    caller(request, "history:read")
    try:
        return imports.find(name)
    except NoSuchImport:
        raise Problem("not_found") from None


def _told(found: Import) -> dict[str, Any]:
    verdict = imports.verdict_on(found)
    return {"id": found.id, "match": found.match_id, "imported_at": found.imported_at, "verdict": verdict.to_dict()}


def _not_right(verdict: Verdict) -> Problem:
    faults = [
        FieldError(pointer=f"/{finding.first_bad or 0}", code=finding.level, detail=finding.words)
        for finding in verdict.findings
        if finding.status == "failed"
    ]
    return Problem("unsound_record", errors=faults)


def _answer(content: Any, status: int = 200) -> HttpResponse:
    return HttpResponse(msgspec.json.encode(content), status=status, content_type=JSON, headers=PRIVATE)


bring_view = thin(post=bring)
one_view = thin(get=one)
record_view = thin(get=record)
view_view = thin(get=view)
