"""The landing page: HTML for people, links as JSON for programs."""

from html import escape
from typing import Any

import msgspec
from django.conf import settings
from django.db.models import Count
from django.http import HttpRequest, HttpResponse

from games.api.audit_views import HTML_MEDIA_TYPE
from games.api.catalogue_views import thumbnails
from games.api.command_views import JSON_MEDIA_TYPE
from games.api.plain_views import public_view
from games.api.query_params import parse_query
from games.api.security_headers import PAGE_CSP
from games.projections.models import MatchRow

LINKS = {
    "play": "/play/",
    "docs": "/api/v1/docs",
    "live_docs": "/api/v1/docs/live",
    "errors": "/api/v1/docs/errors",
    "openapi": "/api/v1/openapi.json",
    "asyncapi": "/api/v1/asyncapi.json",
    "health": "/readyz",
}
FAN_PICTURE_COUNT = 7
"""How many card pictures the page shows; they are taken that many cards apart."""


def get_home(request: HttpRequest) -> HttpResponse:
    """Return the landing page, or its links as JSON if the client prefers that."""
    parse_query(request.GET)
    headers = {"Cache-Control": "no-cache", "Vary": "Accept"}
    if request.get_preferred_type([HTML_MEDIA_TYPE, JSON_MEDIA_TYPE]) == JSON_MEDIA_TYPE:
        content = msgspec.json.encode(
            {"name": "Dixit backend", "base": "/api/v1", "links": LINKS, "lobby": match_counts_by_status()}
        )
        return HttpResponse(content, content_type=JSON_MEDIA_TYPE, headers=headers)
    return HttpResponse(
        render_home_page(match_counts_by_status()), headers={**headers, "Content-Security-Policy": PAGE_CSP}
    )


def match_counts_by_status() -> dict[str, int]:
    """Return how many public matches are in the lobby and how many are being played."""
    public_matches = MatchRow.objects.filter(visibility="public", status__in=("gathering", "playing"))
    counts: dict[str, Any] = dict(public_matches.values_list("status").annotate(Count("match_id")))
    return {status: counts.get(status, 0) for status in ("gathering", "playing")}


def render_home_page(match_counts: dict[str, int]) -> str:
    """Return the HTML page. It has no script and loads files from this server only."""
    fan = "".join(
        f'<img src="{picture.url}" alt="{escape(picture.title)}" width="400" height="600">'
        for picture in list(thumbnails().values())[: FAN_PICTURE_COUNT * FAN_PICTURE_COUNT : FAN_PICTURE_COUNT]
    )
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Dixit</title>
<link rel="icon" href="/play/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/play/style.css"><link rel="stylesheet" href="/play/home.css">
</head>
<body>
<main class="home-page">
<div class="fan">{fan}</div>
<h1>Dixit</h1>
<p class="lead">One player gives a clue. Everyone plays a card that could match it. Can you spot the real one?
Play here, with friends or computer players, or write your own client.</p>
<p class="row"><a class="button primary" href="{LINKS["play"]}">Play</a>
<a class="button quiet" href="{LINKS["docs"]}">The API</a></p>
<p class="dim">{_match_count_text(match_counts["gathering"], "waiting for players")},
{_match_count_text(match_counts["playing"], "being played")}.</p>
<section class="panel" aria-labelledby="clients">
<h2 id="clients">For developers</h2>
<ul>
{_docs_site_item()}<li><a href="{LINKS["docs"]}">REST, try it live</a>
(<a href="{LINKS["openapi"]}">OpenAPI</a>)</li>
<li><a href="{LINKS["live_docs"]}">Live over WebSocket</a> (<a href="{LINKS["asyncapi"]}">AsyncAPI</a>)</li>
<li><a href="{LINKS["errors"]}">All error codes</a></li>
<li>The <a href="{LINKS["play"]}">web client</a> uses the same API: plain files, no build step.</li>
<li>Every match can be verified: <a href="/api/v1/dixit_verify.py">dixit_verify.py</a> needs only Python.</li>
</ul>
</section>
</main>
</body>
</html>
"""


def _docs_site_item() -> str:
    """Return the list item for the documentation; empty if it has not been built."""
    return (
        '<li><a href="/docs/">Documentation</a>, beginning with a quick start</li>\n' if settings.SITE.is_dir() else ""
    )


def _match_count_text(count: int, state: str) -> str:
    return f"{count} {'match' if count == 1 else 'matches'} {state}"


home_view = public_view(get=get_home)
