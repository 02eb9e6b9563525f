"""Building blocks for views on the hot path: plain Django without REST framework, whose overhead would show there.

Tokens, scopes and problems work the same as in the views on REST framework.
"""

from asyncio import iscoroutinefunction
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias

from asgiref.sync import SyncToAsync, sync_to_async
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt

from accounts.authentication import BadToken, token_from_header
from accounts.models import Token
from games.api.throttle import charge
from games.limits.request_turns import end_turn
from games.protocol.problems import Problem, problem_from_exception
from games.protocol.scopes import require_scopes
from games.protocol.strict_parsing import MAX_BODY_BYTES, parse_json

ViewFunction: TypeAlias = Callable[..., Any]
PRIVATE_HEADERS = {"Cache-Control": "private, no-store"}


def authenticate(request: HttpRequest, scope: str, match: str | None = None, *, must_be_current: bool = False) -> Token:
    """Charge the request to its rate limits and return its token, which must have the scope.

    Args:
        match: the match of a command, whose shared limit is charged as well.
        must_be_current: whether to ask the database for the token and its user, because the request writes down the
            user's name, or anything that an erasure must find.

    Raises:
        Problem: `unauthenticated` without a token, `missing_scope` or `too_many_requests`.
        BadToken: the Authorization header has no valid token.
    """
    try:
        token = token_from_header(request.headers.get("Authorization"), may_be_cached=not must_be_current)
    except BadToken:
        # Charged to the address, so that tokens can't be guessed without limit.
        charge(request, scope, None)
        raise
    # Charged before the scope is checked, so that refused requests count, too.
    charge(request, scope, token.user_id if token else None, match)
    return require_scopes(token, scope)


def require_still_valid(token: Token) -> None:
    """Check the token of a request that has waited, after what it will answer has been read.

    Raises:
        BadToken: the token was revoked or has expired meanwhile, or its user is banned or erased.
    """
    if not Token.objects.valid_ids([token.id]):
        raise BadToken("The bearer token has expired or was revoked.")


def read_json_body(request: HttpRequest) -> Any:
    """Return the JSON value of the body; an empty body counts as an empty object.

    Raises:
        Problem: `too_large`, `unsupported_media_type` or `malformed`.
    """
    # Read by hand rather than through `request.body`: one byte more than allowed is enough to see that it is too long.
    text = request.read(MAX_BODY_BYTES + 1)
    if len(text) > MAX_BODY_BYTES:
        raise Problem("too_large", f"A body can have at most {MAX_BODY_BYTES} bytes.")
    if not text.strip():
        return {}
    if request.content_type != "application/json":
        raise Problem("unsupported_media_type")
    return parse_json(text)


def plain_view(**methods: ViewFunction) -> ViewFunction:
    """Return a view that dispatches by HTTP method and turns exceptions with a problem into responses.

    It is async if its functions are. It is exempt from CSRF checks: the API ignores cookies, so a forged request
    carries no authority.
    """
    methods = {name.upper(): view for name, view in methods.items()}
    if "GET" in methods:
        methods["HEAD"] = methods["GET"]
    if any(iscoroutinefunction(view) for view in methods.values()):

        async def async_view(request: HttpRequest, **address: Any) -> HttpResponse:
            try:
                response: HttpResponse = await _handler_for(methods, request)(request, **address)
            except Exception as error:  # noqa: BLE001  (raised again unless it is a problem)
                return _problem_response(error)
            return response

        return csrf_exempt(async_view)

    def sync_view(request: HttpRequest, **address: Any) -> HttpResponse:
        try:
            response: HttpResponse = _handler_for(methods, request)(request, **address)
        except Exception as error:  # noqa: BLE001
            return _problem_response(error)
        return response

    return csrf_exempt(sync_view)


def public_view(**methods: ViewFunction) -> ViewFunction:
    """Return a `plain_view` that needs no token and charges requests to the client's address."""
    return plain_view(**{name: _with_anonymous_charge(view) for name, view in methods.items()})


def _with_anonymous_charge(view: ViewFunction) -> ViewFunction:
    def charged_view(request: HttpRequest, **address: Any) -> HttpResponse:
        charge(request, None, None)
        response: HttpResponse = view(request, **address)
        return response

    return charged_view


def db_sync_to_async(work: Callable[..., Any]) -> Callable[..., Any]:
    """Return an async version of a function that uses the database, for async views.

    The connection is closed after each call, so that a view that goes on to wait doesn't hold one.
    """

    @wraps(work)
    def run_and_close(*args: Any, **named: Any) -> Any:
        try:
            return work(*args, **named)
        finally:
            # Tests call views within a transaction, which closing the connection would end.
            if not connection.in_atomic_block:
                connection.close()

    # All synchronous code of a request then runs in one thread, as Django expects.
    return sync_to_async(run_and_close, thread_sensitive=True)


def release_request_thread() -> None:
    """End the thread that asgiref reserves for this request's synchronous code, and the request's turn.

    A view that only waits needs neither. If synchronous code follows after all, asgiref starts a new thread.
    """
    end_turn()
    context = SyncToAsync.thread_sensitive_context.get(None)
    thread = SyncToAsync.context_to_thread_executor.pop(context, None) if context else None
    if thread is not None:
        thread.shutdown(wait=False)


def _handler_for(methods: dict[str, ViewFunction], request: HttpRequest) -> ViewFunction:
    if request.method not in methods:
        raise Problem("method_not_allowed", headers={"Allow": ", ".join(methods)})
    return methods[request.method]


def _problem_response(error: Exception) -> HttpResponse:
    problem = problem_from_exception(error)
    if problem is None:
        raise error
    return problem.response()
