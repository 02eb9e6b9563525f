"""The base of the views on REST framework: strict query parameters and bodies, and rate limits."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.models import User
from games.api.plain_views import read_json_body
from games.api.query_params import parse_query
from games.api.throttle import charge
from games.protocol.strict_parsing import strict_convert

T = TypeVar("T")


class StrictAPIView(APIView):
    """A view that charges requests to their rate limits and refuses unknown query parameters.

    `scopes` has the scopes that a method needs, separated by spaces; `query` has the query parameters that it takes.
    """

    scopes: Mapping[str, str] = {}
    query: Mapping[str, Sequence[str]] = {}
    # Not OPTIONS, which REST framework would answer with a description of its own. Preflights are answered by the
    # middleware and never get here.
    http_method_names = ("get", "head", "post", "put", "patch", "delete")

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        # For a method that doesn't exist, 405 takes precedence over errors in the parameters.
        if request.method in self.allowed_methods:
            parse_query(request.query_params, *self.query.get(_method_or_get_for_head(request), ()))

    def perform_authentication(self, request: Request) -> None:
        """Authenticate, and charge the request to its rate limits as soon as its user is known.

        A request with a bad token is charged to its address.
        """
        charge_args = request._request, self.scopes.get(_method_or_get_for_head(request))  # noqa: SLF001  (documented for exactly this)
        try:
            super().perform_authentication(request)
        except exceptions.AuthenticationFailed:
            charge(*charge_args, None)
            raise
        charge(*charge_args, request.user.id if isinstance(request.user, User) else None)


def _method_or_get_for_head(request: Request) -> str:
    """Return the request method, treating HEAD as GET."""
    return "GET" if request.method == "HEAD" else request.method or ""


def parse_body(request: Request, body_type: type[T]) -> T:
    """Return the request's body, converted to this type.

    It is read the same way as in plain views, because REST framework ignores a chunked body.

    Raises:
        Problem: `invalid`, `malformed`, `too_large` or `unsupported_media_type`.
    """
    return strict_convert(read_json_body(request._request), body_type)  # noqa: SLF001  (documented for exactly this)


def user_of(request: Request) -> User:
    """Return the user of a request whose view requires a scope."""
    assert isinstance(request.user, User)
    return request.user
