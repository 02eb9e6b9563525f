"""Operations for records and audits."""

from games.api import response_schemas
from games.api.operations.operation import MATCH_PATH, Operation
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
        summary="Verify a match record from elsewhere, of at most 64 MiB; it is not kept.",
        tag="audit",
        scope="match:create",
        raw_body_media_type="application/x-ndjson",
        response_type=response_schemas.ImportAnswer,
        error_codes=("unsound_record",),
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
