"""What REST framework's views share: strict JSON in, JSON out, scopes, problems."""

from collections.abc import Mapping
from typing import IO, Any, TypeVar

import msgspec
from django.http import HttpResponse
from rest_framework import exceptions
from rest_framework.parsers import BaseParser
from rest_framework.permissions import BasePermission
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from accounts.models import Token, User
from games.wire.problems import Problem, problem_of
from games.wire.strict import MOST_BYTES, parse, shaped

T = TypeVar("T")


class StrictJSON(BaseParser):
    """The same strict decoding as for commands."""

    media_type = "application/json"

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        return parse(stream.read(MOST_BYTES + 1))


class JSON(BaseRenderer):
    media_type = "application/json"
    format = "json"
    charset = None

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        return b"" if data is None else msgspec.json.encode(data)


class HasScope(BasePermission):
    """The token is good for what the view asks: its `scopes`, by method; a method that isn't there is open to all."""

    def has_permission(self, request: Request, view: Any) -> bool:
        scope = getattr(view, "scopes", {}).get(request.method)
        if scope is None:
            return True
        if request.auth is None:
            raise Problem("unauthenticated")
        assert isinstance(request.auth, Token), "what BearerAuthentication gives"
        if scope not in request.auth.scopes:
            raise Problem("missing_scope", f"The token lacks the scope {scope}.", required_scope=scope)
        return True


def body(request: Request, into: type[T]) -> T:
    """The request's body, as a body of this type."""
    if not isinstance(request.data, dict):
        raise Problem("malformed", "The body must be an object.")
    return shaped(dict(request.data), into)


def user_of(request: Request) -> User:
    """The caller of a view that asks for a scope."""
    assert isinstance(request.user, User)
    return request.user


def problem(error: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """What REST framework answers when a view raises; None is an error of ours, which becomes a 500."""
    if isinstance(error, exceptions.APIException):
        code = _CODES.get(type(error), "malformed")
        headers = {"Allow": ", ".join(context["view"].allowed_methods)} if code == "method_not_allowed" else None
        return Problem(code, str(error.detail), headers=headers).response()
    known = problem_of(error)
    return known.response() if known else None


_CODES: Mapping[type[Exception], str] = {
    exceptions.ParseError: "malformed",
    exceptions.NotAuthenticated: "unauthenticated",
    exceptions.AuthenticationFailed: "unauthenticated",
    exceptions.PermissionDenied: "forbidden",
    exceptions.NotFound: "not_found",
    exceptions.MethodNotAllowed: "method_not_allowed",
    exceptions.NotAcceptable: "not_acceptable",
    exceptions.UnsupportedMediaType: "unsupported_media_type",
}
