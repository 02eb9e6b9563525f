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
from games.api.door import Door
from games.api.query import checked
from games.api.thin import public
from games.matches.bot_players import BOT_STRATEGIES
from games.protocol.problems import Problem
from games.protocol.ruleset_bodies import ruleset_json_schema
from games.report.page.room import Picture
from games.rulebook.rulesets import EDITIONS, Edition

FOR_EVER = "public, max-age=31536000, immutable"
HEAD = 2000
"""Bytes in which a picture's title stands."""
PICTURES = {".svg": "image/svg+xml", ".webp": "image/webp", ".png": "image/png"}


class Rulesets(Door):
    def get(self, request: Request) -> Response:
        return Response(
            {"results": [edition(printed) for printed in EDITIONS.values()], "schema": ruleset_json_schema()}
        )


class OneRuleset(Door):
    def get(self, request: Request, name: str) -> Response:
        if name not in EDITIONS:
            raise Problem("not_found", f"There is no rule set {name}.")
        return Response(edition(EDITIONS[name]))


class Decks(Door):
    def get(self, request: Request) -> Response:
        return Response({"results": [summary(deck) for deck in decks.all_decks().values()]})


class OneDeck(Door):
    def get(self, request: Request, name: str) -> Response:
        deck = known_deck(name)
        return Response({**summary(deck), "cards": [card(deck, one) for one in deck.cards]})


class Bots(Door):
    def get(self, request: Request) -> Response:
        return Response(
            {"results": [{"name": name, "sentence": sentence} for name, sentence in BOT_STRATEGIES.items()]}
        )


def picture(request: HttpRequest, name: str, file: str) -> HttpResponse:
    """A card's picture, at an address made of its content: the same for every viewer and match."""
    checked(request.GET)
    found = _files(name).get(file)
    if found is None:
        raise Problem("not_found")
    content = found.read_bytes()
    headers = {
        "Cache-Control": FOR_EVER,
        "Content-Length": str(len(content)),
        # A deck that somebody dropped in must not run anything.
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    }
    return HttpResponse(content, content_type=PICTURES[found.suffix], headers=headers)


picture_view = public(get=picture)


def edition(printed: Edition) -> dict[str, Any]:
    return {**msgspec.to_builtins(printed.rules), "source": printed.source, "note": printed.note}


def summary(deck: decks.Deck) -> dict[str, Any]:
    return {
        "name": deck.name,
        "title": deck.title,
        "licence": deck.licence,
        "digest": deck.digest,
        "count": len(deck.cards),
    }


def card(deck: decks.Deck, one: decks.DeckCard) -> dict[str, Any]:
    return {
        "id": one.id,
        "words": one.words,
        "picture": _address(deck, one),
        "sha256": one.sha256,
        "renditions": [{"width": pixels.width, "picture": _address(deck, pixels)} for pixels in one.renditions],
    }


@cache
def thumbnails() -> Mapping[str, Picture]:
    """A small picture of every card of this server."""
    return {
        one.id: Picture(address=_address(deck, _smallest(one)), title=_title(one))
        for deck in decks.all_decks().values()
        for one in deck.cards
    }


def _title(one: decks.DeckCard) -> str:
    """What can be seen, as the picture itself tells it."""
    with one.picture.open("rb") as file:
        found = re.search("<title>([^<]*)</title>", file.read(HEAD).decode(errors="replace"))
    return unescape(found[1]) if found else ", ".join(one.words)


def _smallest(one: decks.DeckCard) -> decks.DeckCard | decks.Rendition:
    return min(one.renditions, key=lambda pixels: pixels.width) if one.renditions else one


def _address(deck: decks.Deck, shown: decks.DeckCard | decks.Rendition) -> str:
    return f"/api/v1/decks/{deck.name}/pictures/{_file(shown)}"


def _file(shown: decks.DeckCard | decks.Rendition) -> str:
    return f"{shown.sha256}{shown.picture.suffix}"


@cache
def _files(name: str) -> dict[str, Path]:
    """A deck's picture files by the last part of their addresses."""
    deck = decks.all_decks().get(name)
    files: dict[str, Path] = {}
    for one in deck.cards if deck else ():
        shown: list[decks.DeckCard | decks.Rendition] = [one, *one.renditions]
        files |= {_file(picture): picture.picture for picture in shown}
    return files


def known_deck(name: str) -> decks.Deck:
    try:
        return decks.get_deck(name)
    except decks.NoSuchDeck:
        raise Problem("not_found", f"There is no deck {name}.") from None
