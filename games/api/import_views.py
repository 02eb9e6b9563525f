"""Match records from other servers: uploading, verifying and viewing them."""

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse

from games.api.match_views import parse_perspective
from games.api.plain_views import PRIVATE_HEADERS, authenticate, plain_view
from games.api.query_params import integer_param, parse_query
from games.api.record_views import NDJSON_MEDIA_TYPE
from games.audit.verdict import Verdict
from games.protocol.problems import FieldError, Problem
from games.records import imports
from games.records.imports import MAX_RECORD_BYTES, InvalidRecord, MatchNotFinished, NoSuchImport
from games.records.models import Import

JSON_MEDIA_TYPE = "application/json"


def post_import(request: HttpRequest) -> HttpResponse:
    """Store a record if it is valid: 201, or 200 if it is stored already."""
    parse_query(request.GET)
    authenticate(request, "match:create")
    # Token and media type come first: up to 8 MiB are taken into memory only for a user with a token.
    if request.content_type != NDJSON_MEDIA_TYPE:
        raise Problem("unsupported_media_type", f"A record must be sent as {NDJSON_MEDIA_TYPE}.")
    # One byte more than allowed is enough to see that a body is too long.
    content = request.read(MAX_RECORD_BYTES + 1)
    if len(content) > MAX_RECORD_BYTES:
        raise Problem("too_large", f"A record can have at most {MAX_RECORD_BYTES} bytes.")
    try:
        imported, is_new = imports.import_record(content)
    except InvalidRecord as fault:
        raise _unsound_record_problem(fault.verdict) from None
    return _json_response(_serialize_import(imported), status=201 if is_new else 200)


def get_import(request: HttpRequest, name: str) -> HttpResponse:
    """Return an import with the result of verifying it."""
    parse_query(request.GET)
    return _json_response(_serialize_import(_find_import(request, name)))


def get_imported_record(request: HttpRequest, name: str) -> HttpResponse:
    """Return the record exactly as it was uploaded."""
    parse_query(request.GET)
    imported = _find_import(request, name)
    return HttpResponse(imported.record.encode(), content_type=NDJSON_MEDIA_TYPE, headers=PRIVATE_HEADERS)


def get_imported_match(request: HttpRequest, name: str) -> HttpResponse:
    """Return the match at a version (`at`) from the perspective of the public or of a seat (`as`)."""
    query = parse_query(request.GET, "at", "as")
    at, perspective = integer_param(query, "at", 1, 2**31 - 1), parse_perspective(query.get("as"))
    imported = _find_import(request, name)
    try:
        return _json_response(
            imports.load_imported_match_view(
                imported, at=at, seat=perspective if isinstance(perspective, int) else None
            )
        )
    except MatchNotFinished:
        raise Problem("wrong_phase", "The match was still being played when this record was made.") from None


def _find_import(request: HttpRequest, name: str) -> Import:
    authenticate(request, "history:read")
    try:
        return imports.find_import(name)
    except NoSuchImport:
        raise Problem("not_found") from None


def _serialize_import(imported: Import) -> dict[str, Any]:
    # Not stored at the upload: the verifier of a later release may find more.
    verdict = imports.verify_import(imported)
    return {
        "id": imported.id,
        "match": imported.match_id,
        "imported_at": imported.imported_at,
        "verdict": verdict.to_dict(),
    }


def _unsound_record_problem(verdict: Verdict) -> Problem:
    """Return the problem with one error for each failed level, at its first bad version (0 for the header)."""
    errors = [
        FieldError(pointer=f"/{finding.first_bad or 0}", code=finding.level, detail=finding.words)
        for finding in verdict.findings
        if finding.status == "failed"
    ]
    return Problem("unsound_record", errors=errors)


def _json_response(content: Any, status: int = 200) -> HttpResponse:
    return HttpResponse(
        msgspec.json.encode(content), status=status, content_type=JSON_MEDIA_TYPE, headers=PRIVATE_HEADERS
    )


imports_view = plain_view(post=post_import)
import_view = plain_view(get=get_import)
imported_record_view = plain_view(get=get_imported_record)
imported_match_view = plain_view(get=get_imported_match)
