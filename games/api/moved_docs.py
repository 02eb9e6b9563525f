"""Redirects from the addresses that pages of the documentation site had in release 0.1.0."""

from collections.abc import Iterator

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponsePermanentRedirect
from django.urls import URLPattern, path
from django.views.decorators.http import require_safe

NEW_ADDRESSES = {
    **{name: f"explanation/{name}/" for name in ("audit", "reliability")},
    **{name: f"tutorials/{name}/" for name in ("bot", "quickstart")},
    **{name: f"reference/{name}/" for name in ("commands", "errors", "events", "history", "identity")},
    **{name: f"reference/{name}/" for name in ("live", "lobby", "luck", "record", "rules")},
    "client": "reference/python-client/",
    "deck": "reference/decks/",
    "operating": "how-to/install/",
    "playing": "explanation/match/",
    "speed": "",
}
"""Where each page is now; an empty one has no successor, and its address leads to the first page."""


def moved_docs_paths() -> Iterator[URLPattern]:
    """Yield the routes of the old addresses."""
    for name, new_address in NEW_ADDRESSES.items():
        yield path(f"docs/{name}/", redirect_view, {"new_address": new_address})


@require_safe
def redirect_view(_request: HttpRequest, new_address: str) -> HttpResponsePermanentRedirect:
    """Redirect to the page's new address.

    Raises:
        Http404: the service has no documentation site.
    """
    if not settings.SITE.is_dir():
        raise Http404
    return HttpResponsePermanentRedirect(f"/docs/{new_address}")
