"""What the views on REST framework share: strict query parameters and bodies, and whose request it is."""

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
    """A view that is as strict with query parameters as with bodies: it takes those of `query`, by method."""

    scopes: Mapping[str, str] = {}
    query: Mapping[str, Sequence[str]] = {}
    # REST framework would answer OPTIONS with a description of its own; preflights never come so far.
    http_method_names = ("get", "head", "post", "put", "patch", "delete")

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        # A method that isn't there is refused as such, whatever else is wrong.
        if request.method in self.allowed_methods:
            parse_query(request.query_params, *self.query.get(_method_or_get_for_head(request), ()))

    def perform_authentication(self, request: Request) -> None:
        """Count the request as soon as it is known whose it is; who shows a bad token is counted by address."""
        charge_args = request._request, self.scopes.get(_method_or_get_for_head(request))  # noqa: SLF001  (documented for exactly this)
        try:
            super().perform_authentication(request)
        except exceptions.AuthenticationFailed:
            charge(*charge_args, None)
            raise
        charge(*charge_args, request.user.id if isinstance(request.user, User) else None)


def _method_or_get_for_head(request: Request) -> str:
    """The method; HEAD asks as GET does."""
    return "GET" if request.method == "HEAD" else request.method or ""


def parse_body(request: Request, body_type: type[T]) -> T:
    """The request's body, as a body of this type; read as on the hot path, for REST framework ignores a chunked one."""
    return strict_convert(read_json_body(request._request), body_type)  # noqa: SLF001  (documented for exactly this)


def user_of(request: Request) -> User:
    """The caller of a view that asks for a scope."""
    assert isinstance(request.user, User)
    return request.user
