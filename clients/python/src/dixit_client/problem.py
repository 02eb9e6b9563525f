"""The one exception that this client raises."""

import json
from typing import Any, TypedDict

import httpx


class Fault(TypedDict):
    """One thing wrong with what was sent, by JSON pointer."""

    pointer: str
    code: str
    detail: str


class Problem(Exception):
    """Something was refused, or didn't work. Branch on `code`: the service's stand in `dixit_client.shapes.Code`.

    Of our own there are `unreachable` (nobody has answered for too long), `closed` (the socket was closed for good;
    `status` is the close code) and `unexplained` (an error that isn't the service's; a proxy's, say).
    """

    def __init__(
        self,
        code: str,
        detail: str = "",
        *,
        status: int = 0,
        errors: list[Fault] | None = None,
        retry_after: float | None = None,
        content: dict[str, Any] | None = None,
    ) -> None:
        faults = "".join(f" {fault['pointer']}: {fault['detail']}" for fault in errors or [])
        super().__init__(f"{code}: {detail}{faults}")
        self.code = code
        self.detail = detail
        self.status = status
        self.errors = errors or []
        self.retry_after = retry_after
        self.content = content or {}
        self.passing = status in (429, 503)
        """Whether the same may work a little later."""


def problem_from_body(content: dict[str, Any], retry_after: float | None = None) -> Problem:
    """The problem that the service tells of (RFC 9457)."""
    return Problem(
        content["code"],
        content["detail"],
        status=content["status"],
        errors=content.get("errors"),
        retry_after=retry_after,
        content=content,
    )


def problem_from_response(response: httpx.Response) -> Problem:
    """The problem that an answer is."""
    header = response.headers.get("Retry-After", "")
    retry_after = float(header) if header.isdecimal() else None
    try:
        return problem_from_body(response.json(), retry_after)
    except (json.JSONDecodeError, UnicodeDecodeError, TypeError, KeyError):
        return Problem("unexplained", response.text[:200], status=response.status_code, retry_after=retry_after)
