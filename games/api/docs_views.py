"""The OpenAPI and AsyncAPI documents, HTML pages about both, and the list of error codes."""

import secrets
from html import escape
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static

from games.api import asyncapi_page
from games.api.asyncapi import asyncapi_document
from games.api.openapi import openapi_document
from games.api.plain_views import public_view
from games.api.query_params import parse_query
from games.protocol.hints import hint_for
from games.protocol.problems import PROBLEM_CODES

SWAGGER_STATIC_PATH = "drf_spectacular_sidecar/swagger-ui-dist"


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
    html = f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Dixit backend: the API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{static(f"{SWAGGER_STATIC_PATH}/swagger-ui.css")}">
</head>
<body>
<main id="ui"></main>
<noscript>This page needs JavaScript; the document itself is <a href="openapi.json">openapi.json</a>.</noscript>
<script src="{static(f"{SWAGGER_STATIC_PATH}/swagger-ui-bundle.js")}"></script>
<script nonce="{nonce}">
SwaggerUIBundle({{url: "openapi.json", dom_id: "#ui", deepLinking: true, persistAuthorization: true,
  tryItOutEnabled: true, displayRequestDuration: true}})
</script>
</body>
</html>
"""
    return HttpResponse(html, headers={"Content-Security-Policy": policy})


def get_errors_page(request: HttpRequest) -> HttpResponse:
    """Return the page of all error codes, to which the `type` of a problem points."""
    parse_query(request.GET)
    rows = "".join(
        f'<tr id="{code}"><td><code>{code}</code></td><td>{status}</td>'
        f"<td>{escape(title)}</td><td>{asyncapi_page.inline_code_html(hint_for(code))}</td></tr>\n"
        for code, (status, title) in sorted(PROBLEM_CODES.items(), key=lambda entry: (entry[1][0], entry[0]))
    )
    html = f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Dixit backend: errors</title>
<link rel="icon" href="data:,">
<style>
body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }}
td, th {{ text-align: left; padding: .25rem 1rem .25rem 0; vertical-align: top; }}
tr:target {{ background: #ffe9a8; }}
</style>
</head>
<body>
<h1>Errors</h1>
<p>Errors are <code>application/problem+json</code> (RFC 9457). Branch on <code>code</code>;
this list is complete.</p>
<table><thead><tr><th>code</th><th>status</th><th>meaning</th><th>what to do</th></tr></thead><tbody>
{rows}</tbody></table>
</body>
</html>
"""
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    return HttpResponse(html, headers={"Content-Security-Policy": policy})


def get_asyncapi(request: HttpRequest) -> HttpResponse:
    parse_query(request.GET)
    return HttpResponse(msgspec.json.encode(_asyncapi_for(request)), content_type="application/json")


def get_socket_page(request: HttpRequest) -> HttpResponse:
    """Return the WebSocket protocol as an HTML page."""
    parse_query(request.GET)
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    return HttpResponse(
        asyncapi_page.render_socket_page(_asyncapi_for(request)), headers={"Content-Security-Policy": policy}
    )


def _asyncapi_for(request: HttpRequest) -> dict[str, Any]:
    return asyncapi_document(request.get_host(), "wss" if request.is_secure() else "ws")


openapi_view, swagger_view, errors_view = (
    public_view(get=get_openapi),
    public_view(get=get_swagger_page),
    public_view(get=get_errors_page),
)
asyncapi_view, socket_docs_view = public_view(get=get_asyncapi), public_view(get=get_socket_page)
