"""Views on the hot path: plain Django, without REST framework; the same tokens, scopes and problems."""

from asyncio import iscoroutinefunction
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias

from asgiref.sync import SyncToAsync, sync_to_async
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt

from accounts.authentication import BadToken, token_from_header
from accounts.models import Token, User
from games.api.throttle import charge
from games.protocol.problems import Problem, problem_from_exception
from games.protocol.scopes import require_scopes
from games.protocol.strict_parsing import MAX_BODY_BYTES, parse_json

ViewFunction: TypeAlias = Callable[..., Any]
PRIVATE_HEADERS = {"Cache-Control": "private, no-store"}


def authenticate_user(request: HttpRequest, scope: str, match: str | None = None) -> User:
    """Whose request it is, if the token is good for this scope and they haven't asked too much.

    Raises:
        Problem, BadToken
    """
    return authenticate_token(request, scope, match).user


def authenticate_token(request: HttpRequest, scope: str, match: str | None = None) -> Token:
    """The token that the request shows, if it is good for this scope; a command is counted with its match's."""
    try:
        token = token_from_header(request.headers.get("Authorization"))
    except BadToken:
        charge(request, scope, None)
        raise
    charge(request, scope, token.user_id if token else None, match)
    return require_scopes(token, scope)


def read_json_body(request: HttpRequest) -> Any:
    """The JSON value of the body; no body is an empty object."""
    text = request.read(MAX_BODY_BYTES + 1)
    if len(text) > MAX_BODY_BYTES:
        raise Problem("too_large", f"A body has at most {MAX_BODY_BYTES} bytes.")
    if not text.strip():
        return {}
    if request.content_type != "application/json":
        raise Problem("unsupported_media_type")
    return parse_json(text)


def plain_view(**methods: ViewFunction) -> ViewFunction:
    """A view of one address, by method; problems become answers. Async if its views are."""
    methods = {name.upper(): view for name, view in methods.items()}
    if "GET" in methods:
        methods["HEAD"] = methods["GET"]
    if any(iscoroutinefunction(view) for view in methods.values()):

        async def async_view(request: HttpRequest, **address: Any) -> HttpResponse:
            try:
                response: HttpResponse = await _handler_for(methods, request)(request, **address)
            except Exception as error:  # noqa: BLE001  (whatever isn't a problem is raised again)
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
    """As `thin`, for what anybody may have without saying who they are."""
    return plain_view(**{name: _with_anonymous_charge(view) for name, view in methods.items()})


def _with_anonymous_charge(view: ViewFunction) -> ViewFunction:
    def charged_view(request: HttpRequest, **address: Any) -> HttpResponse:
        charge(request, None, None)
        response: HttpResponse = view(request, **address)
        return response

    return charged_view


def db_sync_to_async(work: Callable[..., Any]) -> Callable[..., Any]:
    """Do database work for an async view, and give the connection back before the view goes on to wait."""

    @wraps(work)
    def run_and_close(*args: Any, **named: Any) -> Any:
        try:
            return work(*args, **named)
        finally:
            if not connection.in_atomic_block:
                connection.close()

    return sync_to_async(run_and_close, thread_sensitive=True)


def release_request_thread() -> None:
    """End the thread that the server keeps for this request: who only waits from here on needs none."""
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
