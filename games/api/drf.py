"""What the settings plug into REST framework: the renderer, the permission class, the exception handler."""

from collections.abc import Mapping
from typing import Any

import msgspec
from django.http import HttpResponse
from rest_framework import exceptions
from rest_framework.permissions import BasePermission
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from accounts.models import Token
from games.protocol import scopes
from games.protocol.problems import Problem, problem_from_exception


class JSONRenderer(BaseRenderer):
    """Encodes responses with msgspec, as the plain views do."""

    media_type = "application/json"
    format = "json"
    # JSON is always UTF-8 and its media type has no such parameter (RFC 8259).
    charset = None

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        return b"" if data is None else msgspec.json.encode(data)


class HasScope(BasePermission):
    """Requires the scopes that the view's `scopes` has for the method, separated by spaces.

    A method that isn't listed needs no token.
    """

    def has_permission(self, request: Request, view: Any) -> bool:
        # Otherwise HEAD, which no view lists, would need no token.
        method = "GET" if request.method == "HEAD" else request.method
        scope = getattr(view, "scopes", {}).get(method)
        if scope is not None:
            require_token_scopes(request, scope)
        return True


def require_token_scopes(request: Request, required_scopes: str) -> Token:
    """Return the request's token if it has all of these scopes, separated by spaces.

    Raises:
        Problem: `unauthenticated` without a token, `missing_scope` if it lacks one.
    """
    assert request.auth is None or isinstance(request.auth, Token), "set by BearerAuthentication"
    return scopes.require_scopes(request.auth, required_scopes)


def exception_handler(error: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """Return the problem response for an exception of a view; None for an unexpected one, which becomes a 500."""
    if isinstance(error, exceptions.APIException):
        code = _CODE_BY_EXCEPTION.get(type(error), "malformed")
        headers = {"Allow": ", ".join(context["view"].allowed_methods)} if code == "method_not_allowed" else None
        return Problem(code, str(error.detail), headers=headers).response()
    problem = problem_from_exception(error)
    return problem.response() if problem else None


_CODE_BY_EXCEPTION: Mapping[type[Exception], str] = {
    exceptions.ParseError: "malformed",
    exceptions.NotAuthenticated: "unauthenticated",
    exceptions.AuthenticationFailed: "unauthenticated",
    exceptions.PermissionDenied: "forbidden",
    exceptions.NotFound: "not_found",
    exceptions.MethodNotAllowed: "method_not_allowed",
    exceptions.NotAcceptable: "not_acceptable",
    exceptions.UnsupportedMediaType: "unsupported_media_type",
}
