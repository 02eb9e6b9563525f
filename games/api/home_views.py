"""The landing page: HTML for people, links as JSON for programs."""

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from games.api.catalogue_views import thumbnails
from games.api.command_views import JSON_MEDIA_TYPE
from games.api.media_types import HTML_MEDIA_TYPE, preferred_type
from games.api.plain_views import public_view
from games.api.query_params import parse_query
from games.api.security_headers import PAGE_CSP
from games.projections import public_totals

HOME_LINKS = {
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
    # HTML comes first, so that a client that accepts anything gets the page.
    if preferred_type(request, [HTML_MEDIA_TYPE, JSON_MEDIA_TYPE]) == JSON_MEDIA_TYPE:
        content = msgspec.json.encode(
            {"name": "Dixit backend", "base": "/api/v1", "links": HOME_LINKS, "lobby": public_totals.match_totals()}
        )
        return HttpResponse(content, content_type=JSON_MEDIA_TYPE, headers=headers)
    # The page has no script and loads files from this server only.
    context = {
        "pictures": list(thumbnails().values())[: FAN_PICTURE_COUNT * FAN_PICTURE_COUNT : FAN_PICTURE_COUNT],
        "links": HOME_LINKS,
        "match_counts": public_totals.match_totals(),
        "has_docs_site": settings.SITE.is_dir(),
    }
    return HttpResponse(
        render_to_string("api/home.html", context), headers={**headers, "Content-Security-Policy": PAGE_CSP}
    )


home_view = public_view(get=get_home)
