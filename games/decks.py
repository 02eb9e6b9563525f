"""The decks of this deployment: folders of pictures, each with a manifest that is checked before a card is dealt."""

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
    """No folder in DECKS_DIR holds a deck of this name."""


class InvalidDeck(Exception):
    """A deck that can't be used; the text names the file and the fault."""

    def __init__(self, file: Path, fault: str) -> None:
        super().__init__(f"{file}: {fault}")


@dataclass(frozen=True, kw_only=True, slots=True)
class Rendition:
    """A card's picture as pixels, `width` wide, for clients that can't show SVG."""

    width: int
    picture: Path
    sha256: str


@dataclass(frozen=True, kw_only=True, slots=True)
class DeckCard:
    """A card with the words that describe its picture."""

    id: str
    words: tuple[str, ...]
    picture: Path
    sha256: str
    renditions: tuple[Rendition, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class InstalledDeck:
    """A deck of this server, with its pictures. A match only refers to it: `games.rulebook.terms.Deck`."""

    name: str
    title: str
    licence: str
    digest: str
    cards: tuple[DeckCard, ...]


class RenditionEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A further file of a card's picture, as in the manifest."""

    width: Annotated[int, msgspec.Meta(ge=1)]
    picture: str
    sha256: str


class CardEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card, as in the manifest."""

    id: str
    words: tuple[str, ...]
    picture: str
    sha256: str
    renditions: tuple[RenditionEntry, ...] = ()


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of manifest.json."""

    name: str
    title: str
    licence: str
    cards: tuple[CardEntry, ...]

    def digest(self) -> str:
        """Return the digest that a match commits to: name, cards, words and pictures.

        Title, license, renditions and file names are left out: they may change without making it another deck.
        """
        cards = [{"id": card.id, "words": list(card.words), "sha256": card.sha256} for card in self.cards]
        return hashlib.sha256(encode_canonical({"name": self.name, "cards": cards}).encode()).hexdigest()


def get_deck(name: str) -> InstalledDeck:
    """Return the deck of this name.

    Raises:
        NoSuchDeck: there is none.
        InvalidDeck: one of the decks can't be used.
    """
    try:
        return all_decks()[name]
    except KeyError:
        raise NoSuchDeck(name) from None


@cache
def all_decks() -> Mapping[str, InstalledDeck]:
    """Return all decks by name, in the order of DECKS_DIR; read once per process.

    Raises:
        InvalidDeck: a deck can't be used, or shares its name or the id of a card with another.
    """
    decks: dict[str, InstalledDeck] = {}
    # A match may combine decks, so the id of a card has to be unique among all of them.
    deck_name_by_card: dict[str, str] = {}
    for file in manifest_files():
        loaded_deck = load_deck(file)
        if duplicate := decks.get(loaded_deck.name):
            raise InvalidDeck(file, f"{duplicate.cards[0].picture.parent} is also a deck named {loaded_deck.name!r}")
        for card in loaded_deck.cards:
            if card.id in deck_name_by_card:
                raise InvalidDeck(file, f"the deck {deck_name_by_card[card.id]!r} also has a card {card.id!r}")
            deck_name_by_card[card.id] = loaded_deck.name
        decks[loaded_deck.name] = loaded_deck
    return MappingProxyType(decks)


def manifest_files() -> Iterator[Path]:
    """Yield the manifest of every folder that has one.

    Raises:
        InvalidDeck: DECKS_DIR names a folder that doesn't exist.
    """
    for folder in map(Path, settings.DECKS_DIR):
        if not folder.is_dir():
            raise InvalidDeck(folder, "DECKS_DIR names this folder, but it does not exist")
        yield from sorted(folder.glob("*/manifest.json"))


def load_deck(file: Path) -> InstalledDeck:
    """Return the deck that this manifest describes, with every picture checked.

    Raises:
        InvalidDeck: the manifest or a picture can't be read or is wrong.
    """
    try:
        manifest = msgspec.json.decode(file.read_bytes(), type=Manifest)
        if fault := next(manifest_faults(manifest, file.parent), None):
            raise InvalidDeck(file, fault)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InvalidDeck(file, f"not a valid manifest: {error}") from None
    except OSError as error:
        raise InvalidDeck(Path(error.filename or file), f"can't be read: {error.strerror}") from None
    cards = tuple(build_card(file.parent, entry) for entry in manifest.cards)
    return InstalledDeck(
        name=manifest.name, title=manifest.title, licence=manifest.licence, digest=manifest.digest(), cards=cards
    )


def build_card(folder: Path, entry: CardEntry) -> DeckCard:
    """Return a card of the deck in this folder."""
    renditions = tuple(
        Rendition(width=rendition.width, picture=folder / rendition.picture, sha256=rendition.sha256)
        for rendition in entry.renditions
    )
    return DeckCard(
        id=entry.id,
        words=entry.words,
        picture=folder / entry.picture,
        sha256=entry.sha256,
        renditions=renditions,
    )


def manifest_faults(manifest: Manifest, folder: Path) -> Iterator[str]:
    """Yield everything that is wrong with a manifest, in plain words."""
    name = manifest.name
    if not DECK_NAME_PATTERN.fullmatch(name):
        yield f"the name {name!r} must consist of 1 to 40 characters of a-z, 0-9 and -"
    if name != folder.name:
        yield f"the name {name!r} is not the name of its folder, {folder.name!r}"
    if not manifest.cards:
        yield "a deck needs at least one card"
    seen_ids: set[str] = set()
    for card in manifest.cards:
        if card.id in seen_ids:
            yield f"two cards have the id {card.id!r}"
        seen_ids.add(card.id)
        yield from card_faults(card, name, folder)


def card_faults(card: CardEntry, deck_name: str, folder: Path) -> Iterator[str]:
    """Yield everything that is wrong with one card."""
    if not CARD_ID_PATTERN.fullmatch(card.id):
        yield f"the card id {card.id!r} must consist of 1 to 60 characters of a-z, 0-9 and -"
    # The name as prefix keeps the cards of different decks apart, so that a match can combine any of them.
    if not card.id.startswith(f"{deck_name}-"):
        yield f"the card id {card.id!r} does not begin with {deck_name + '-'!r}"
    files: tuple[CardEntry | RenditionEntry, ...] = (card, *card.renditions)
    for file in files:
        yield from picture_faults(file.picture, file.sha256, card.id, folder)


def picture_faults(name: str, sha256: str, card_id: str, folder: Path) -> Iterator[str]:
    """Yield everything that is wrong with a picture, which is opened only if its name can't lead out of the folder."""
    if not PICTURE_NAME_PATTERN.fullmatch(name):
        yield f"the picture {name!r} is not a plain file name ending in .svg, .webp or .png"
        return
    picture = folder / name
    if not picture.is_file():
        yield f"there is no picture {name!r}"
    elif not picture.resolve().is_relative_to(folder.resolve()):
        # The server gives pictures to anyone. A link in a deck from elsewhere must not make it give away other files.
        yield f"the picture {name!r} is a link to a file outside the deck's folder"
    elif hashlib.sha256(picture.read_bytes()).hexdigest() != sha256:
        yield f"the sha256 of {card_id!r} does not match the file {name!r}"
