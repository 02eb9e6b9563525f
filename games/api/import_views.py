"""Verifying match records from elsewhere. None is kept."""

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse

from games.api.plain_views import PRIVATE_HEADERS, authenticate, db_sync_to_async, plain_view
from games.api.query_params import parse_query
from games.api.record_views import NDJSON_MEDIA_TYPE
from games.api.throttle import client_address
from games.audit.record_limits import MAX_RECORD_BYTES
from games.audit.verdict import Finding
from games.limits.request_turns import end_turn
from games.protocol.problems import FieldError, Problem
from games.records.own_log import compare_with_own_log
from games.records.verification import (
    RecordTooLarge,
    TooManyVerifications,
    VerdictJson,
    VerificationLimitExceeded,
    verify_foreign_record,
)

JSON_MEDIA_TYPE = "application/json"


async def post_import(request: HttpRequest) -> HttpResponse:
    """Return the report on a record that is right; a problem says what is wrong with another one."""
    parse_query(request.GET)
    token = await db_sync_to_async(authenticate)(request, "match:create")
    if request.content_type != NDJSON_MEDIA_TYPE:
        raise Problem("unsupported_media_type", f"A record must be sent as {NDJSON_MEDIA_TYPE}.")
    # From here on it waits for another process.
    end_turn()
    verdict = await _verify(request)
    if verdict["head"] is not None:
        finding = await db_sync_to_async(compare_with_own_log)(
            verdict["match"], verdict["version"], verdict["head"], token.user_id
        )
        _add_finding(verdict, finding)
    if not verdict["ok"]:
        raise _unsound_record_problem(verdict)
    report = {"match": verdict["match"], "version": verdict["version"], "verdict": verdict}
    return HttpResponse(msgspec.json.encode(report), content_type=JSON_MEDIA_TYPE, headers=PRIVATE_HEADERS)


async def _verify(request: HttpRequest) -> VerdictJson:
    try:
        return await verify_foreign_record(request.read, client_address(request))
    except RecordTooLarge:
        raise Problem("too_large", f"A record can have at most {MAX_RECORD_BYTES} bytes.") from None
    except VerificationLimitExceeded:
        raise Problem(
            "too_large",
            "Verifying this record takes more time or memory than this server spends on one; use dixit_verify.py.",
        ) from None
    except TooManyVerifications as busy:
        raise Problem(
            "unavailable",
            "The server is too busy to verify the record now.",
            retry_after=busy.retry_after,
        ) from None


def _add_finding(verdict: VerdictJson, finding: Finding) -> None:
    members = {"status": finding.status, "first_bad": finding.first_bad, "words": finding.words}
    verdict["levels"][finding.level] = members
    if finding.status == "failed":
        verdict["ok"] = False
        bad_versions = (level["first_bad"] for level in verdict["levels"].values())
        verdict["first_bad"] = min((version for version in bad_versions if version is not None), default=None)


def _unsound_record_problem(verdict: dict[str, Any]) -> Problem:
    """Return the problem with one error for each failed level, at its first bad version (0 for the header)."""
    errors = [
        FieldError(pointer=f"/{level['first_bad'] or 0}", code=name, detail=level["words"])
        for name, level in verdict["levels"].items()
        if level["status"] == "failed"
    ]
    return Problem("unsound_record", errors=errors)


imports_view = plain_view(post=post_import)
