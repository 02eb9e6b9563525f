"""Which errors an operation can be answered with: its own, and those that all of its kind share."""

from collections.abc import Iterator

from games.api.operations.operation import Operation
from games.protocol.problems import PROBLEM_CODES

ANY_ACCEPT = ("play", "audit")
"""Tags under which an `Accept` is never refused."""


def refusals(operation: Operation) -> dict[int, list[str]]:
    """Every code by its status, both in ascending order."""
    by_status: dict[int, list[str]] = {}
    for code in sorted({*_shared(operation), *operation.codes}, key=lambda code: (PROBLEM_CODES[code][0], code)):
        by_status.setdefault(PROBLEM_CODES[code][0], []).append(code)
    return by_status


def _shared(operation: Operation) -> Iterator[str]:
    # A query parameter that isn't known is refused everywhere, and so is a token that is shown and isn't good.
    yield from ("malformed", "invalid", "unauthenticated", "too_many_requests", "server_error", "unavailable")
    if operation.scope:
        yield "missing_scope"
    if "{" in operation.path:
        yield "not_found"
    if operation.tag not in ANY_ACCEPT:
        yield "not_acceptable"
    if operation.body or operation.raw:
        yield from ("too_large", "unsupported_media_type")
    if operation.repeatable:
        yield "idempotency_mismatch"
    if operation.tag == "play":
        yield from ("version_mismatch", "wrong_phase", "phase_over")
