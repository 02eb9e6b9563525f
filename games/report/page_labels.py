"""The players' names and the cards' pictures as the audit page shows them."""

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.player_labels import label_by_seat
from games.report.report_types import SeatTold

FRAGMENT_CACHE_SIZE = 2000
"""Cards and links whose HTML is cached: a page shows each of its cards many times, and all matches have a version 1."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CardPicture:
    url: str
    title: str


class PageLabels:
    """The HTML of the players and cards of one page."""

    def __init__(self, seats: Sequence[SeatTold], picture_by_card: Mapping[str, CardPicture]) -> None:
        self.names = _names_by_seat(seats)
        self._picture_by_card = picture_by_card
        # Isolated, so that a right-to-left name cannot reorder the text around it.
        self._player_by_seat = {seat: format_html("<bdi>{}</bdi>", name) for seat, name in self.names.items()}

    def player(self, seat: int | None) -> SafeString:
        """Return the name of the seat's player; `seat N` without a name, `no one` without a seat."""
        if seat is None:
            return SafeString("no one")
        return self._player_by_seat.get(seat) or escape_text(f"seat {seat}")

    def card(self, card_id: str) -> SafeString:
        """Return a card as a small picture; its id if this server has no such card."""
        return _render_card(card_id, self._picture_by_card.get(card_id))


def escape_text(value: object) -> SafeString:
    """Return the value as escaped text. A template takes three times as long for a value that it has to escape."""
    return SafeString(html.escape(str(value)))


def _names_by_seat(seats: Sequence[SeatTold]) -> dict[int, str]:
    """Return the names by seat. Names that look alike get their seats; an erased name is missing."""
    labels = label_by_seat({seat.seat: seat.name for seat in seats}, suffix=" (seat {seat})")
    return {seat: label for seat, label in labels.items() if label is not None}


@lru_cache(maxsize=FRAGMENT_CACHE_SIZE)
def version_link(version: int) -> SafeString:
    """Return a link to the event of this version."""
    return _render_fragment("version_link", {"version": version})


@lru_cache(maxsize=FRAGMENT_CACHE_SIZE)
def card_id_code(card_id: str) -> SafeString:
    """Return a card's id as code."""
    return _render_fragment("card", {"card": card_id})


@lru_cache(maxsize=FRAGMENT_CACHE_SIZE)
def _render_card(card_id: str, picture: CardPicture | None) -> SafeString:
    return render_to_string("report/card.html", {"card": card_id, "picture": picture})


def _render_fragment(name: str, context: dict[str, object]) -> SafeString:
    return SafeString(render_to_string(f"report/{name}.html", context).rstrip())
