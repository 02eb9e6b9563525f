"""What can be played: rule sets with all their numbers, decks with their pictures."""

from typing import Any

import msgspec
from django.http import FileResponse, HttpRequest, HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from games import decks
from games.api.door import Door
from games.api.query import checked
from games.api.thin import thin
from games.rulebook.rulesets import PRINTED, Edition
from games.wire.problems import Problem

FOR_EVER = "public, max-age=31536000, immutable"
PICTURES = {".svg": "image/svg+xml", ".webp": "image/webp", ".png": "image/png"}


class Rulesets(Door):
    def get(self, request: Request) -> Response:
        return Response({"results": [edition(printed) for printed in PRINTED.values()]})


class OneRuleset(Door):
    def get(self, request: Request, name: str) -> Response:
        if name not in PRINTED:
            raise Problem("not_found", f"There is no rule set {name}.")
        return Response(edition(PRINTED[name]))


class Decks(Door):
    def get(self, request: Request) -> Response:
        return Response({"results": [summary(deck) for deck in decks.all_decks().values()]})


class OneDeck(Door):
    def get(self, request: Request, name: str) -> Response:
        deck = known_deck(name)
        return Response({**summary(deck), "cards": [card(deck, one) for one in deck.cards]})


def picture(request: HttpRequest, name: str, file: str) -> HttpResponse | FileResponse:
    """A card's picture, at an address made of its content: the same for every viewer and match."""
    checked(request.GET)
    digest = file.partition(".")[0]
    found = next((one for one in known_deck_or_none(name) if one.sha256 == digest), None)
    if found is None or found.picture.suffix != f".{file.partition('.')[2]}":
        raise Problem("not_found")
    headers = {
        "Cache-Control": FOR_EVER,
        # A deck that somebody dropped in must not run anything.
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    }
    return FileResponse(found.picture.open("rb"), content_type=PICTURES[found.picture.suffix], headers=headers)


picture_view = thin(get=picture)


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


def card(deck: decks.Deck, one: decks.Card) -> dict[str, Any]:
    address = f"/api/v1/decks/{deck.name}/pictures/{one.sha256}{one.picture.suffix}"
    return {"id": one.id, "words": one.words, "picture": address, "sha256": one.sha256}


def known_deck(name: str) -> decks.Deck:
    try:
        return decks.deck(name)
    except decks.NoSuchDeck:
        raise Problem("not_found", f"There is no deck {name}.") from None


def known_deck_or_none(name: str) -> tuple[decks.Card, ...]:
    deck = decks.all_decks().get(name)
    return deck.cards if deck else ()
