"""What can be played: rule sets with all their numbers, decks with their pictures, computer players."""

import re
from collections.abc import Mapping
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
from games.protocol.problems import Problem
from games.protocol.ruleset_bodies import ruleset_json_schema
from games.report.page.context import CardPicture
from games.rulebook.rulesets import EDITIONS, Edition

IMMUTABLE_CACHE_CONTROL = "public, max-age=31536000, immutable"
TITLE_SEARCH_BYTES = 2000
"""Bytes in which a picture's title stands."""
PICTURE_MEDIA_TYPES = {".svg": "image/svg+xml", ".webp": "image/webp", ".png": "image/png"}


class RulesetListView(StrictAPIView):
    def get(self, request: Request) -> Response:
        return Response(
            {"results": [serialize_ruleset(printed) for printed in EDITIONS.values()], "schema": ruleset_json_schema()}
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
        return Response({**serialize_deck_summary(deck), "cards": [serialize_card(deck, one) for one in deck.cards]})


class BotListView(StrictAPIView):
    def get(self, request: Request) -> Response:
        return Response(
            {"results": [{"name": name, "sentence": sentence} for name, sentence in BOT_STRATEGIES.items()]}
        )


def get_picture(request: HttpRequest, name: str, file: str) -> HttpResponse:
    """A card's picture, at an address made of its content: the same for every viewer and match."""
    parse_query(request.GET)
    path = _picture_paths(name).get(file)
    if path is None:
        raise Problem("not_found")
    content = path.read_bytes()
    headers = {
        "Cache-Control": IMMUTABLE_CACHE_CONTROL,
        "Content-Length": str(len(content)),
        # A deck that somebody dropped in must not run anything.
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    }
    return HttpResponse(content, content_type=PICTURE_MEDIA_TYPES[path.suffix], headers=headers)


picture_view = public_view(get=get_picture)


def serialize_ruleset(printed: Edition) -> dict[str, Any]:
    return {**msgspec.to_builtins(printed.rules), "source": printed.source, "note": printed.note}


def serialize_deck_summary(deck: decks.Deck) -> dict[str, Any]:
    return {
        "name": deck.name,
        "title": deck.title,
        "licence": deck.licence,
        "digest": deck.digest,
        "count": len(deck.cards),
    }


def serialize_card(deck: decks.Deck, deck_card: decks.DeckCard) -> dict[str, Any]:
    return {
        "id": deck_card.id,
        "words": deck_card.words,
        "picture": _picture_address(deck, deck_card),
        "sha256": deck_card.sha256,
        "renditions": [
            {"width": pixels.width, "picture": _picture_address(deck, pixels)} for pixels in deck_card.renditions
        ],
    }


@cache
def thumbnails() -> Mapping[str, CardPicture]:
    """A small picture of every card of this server."""
    return {
        one.id: CardPicture(url=_picture_address(deck, _smallest_image(one)), title=_picture_title(one))
        for deck in decks.all_decks().values()
        for one in deck.cards
    }


def _picture_title(deck_card: decks.DeckCard) -> str:
    """What can be seen, as the picture itself tells it."""
    with deck_card.picture.open("rb") as file:
        title_match = re.search("<title>([^<]*)</title>", file.read(TITLE_SEARCH_BYTES).decode(errors="replace"))
    return unescape(title_match[1]) if title_match else ", ".join(deck_card.words)


def _smallest_image(deck_card: decks.DeckCard) -> decks.DeckCard | decks.Rendition:
    return min(deck_card.renditions, key=lambda pixels: pixels.width) if deck_card.renditions else deck_card


def _picture_address(deck: decks.Deck, image: decks.DeckCard | decks.Rendition) -> str:
    return f"/api/v1/decks/{deck.name}/pictures/{_picture_filename(image)}"


def _picture_filename(image: decks.DeckCard | decks.Rendition) -> str:
    return f"{image.sha256}{image.picture.suffix}"


@cache
def _picture_paths(name: str) -> dict[str, Path]:
    """A deck's picture files by the last part of their addresses."""
    deck = decks.all_decks().get(name)
    files: dict[str, Path] = {}
    for one in deck.cards if deck else ():
        images: list[decks.DeckCard | decks.Rendition] = [one, *one.renditions]
        files |= {_picture_filename(picture): picture.picture for picture in images}
    return files


def get_deck_or_404(name: str) -> decks.Deck:
    try:
        return decks.get_deck(name)
    except decks.NoSuchDeck:
        raise Problem("not_found", f"There is no deck {name}.") from None
