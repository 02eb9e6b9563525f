"""The front door: a page for people, links for programs."""

from html import escape
from typing import Any

import msgspec
from django.conf import settings
from django.db.models import Count
from django.http import HttpRequest, HttpResponse

from games.api.audit import HTML
from games.api.catalogue import thumbnails
from games.api.headers import PAGE_POLICY
from games.api.play import JSON
from games.api.query import checked
from games.api.thin import public
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
SHOWN = 7
"""How many pictures lie on the page."""


def home(request: HttpRequest) -> HttpResponse:
    """What this is and where to go from here."""
    checked(request.GET)
    headers = {"Cache-Control": "no-cache", "Vary": "Accept"}
    if request.get_preferred_type([HTML, JSON]) == JSON:
        content = msgspec.json.encode({"name": "Dixit backend", "base": "/api/v1", "links": LINKS, "lobby": lobby()})
        return HttpResponse(content, content_type=JSON, headers=headers)
    return HttpResponse(page(lobby()), headers={**headers, "Content-Security-Policy": PAGE_POLICY})


def lobby() -> dict[str, int]:
    """How many public matches wait for players, and how many are played."""
    public = MatchRow.objects.filter(visibility="public", status__in=("gathering", "playing"))
    counted: dict[str, Any] = dict(public.values_list("status").annotate(Count("match_id")))
    return {status: counted.get(status, 0) for status in ("gathering", "playing")}


def page(now: dict[str, int]) -> str:
    """The page for people; it has no script, and loads only what this server gives away."""
    fan = "".join(
        f'<img src="{shown.address}" alt="{escape(shown.title)}" width="400" height="600">'
        for shown in list(thumbnails().values())[: SHOWN * SHOWN : SHOWN]
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
<p class="lead">One tells, the others lay cards that could be meant. Who finds the right one? Play here, with friends or
with computer players, or write a client of your own.</p>
<p class="row"><a class="button primary" href="{LINKS["play"]}">Play</a>
<a class="button quiet" href="{LINKS["docs"]}">The API</a></p>
<p class="dim">{_matches(now["gathering"], "waiting for players")}, {_matches(now["playing"], "being played")}.</p>
<section class="panel" aria-labelledby="clients">
<h2 id="clients">For who writes a client</h2>
<ul>
{_guide()}<li><a href="{LINKS["docs"]}">REST, to be tried out</a> (<a href="{LINKS["openapi"]}">OpenAPI</a>)</li>
<li><a href="{LINKS["live_docs"]}">Live over WebSocket</a> (<a href="{LINKS["asyncapi"]}">AsyncAPI</a>)</li>
<li><a href="{LINKS["errors"]}">Every error code</a></li>
<li>The <a href="{LINKS["play"]}">page to play on</a> is a client like yours: plain files, nothing built.</li>
<li>Every match can be checked: <a href="/api/v1/dixit_verify.py">dixit_verify.py</a> needs nothing but Python.</li>
</ul>
</section>
</main>
</body>
</html>
"""


def _guide() -> str:
    """The documentation, where it has been built."""
    return '<li><a href="/docs/">The documentation</a>, from a quick start on</li>\n' if settings.SITE.is_dir() else ""


def _matches(count: int, what: str) -> str:
    return f"{count} {'match' if count == 1 else 'matches'} {what}"


home_view = public(get=home)
