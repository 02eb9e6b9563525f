"""Which of an address's media types a request gets, by the weights in its Accept header (RFC 9110, 12.5.1)."""

from collections.abc import Sequence

from django.http import HttpRequest
from django.http.request import MediaType
from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

JSON_MEDIA_TYPE = "application/json"
NDJSON_MEDIA_TYPE = "application/x-ndjson"
HTML_MEDIA_TYPE = "text/html"
MAX_ACCEPTED_TYPES = 64
"""Media types in a header that are looked at."""


class WeightedContentNegotiation(DefaultContentNegotiation):
    """Answers 406 where the only renderer has no weight; REST framework's own negotiation ignores weights."""

    def select_renderer(  # type: ignore[override]  # the stubs want a str as the suffix
        self, request: Request, renderers: Sequence[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        (renderer,) = renderers
        assert renderer.media_type is not None
        if not weight_of(request._request, renderer.media_type):  # noqa: SLF001  (documented for exactly this)
            raise NotAcceptable(available_renderers=renderers)
        return renderer, renderer.media_type


def weight_of(request: HttpRequest, media_type: str) -> float:
    """Return the weight of a media type, from 0 (not acceptable) to 1; the most specific entry that matches decides."""
    # Not Django's `accepted_type`, which forgets what has the weight 0: a wildcard beside it would then accept it.
    offered = MediaType(media_type)
    tokens = request.headers.get("Accept", "*/*").split(",", MAX_ACCEPTED_TYPES)[:MAX_ACCEPTED_TYPES]
    accepted = [MediaType(token) for token in tokens if token.strip()]
    matching = [entry for entry in accepted if offered.match(entry)]  # type: ignore[arg-type]  # as Django calls it
    return float(max(matching, key=lambda entry: entry.specificity).quality) if matching else 0.0


def preferred_type(request: HttpRequest, offered: Sequence[str]) -> str:
    """Return the media type with the most weight; the first of those with the same weight, and if none has any."""
    return max(offered, key=lambda media_type: weight_of(request, media_type))


def prefers_ndjson(request: HttpRequest) -> bool:
    """Return whether the client names NDJSON, and gives it at least the weight of JSON.

    A client that accepts anything gets JSON: a stream that doesn't end is only for those who ask for it.
    """
    weight = weight_of(request, NDJSON_MEDIA_TYPE)
    is_named = NDJSON_MEDIA_TYPE in request.headers.get("Accept", "").lower()
    return is_named and weight > 0 and weight >= weight_of(request, JSON_MEDIA_TYPE)
