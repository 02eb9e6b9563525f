"""Operations for records and audits."""

from games.api import response_schemas
from games.api.operations.operation import MATCH_PATH, PAST_VERSION_SCHEMA, PERSPECTIVE_SCHEMA, Operation
from games.matches.match_queries import MatchSeen
from games.report.report_types import Report

TOKENLESS_NOTE = "A match that is over and not private needs no token."

OPERATIONS = (
    Operation(
        id="record",
        method="get",
        path=f"{MATCH_PATH}/record",
        summary="The match record (docs/reference/record.md): complete once the match is over, else what you may see.",
        tag="audit",
        scope="history:read",
        tokenless_note=TOKENLESS_NOTE,
        response_type=str,
        media_type="application/x-ndjson",
    ),
    Operation(
        id="audit",
        method="get",
        path=f"{MATCH_PATH}/audit",
        summary="What can be verified of a match, who could see what, why each point was scored, how draws were made.",
        tag="audit",
        scope="history:read",
        tokenless_note=TOKENLESS_NOTE,
        response_type=Report,
        other_media_types={"text/html": {"type": "string", "description": "The same as an HTML page."}},
    ),
    Operation(
        id="import",
        method="post",
        path="/imports",
        summary="Upload a match record of at most 8 MiB; it is stored if it is valid (200 if it was stored already).",
        tag="audit",
        scope="match:create",
        raw_body_media_type="application/x-ndjson",
        response_type=response_schemas.ImportAnswer,
        status=201,
        alternative_status=200,
        error_codes=("unsound_record",),
    ),
    Operation(
        id="imported",
        method="get",
        path="/imports/{name}",
        summary="An uploaded record and the result of verifying it.",
        tag="audit",
        scope="history:read",
        response_type=response_schemas.ImportAnswer,
    ),
    Operation(
        id="imported_record",
        method="get",
        path="/imports/{name}/record",
        summary="The record exactly as it was uploaded.",
        tag="audit",
        scope="history:read",
        response_type=str,
        media_type="application/x-ndjson",
    ),
    Operation(
        id="imported_view",
        method="get",
        path="/imports/{name}/view",
        summary="The match of an uploaded record, at any version, from the perspective of the public or of a seat.",
        tag="audit",
        scope="history:read",
        response_type=MatchSeen,
        query_params={"at": PAST_VERSION_SCHEMA, "as": PERSPECTIVE_SCHEMA},
        error_codes=("wrong_phase",),
    ),
    Operation(
        id="verifier",
        method="get",
        path="/dixit_verify.py",
        summary="The program that verifies a record offline: python -I dixit_verify.py RECORD.",
        tag="audit",
        response_type=str,
        media_type="text/x-python",
    ),
)
