"""The decks of this server: folders of pictures, each with a manifest that must be right before a card is dealt."""

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated

import msgspec
from django.conf import settings

from games.eventlog.canonical_encoding import encode_canonical

DECK_NAME_PATTERN = re.compile(r"[a-z0-9-]{1,40}")
CARD_ID_PATTERN = re.compile(r"[a-z0-9-]{1,60}")
PICTURE_NAME_PATTERN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}\.(svg|webp|png)")


class NoSuchDeck(LookupError):
    """No folder of DECKS_DIR holds a deck of this name."""


class InvalidDeck(Exception):
    """A deck that can't be used; the text says which file and what is wrong."""

    def __init__(self, file: Path, fault: str) -> None:
        super().__init__(f"{file}: {fault}")


@dataclass(frozen=True, kw_only=True, slots=True)
class Rendition:
    """A card's picture as pixels, for clients that want no SVG."""

    width: int
    picture: Path
    sha256: str


@dataclass(frozen=True, kw_only=True, slots=True)
class DeckCard:
    id: str
    words: tuple[str, ...]
    picture: Path
    sha256: str
    renditions: tuple[Rendition, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Deck:
    name: str
    title: str
    licence: str
    digest: str
    cards: tuple[DeckCard, ...]


class RenditionEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A further file of a card's picture as the manifest has it."""

    width: Annotated[int, msgspec.Meta(ge=1)]
    picture: str
    sha256: str


class CardEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card as the manifest has it."""

    id: str
    words: tuple[str, ...]
    picture: str
    sha256: str
    renditions: tuple[RenditionEntry, ...] = ()


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What manifest.json holds."""

    name: str
    title: str
    licence: str
    cards: tuple[CardEntry, ...]

    def digest(self) -> str:
        """What a match commits to: name, cards, words and pictures; not title, licence, renditions or file names."""
        cards = [{"id": card.id, "words": list(card.words), "sha256": card.sha256} for card in self.cards]
        return hashlib.sha256(encode_canonical({"name": self.name, "cards": cards}).encode()).hexdigest()


def get_deck(name: str) -> Deck:
    """The deck of this name."""
    try:
        return all_decks()[name]
    except KeyError:
        raise NoSuchDeck(name) from None


@cache
def all_decks() -> Mapping[str, Deck]:
    """Every deck by name, read once per process, in the order of DECKS_DIR."""
    decks: dict[str, Deck] = {}
    deck_name_by_card: dict[str, str] = {}
    for file in manifest_files():
        loaded_deck = load_deck(file)
        if duplicate := decks.get(loaded_deck.name):
            raise InvalidDeck(file, f"{duplicate.cards[0].picture.parent} is a deck named {loaded_deck.name!r}, too")
        for card in loaded_deck.cards:
            if card.id in deck_name_by_card:
                raise InvalidDeck(file, f"the deck {deck_name_by_card[card.id]!r} has a card {card.id!r}, too")
            deck_name_by_card[card.id] = loaded_deck.name
        decks[loaded_deck.name] = loaded_deck
    return MappingProxyType(decks)


def manifest_files() -> Iterator[Path]:
    """The manifest of every folder that has one."""
    for folder in map(Path, settings.DECKS_DIR):
        if not folder.is_dir():
            raise InvalidDeck(folder, "DECKS_DIR names this folder, but there is none")
        yield from sorted(folder.glob("*/manifest.json"))


def load_deck(file: Path) -> Deck:
    """The deck that this manifest describes, with every picture checked."""
    try:
        manifest = msgspec.json.decode(file.read_bytes(), type=Manifest)
        if fault := next(manifest_faults(manifest, file.parent), None):
            raise InvalidDeck(file, fault)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InvalidDeck(file, f"not a deck's manifest: {error}") from None
    except OSError as error:
        raise InvalidDeck(Path(error.filename or file), f"can't be read: {error.strerror}") from None
    cards = tuple(build_card(file.parent, entry) for entry in manifest.cards)
    return Deck(
        name=manifest.name, title=manifest.title, licence=manifest.licence, digest=manifest.digest(), cards=cards
    )


def build_card(folder: Path, entry: CardEntry) -> DeckCard:
    """A card of the deck in this folder."""
    renditions = tuple(
        Rendition(width=each.width, picture=folder / each.picture, sha256=each.sha256) for each in entry.renditions
    )
    return DeckCard(
        id=entry.id,
        words=entry.words,
        picture=folder / entry.picture,
        sha256=entry.sha256,
        renditions=renditions,
    )


def manifest_faults(manifest: Manifest, folder: Path) -> Iterator[str]:
    """All that is wrong with a manifest, in plain words."""
    name = manifest.name
    if not DECK_NAME_PATTERN.fullmatch(name):
        yield f"the name {name!r} is not 1 to 40 of a-z, 0-9 and -"
    if name != folder.name:
        yield f"the name {name!r} is not the name of its folder, {folder.name!r}"
    if not manifest.cards:
        yield "a deck needs at least one card"
    seen: set[str] = set()
    for card in manifest.cards:
        if card.id in seen:
            yield f"two cards have the id {card.id!r}"
        seen.add(card.id)
        yield from card_faults(card, name, folder)


def card_faults(card: CardEntry, deck_name: str, folder: Path) -> Iterator[str]:
    """All that is wrong with one card."""
    if not CARD_ID_PATTERN.fullmatch(card.id):
        yield f"the card id {card.id!r} is not 1 to 60 of a-z, 0-9 and -"
    if not card.id.startswith(f"{deck_name}-"):
        yield f"the card id {card.id!r} does not begin with {deck_name + '-'!r}"
    files: tuple[CardEntry | RenditionEntry, ...] = (card, *card.renditions)
    for file in files:
        yield from picture_faults(file.picture, file.sha256, card.id, folder)


def picture_faults(name: str, sha256: str, card_id: str, folder: Path) -> Iterator[str]:
    """All that is wrong with a picture; it is opened only if its name can't lead out of the folder."""
    if not PICTURE_NAME_PATTERN.fullmatch(name):
        yield f"the picture {name!r} is not a plain file name that ends in .svg, .webp or .png"
        return
    picture = folder / name
    if not picture.is_file():
        yield f"there is no picture {name!r}"
    elif not picture.resolve().is_relative_to(folder.resolve()):
        yield f"the picture {name!r} is a link to a file outside of the deck's folder"
    elif hashlib.sha256(picture.read_bytes()).hexdigest() != sha256:
        yield f"the sha256 of {card_id!r} is not that of the file {name!r}"
