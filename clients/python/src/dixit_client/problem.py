"""The one exception that this client raises."""

import json
from typing import Any, TypedDict

import httpx


class Fault(TypedDict):
    """An error in one member of a request; `pointer` is a JSON pointer to it."""

    pointer: str
    code: str
    detail: str


class Problem(Exception):
    """A request or command failed. Branch on `code`; the service's codes are listed in `dixit_client.shapes.Code`.

    The client has three codes of its own: `unreachable` (no response for too long), `closed` (the socket was closed for
    good; `status` is the close code) and `unexplained` (an error that doesn't come from the service, but from a proxy,
    for instance).
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
        """Whether the same request may succeed a little later."""


def problem_from_body(content: dict[str, Any], retry_after: float | None = None) -> Problem:
    """Return the problem in a JSON body of the service (RFC 9457).

    Args:
        retry_after: The value of the header; a frame of the socket has it in the body.
    """
    return Problem(
        content["code"],
        content["detail"],
        status=content["status"],
        errors=content.get("errors"),
        retry_after=content.get("retry_after") if retry_after is None else retry_after,
        content=content,
    )


def problem_from_response(response: httpx.Response) -> Problem:
    """Return the problem in an error response, whether it is the service's or not."""
    retry_after = seconds_of(response.headers.get("Retry-After"))
    try:
        return problem_from_body(response.json(), retry_after)
    except (json.JSONDecodeError, UnicodeDecodeError, TypeError, KeyError):
        return Problem("unexplained", response.text[:200], status=response.status_code, retry_after=retry_after)


def seconds_of(retry_after: str | None) -> float | None:
    """Return the seconds in a Retry-After header; None if it is missing or, unlike the service's, has a date."""
    return float(retry_after) if retry_after and retry_after.isdecimal() else None
