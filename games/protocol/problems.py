"""Errors as RFC 9457 problems: a closed list of codes, each with its HTTP status and title."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from django.core.exceptions import DisallowedHost
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse

from accounts.authentication import BadToken
from accounts.passwords import HashingOverloaded
from accounts.registration import NameTaken, NotAGuest
from accounts.tokens import TooManyTokens, WrongPassword
from games.eventlog.database_faults import is_temporary
from games.eventlog.stream_position import PositionLost, VersionAhead
from games.eventlog.stream_slots import StreamBlocked
from games.eventlog.unreadable_logs import NewerEvent, UnreadableLog, report_unreadable
from games.matches.command_decision import IdempotencyKeyReused, VersionMismatch
from games.matches.command_queue import WriterBusy
from games.matches.feed_cursor import InvalidCursor
from games.matches.invites import TooManyInvites
from games.matches.match_access import NoSuchMatch
from games.matches.match_queries import NoSuchVersion, PerspectiveForbidden
from games.matches.quota import TooManyMatches
from games.rulebook import Reason, Refused

log = logging.getLogger(__name__)

CONFLICT_REASONS = {
    Reason.WRONG_PHASE,
    Reason.PHASE_OVER,
    Reason.ALREADY_DONE,
    Reason.ALREADY_SEATED,
    Reason.MATCH_FULL,
    Reason.SEAT_TAKEN,
    Reason.SEAT_RESERVED,
    Reason.NOBODY_THERE,
    Reason.NOT_A_PERSON,
    Reason.WRONG_PLAYER_COUNT,
    Reason.TOO_EARLY,
    Reason.HAS_DEADLINE,
    Reason.YOU_OWE_A_MOVE,
}
FORBIDDEN_REASONS = {Reason.KICKED, Reason.NOT_SEATED, Reason.NOT_THE_HOST}

PROBLEM_CODES: Mapping[str, tuple[int, str]] = {
    "malformed": (400, "The request is malformed."),
    "invalid": (400, "The request has invalid fields."),
    "unauthenticated": (401, "A valid bearer token is required."),
    "wrong_credentials": (401, "Wrong name or password."),
    "missing_scope": (403, "The token lacks a required scope."),
    "forbidden": (403, "This is not allowed."),
    # A reason of the rulebook, like those below; it stands here because the documents list codes in this order.
    "kicked": (403, Reason.KICKED.message),
    "not_found": (404, "Not found."),
    "method_not_allowed": (405, "This method is not allowed here."),
    "not_acceptable": (406, "Only application/json is available."),
    "request_timeout": (408, "The request took too long to arrive."),
    "name_taken": (409, "This name is already taken."),
    "not_a_guest": (409, "This is already an account."),
    "too_many_tokens": (409, "Token limit reached; revoke one first."),
    "too_many_invites": (409, "A match can have at most 50 valid invites."),
    "too_many_matches": (409, "You have a seat in too many matches that are not over; leave one of them."),
    "version_ahead": (409, "The requested version is beyond the match's current version."),
    "history_mismatch": (409, "The match has another history now: at this version its log has another hash."),
    "version_mismatch": (412, "The match is no longer at the expected version."),
    "too_large": (413, "The body is too large."),
    "unsupported_media_type": (415, "The body must be application/json."),
    "invalid_cursor": (422, "This cursor was not given to you by this server; ask without one."),
    "idempotency_mismatch": (422, "This idempotency key was used for a different request."),
    "unsound_record": (422, "The match record is invalid."),
    "too_many_requests": (429, "Too many requests."),
    "headers_too_large": (431, "The address and headers are too large."),
    "server_error": (500, "Something went wrong on the server."),
    "busy": (503, "Too many commands are waiting."),
    "unavailable": (503, "The service is temporarily unavailable."),
    **{
        reason.value: (
            409 if reason in CONFLICT_REASONS else 403 if reason in FORBIDDEN_REASONS else 422,
            reason.message,
        )
        for reason in Reason
    },
}
"""Every error code: its HTTP status and its title. The reasons of the rulebook are codes, too."""


CODE_BY_EXCEPTION: Mapping[type[Exception], str] = {
    NoSuchMatch: "not_found",
    NoSuchVersion: "not_found",
    InvalidCursor: "invalid_cursor",
    IdempotencyKeyReused: "idempotency_mismatch",
    TooManyInvites: "too_many_invites",
    WrongPassword: "wrong_credentials",
    NameTaken: "name_taken",
    NotAGuest: "not_a_guest",
    TooManyTokens: "too_many_tokens",
}
"""Exceptions whose code alone says everything."""


DEFAULT_RETRY_SECONDS = 1
"""When to try again after a problem with status 503 that doesn't say so."""


NEWER_EVENT_DETAIL = "The match has an event of a newer release, which this server does not know yet."
BROKEN_LOG_DETAIL = "The match's log can't be read; the server has told its operator."
UNREADABLE_RETRY_SECONDS = 10


class FieldError(msgspec.Struct, frozen=True, kw_only=True):
    """One invalid field of a request, by JSON pointer."""

    pointer: str
    code: str
    detail: str


class Problem(Exception):
    """An error answer: a code of `PROBLEM_CODES`, a detail for people, and further members of the problem.

    Without a `detail` it is that of the first field error, or else the title. `retry_after`, in seconds, is also sent
    as the header Retry-After; every problem with status 503 has it.
    """

    def __init__(
        self,
        code: str,
        detail: str = "",
        *,
        errors: Sequence[FieldError] = (),
        headers: Mapping[str, str] | None = None,
        **extensions: Any,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.status, self.title = PROBLEM_CODES[code]
        self.detail = detail or (f"{errors[0].pointer}: {errors[0].detail}" if errors else self.title)
        self.errors = errors
        self.extensions = extensions if self.status != 503 else {"retry_after": DEFAULT_RETRY_SECONDS, **extensions}
        # RFC 9110 requires this header field of every 401.
        self.headers = {"WWW-Authenticate": "Bearer"} if self.status == 401 else dict(headers or {})
        if "retry_after" in self.extensions:
            self.headers.setdefault("Retry-After", str(self.extensions["retry_after"]))

    @property
    def body(self) -> dict[str, Any]:
        """The problem as a JSON object; `errors` only if there are any."""
        errors = {"errors": msgspec.to_builtins(self.errors)} if self.errors else {}
        return {
            "type": f"/api/v1/docs/errors#{self.code}",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
            **errors,
            **self.extensions,
        }

    def about(self, **extensions: Any) -> "Problem":
        """Return the same problem with further members."""
        return Problem(
            self.code, self.detail, errors=self.errors, headers=self.headers, **{**self.extensions, **extensions}
        )

    def response(self) -> HttpResponse:
        """Return the problem as an HTTP response."""
        return HttpResponse(
            msgspec.json.encode(self.body),
            status=self.status,
            content_type="application/problem+json",
            # The same request may succeed a moment later.
            headers={"Cache-Control": "no-store", **self.headers},
        )


def problem_from_exception(error: Exception) -> Problem | None:
    """Return the problem for an exception; None if it isn't the client's to handle, but a bug of the server."""
    match error:
        case Problem():
            return error
        case Refused():
            return Problem(error.reason.value, error.detail)
        case PerspectiveForbidden():
            return Problem("forbidden", "Another player's view is available only once the match is over.")
        case TooManyMatches():
            return Problem(
                "too_many_matches", f"You already have a seat in {error.seat_quota} matches that are not over."
            )
        case PositionLost() | VersionMismatch():
            return _problem_of_version(error)
        case HashingOverloaded():
            return Problem("unavailable", "Too many passwords are being checked.", retry_after=2)
        case BadToken():
            return Problem("unauthenticated", str(error))
        case UnreadableLog() | DatabaseError():
            return _unavailable(error)
        case _:
            code = CODE_BY_EXCEPTION.get(type(error))
            return Problem(code) if code else None


def _problem_of_version(error: PositionLost | VersionMismatch) -> Problem:
    if isinstance(error, VersionMismatch):
        return Problem("version_mismatch", version=error.version)
    code = "version_ahead" if isinstance(error, VersionAhead) else "history_mismatch"
    extensions: dict[str, Any] = {"version": error.head.version, "head": error.head.hash} if error.head else {}
    if error.match_id:
        extensions["match"] = error.match_id
    return Problem(code, **extensions)


def unreadable_detail(error: UnreadableLog) -> str:
    """Return what people are told about a match whose log can't be read."""
    return NEWER_EVENT_DETAIL if isinstance(error, NewerEvent) else BROKEN_LOG_DETAIL


def _unavailable(error: UnreadableLog | DatabaseError) -> Problem | None:
    """Return the problem of a match or database that is unavailable for a while; None if the error isn't temporary."""
    if isinstance(error, UnreadableLog):
        report_unreadable(error.match_id, error)
        return Problem("unavailable", unreadable_detail(error), retry_after=UNREADABLE_RETRY_SECONDS)
    if not is_temporary(error):
        return None
    if isinstance(error, WriterBusy):
        return Problem("busy")
    if not isinstance(error, StreamBlocked):
        # The database is restarting, failing over or out of connections. A command may have been committed or not, but
        # the client can safely send it again with the same key.
        log.error("the database is unavailable: %s", error)
    return Problem("unavailable")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    unknown_host = "This service doesn't serve that host name (ALLOWED_HOSTS)."
    return Problem("malformed", unknown_host if isinstance(exception, DisallowedHost) else "").response()


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return Problem("forbidden").response()


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return Problem("not_found").response()


def server_error(request: HttpRequest) -> HttpResponse:
    return Problem("server_error").response()
