"""The OpenAPI and AsyncAPI documents, HTML pages about both, and the list of error codes."""

import secrets
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from games.api.asyncapi import asyncapi_document
from games.api.asyncapi_page import socket_page_context
from games.api.openapi import openapi_document
from games.api.plain_views import public_view
from games.api.query_params import parse_query
from games.protocol.hints import hint_for
from games.protocol.problems import PROBLEM_CODES

STATIC_PAGE_CSP = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""For pages that load nothing and have their styles inline."""


def get_openapi(request: HttpRequest) -> HttpResponse:
    parse_query(request.GET)
    return HttpResponse(openapi_document(), content_type="application/json")


def get_swagger_page(request: HttpRequest) -> HttpResponse:
    """Return Swagger UI. To try the API there, get a token from POST /guests and enter it under Authorize."""
    parse_query(request.GET)
    # Swagger UI sets inline styles, and one inline script starts it; the nonce admits that script only.
    nonce = secrets.token_urlsafe(16)
    policy = (
        f"default-src 'none'; connect-src 'self'; img-src 'self' data:; font-src 'self';"
        f" style-src 'self' 'unsafe-inline'; script-src 'self' 'nonce-{nonce}'"
    )
    return _page_response("api/swagger.html", {"nonce": nonce}, policy)


def get_errors_page(request: HttpRequest) -> HttpResponse:
    """Return the page of all error codes, to which the `type` of a problem points."""
    parse_query(request.GET)
    errors = [
        {"code": code, "status": status, "title": title, "hint": hint_for(code)}
        for code, (status, title) in sorted(PROBLEM_CODES.items(), key=lambda entry: (entry[1][0], entry[0]))
    ]
    return _page_response("api/errors.html", {"errors": errors}, STATIC_PAGE_CSP)


def get_asyncapi(request: HttpRequest) -> HttpResponse:
    parse_query(request.GET)
    return HttpResponse(msgspec.json.encode(_asyncapi_for(request)), content_type="application/json")


def get_socket_page(request: HttpRequest) -> HttpResponse:
    """Return the WebSocket protocol as an HTML page."""
    parse_query(request.GET)
    return _page_response("api/socket.html", socket_page_context(_asyncapi_for(request)), STATIC_PAGE_CSP)


def _page_response(template: str, context: dict[str, Any], policy: str) -> HttpResponse:
    return HttpResponse(render_to_string(template, context), headers={"Content-Security-Policy": policy})


def _asyncapi_for(request: HttpRequest) -> dict[str, Any]:
    return asyncapi_document(request.get_host(), "wss" if request.is_secure() else "ws")


openapi_view, swagger_view, errors_view = (
    public_view(get=get_openapi),
    public_view(get=get_swagger_page),
    public_view(get=get_errors_page),
)
asyncapi_view, socket_docs_view = public_view(get=get_asyncapi), public_view(get=get_socket_page)
