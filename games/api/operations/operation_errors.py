"""The errors that an operation can return: its own, and those that its kind shares."""

from collections.abc import Iterator

from games.api.operations.operation import Operation
from games.protocol.problems import PROBLEM_CODES

TAGS_IGNORING_ACCEPT = ("play", "audit")
"""Tags of operations in plain views, which answer whatever `Accept` says."""


def error_codes_by_status(operation: Operation) -> dict[int, list[str]]:
    """Return the operation's error codes by status, both in ascending order."""
    codes_by_status: dict[int, list[str]] = {}
    for code in sorted(
        {*_shared_error_codes(operation), *operation.error_codes}, key=lambda code: (PROBLEM_CODES[code][0], code)
    ):
        codes_by_status.setdefault(PROBLEM_CODES[code][0], []).append(code)
    return codes_by_status


def _shared_error_codes(operation: Operation) -> Iterator[str]:
    # `invalid` and `unauthenticated` are possible everywhere: any operation refuses unknown query parameters, and a
    # token that is invalid, even where none is needed.
    yield from ("malformed", "invalid", "unauthenticated", "too_many_requests", "server_error", "unavailable")
    # The web server's, for any request.
    yield from ("request_timeout", "too_large", "headers_too_large")
    if operation.scope:
        yield "missing_scope"
    if "{" in operation.path:
        yield "not_found"
    if operation.tag not in TAGS_IGNORING_ACCEPT:
        yield "not_acceptable"
    if operation.body or operation.raw_body_media_type:
        yield "unsupported_media_type"
    if operation.accepts_idempotency_key:
        yield "idempotency_mismatch"
    if operation.tag == "play":
        yield from ("version_mismatch", "wrong_phase", "phase_over", "busy")
