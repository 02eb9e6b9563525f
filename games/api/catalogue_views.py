"""The catalogue: rule sets with all their numbers, decks with their pictures, computer players."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from games import decks
from games.api.plain_views import public_view
from games.api.query_params import parse_query
from games.api.strict_views import StrictAPIView
from games.matches.bot_players import BOT_STRATEGIES
from games.matches.clock_presets import CLOCK_PRESETS
from games.protocol.problems import Problem
from games.protocol.ruleset_bodies import ruleset_json_schema
from games.report.page_labels import CardPicture
from games.rulebook.rulesets import EDITIONS, Edition

IMMUTABLE_CACHE_CONTROL = "public, max-age=31536000, immutable"
TITLE_SEARCH_BYTES = 2000
"""Bytes at the beginning of a picture that are searched for its title."""
PICTURE_MEDIA_TYPES = {".svg": "image/svg+xml", ".webp": "image/webp", ".png": "image/png"}


class RulesetListView(StrictAPIView):
    def get(self, request: Request) -> Response:
        return Response(
            {
                "results": [serialize_ruleset(edition) for edition in EDITIONS.values()],
                "schema": ruleset_json_schema(),
                "clocks": msgspec.to_builtins(dict(CLOCK_PRESETS)),
            }
        )


class RulesetView(StrictAPIView):
    def get(self, request: Request, name: str) -> Response:
        if name not in EDITIONS:
            raise Problem("not_found", f"There is no rule set {name}.")
        return Response(serialize_ruleset(EDITIONS[name]))


class DeckListView(StrictAPIView):
    def get(self, request: Request) -> Response:
        return Response({"results": [serialize_deck_summary(deck) for deck in decks.all_decks().values()]})


class DeckView(StrictAPIView):
    def get(self, request: Request, name: str) -> Response:
        deck = get_deck_or_404(name)
        return Response({**serialize_deck_summary(deck), "cards": [serialize_card(deck, card) for card in deck.cards]})


class BotListView(StrictAPIView):
    def get(self, request: Request) -> Response:
        return Response(
            {"results": [{"name": name, "sentence": sentence} for name, sentence in BOT_STRATEGIES.items()]}
        )


def get_picture(request: HttpRequest, name: str, file: str) -> HttpResponse:
    """Return a card's picture.

    The URL contains the digest of the content and is the same for every viewer and match. So it can be cached forever,
    and requesting it says nothing about a match.
    """
    parse_query(request.GET)
    # The URL is only looked up, never joined to a folder, so it can't lead to any other file.
    path = _picture_paths_by_deck()[get_deck_or_404(name).name].get(file)
    if path is None:
        raise Problem("not_found")
    content = path.read_bytes()
    headers = {
        "Cache-Control": IMMUTABLE_CACHE_CONTROL,
        "Content-Length": str(len(content)),
        # An operator may have added a deck from elsewhere, and an SVG opened by itself can contain scripts.
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    }
    return HttpResponse(content, content_type=PICTURE_MEDIA_TYPES[path.suffix], headers=headers)


picture_view = public_view(get=get_picture)


def serialize_ruleset(edition: Edition) -> dict[str, Any]:
    return {**msgspec.to_builtins(edition.rules), "source": edition.source, "note": edition.note}


def serialize_deck_summary(deck: decks.InstalledDeck) -> dict[str, Any]:
    return {
        "name": deck.name,
        "title": deck.title,
        "licence": deck.licence,
        "digest": deck.digest,
        "count": len(deck.cards),
    }


def serialize_card(deck: decks.InstalledDeck, deck_card: decks.DeckCard) -> dict[str, Any]:
    return {
        "id": deck_card.id,
        "words": deck_card.words,
        "picture": _picture_address(deck, deck_card),
        "sha256": deck_card.sha256,
        "renditions": [
            {"width": rendition.width, "picture": _picture_address(deck, rendition)}
            for rendition in deck_card.renditions
        ],
    }


@cache
def thumbnails() -> Mapping[str, CardPicture]:
    """Return a small picture of every card on this server, by card ID."""
    return {
        card.id: CardPicture(url=_picture_address(deck, _smallest_image(card)), title=_picture_title(card))
        for deck in decks.all_decks().values()
        for card in deck.cards
    }


def _picture_title(deck_card: decks.DeckCard) -> str:
    """Return the title in the picture, which describes what it shows; the card's words if it has none."""
    with deck_card.picture.open("rb") as file:
        # The limit may cut a character in two.
        title_match = re.search("<title>([^<]*)</title>", file.read(TITLE_SEARCH_BYTES).decode(errors="replace"))
    return unescape(title_match[1]) if title_match else ", ".join(deck_card.words)


def _smallest_image(deck_card: decks.DeckCard) -> decks.DeckCard | decks.Rendition:
    return min(deck_card.renditions, key=lambda rendition: rendition.width) if deck_card.renditions else deck_card


def _picture_address(deck: decks.InstalledDeck, image: decks.DeckCard | decks.Rendition) -> str:
    return f"/api/v1/decks/{deck.name}/pictures/{_picture_filename(image)}"


def _picture_filename(image: decks.DeckCard | decks.Rendition) -> str:
    return f"{image.sha256}{image.picture.suffix}"


@cache
def _picture_paths_by_deck() -> Mapping[str, Mapping[str, Path]]:
    """Return the picture files of every deck, by deck and by the last part of their URLs."""
    # Of all decks at once: a cache by name would keep every name that a client asks for.
    return {deck.name: dict(map(_filename_and_path, _images(deck))) for deck in decks.all_decks().values()}


def _images(deck: decks.InstalledDeck) -> Iterator[decks.DeckCard | decks.Rendition]:
    for card in deck.cards:
        yield card
        yield from card.renditions


def _filename_and_path(image: decks.DeckCard | decks.Rendition) -> tuple[str, Path]:
    # Named by digest: a picture that changes gets a new URL, so the old one can be cached forever.
    return _picture_filename(image), image.picture


def get_deck_or_404(name: str) -> decks.InstalledDeck:
    """Return the deck of this name.

    Raises:
        Problem: `not_found`.
    """
    try:
        return decks.get_deck(name)
    except decks.NoSuchDeck:
        raise Problem("not_found", f"There is no deck {name}.") from None
