"""Decks are read whole or refused with a reason, and the placeholder deck draws itself alike every time."""

import hashlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import rfc8785
from pytest_django.fixtures import Settings

from games.checks import decks_are_sound
from games.decks import BadDeck, NoSuchDeck, all_decks, deck

DECKS = Path(__file__).resolve().parents[2] / "decks"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"/>'
Json = dict[str, Any]


def card(name: str = "moon-1", **changes: Any) -> Json:
    return {"id": name, "words": ["pale"], "picture": "1.svg", "sha256": hashlib.sha256(SVG).hexdigest(), **changes}


def put(folder: Path, **changes: Any) -> Path:
    """A deck on the disk, right but for the changes."""
    folder.mkdir(parents=True)
    (folder / "1.svg").write_bytes(SVG)
    manifest = {"name": folder.name, "title": "A deck", "licence": "MIT", "cards": [card()], **changes}
    file = folder / "manifest.json"
    file.write_text(json.dumps(manifest))
    return file


def draw(*arguments: str) -> str:
    command = [sys.executable, str(DECKS / "draw_base.py"), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def refusal() -> str:
    with pytest.raises(BadDeck) as refused:
        all_decks()
    return str(refused.value)


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    all_decks.cache_clear()
    yield
    all_decks.cache_clear()


@pytest.fixture
def more(tmp_path: Path, settings: Settings) -> Path:
    """A second folder of decks, still empty."""
    folder = tmp_path / "more"
    folder.mkdir()
    settings.DECKS_DIR = [DECKS, folder]
    return folder


def test_base_has_84_cards_with_the_right_ids_and_three_words_each() -> None:
    cards = deck("base").cards
    assert [card.id for card in cards] == [f"base-{number:03}" for number in range(1, 85)]
    assert all(len(card.words) == 3 for card in cards)
    assert len({card.words for card in cards}) == len({card.sha256 for card in cards}) == 84


def test_base_pictures_are_small_files_with_the_digests_of_the_manifest() -> None:
    for card in deck("base").cards:
        assert hashlib.sha256(card.picture.read_bytes()).hexdigest() == card.sha256
        assert card.picture.stat().st_size <= 2048


def test_drawing_base_again_changes_nothing(tmp_path: Path) -> None:
    draw("--into", str(tmp_path / "base"))
    assert contents(tmp_path / "base") == contents(DECKS / "base")
    assert draw("--into", str(tmp_path / "base")) == "0 files changed\n"


def test_the_drawing_script_explains_itself() -> None:
    assert "placeholder deck" in draw("--help")


def test_a_deck_dropped_into_a_further_folder_is_found(more: Path) -> None:
    put(more / "moon")
    moon = deck("moon")
    assert (moon.title, moon.licence, moon.cards[0].words) == ("A deck", "MIT", ("pale",))
    assert moon.cards[0].picture == more / "moon" / "1.svg"
    assert list(all_decks()) == ["base", "moon"]


def test_the_digest_covers_name_cards_words_and_pictures_only(more: Path) -> None:
    file = put(more / "moon")
    told: Json = {"name": "moon", "cards": [{"id": "moon-1", "words": ["pale"], "sha256": card()["sha256"]}]}
    assert deck("moon").digest == hashlib.sha256(rfc8785.dumps(told)).hexdigest()
    file.write_text(file.read_text().replace("A deck", "Another title"))
    all_decks.cache_clear()
    assert deck("moon").digest == hashlib.sha256(rfc8785.dumps(told)).hexdigest()


def test_files_and_folders_without_a_manifest_are_no_decks(more: Path) -> None:
    (more / "__pycache__").mkdir()
    (more / "notes.txt").touch()
    assert list(all_decks()) == ["base"]


def test_an_unknown_deck_is_refused_by_name() -> None:
    with pytest.raises(NoSuchDeck, match="atlantis"):
        deck("atlantis")


FAULTS: list[tuple[Json, str]] = [
    ({"name": "Moon"}, "the name 'Moon' is not 1 to 40 of a-z, 0-9 and -"),
    ({"name": "m" * 41}, f"the name '{'m' * 41}' is not 1 to 40 of a-z, 0-9 and -"),
    ({"name": "moon\n"}, r"the name 'moon\n' is not 1 to 40 of a-z, 0-9 and -"),
    ({"name": "sun"}, "the name 'sun' is not the name of its folder, 'moon'"),
    ({"cards": []}, "a deck needs at least one card"),
    ({"cards": [card("moon-A")]}, "the card id 'moon-A' is not 1 to 60 of a-z, 0-9 and -"),
    ({"cards": [card("moon-" + "1" * 56)]}, f"the card id 'moon-{'1' * 56}' is not 1 to 60 of a-z, 0-9 and -"),
    ({"cards": [card("sun-1")]}, "the card id 'sun-1' does not begin with 'moon-'"),
    ({"cards": [card(), card()]}, "two cards have the id 'moon-1'"),
    ({"cards": [card(picture="2.svg")]}, "there is no picture '2.svg'"),
    ({"cards": [card(sha256="0" * 64)]}, "the sha256 of 'moon-1' is not that of the file '1.svg'"),
    ({"author": "me"}, "not a deck's manifest: Object contains unknown field `author`"),
    ({"cards": [card(back="x")]}, "not a deck's manifest: Object contains unknown field `back` - at `$.cards[0]`"),
    ({"cards": [card(words="pale")]}, "not a deck's manifest: Expected `array`, got `str` - at `$.cards[0].words`"),
    ({"title": None}, "not a deck's manifest: Expected `str`, got `null` - at `$.title`"),
]


@pytest.mark.parametrize(("changes", "fault"), FAULTS, ids=[fault for _, fault in FAULTS])
def test_a_wrong_manifest_is_refused_with_its_fault(more: Path, changes: Json, fault: str) -> None:
    file = put(more / "moon", **changes)
    assert refusal() == f"{file}: {fault}"


@pytest.mark.parametrize("name", ["../base/1.svg", "/tmp/1.svg", "..", "", ".1.svg", "1.svg\n", "1.SVG", "1.gif"])
def test_a_picture_is_a_plain_file_name(more: Path, name: str) -> None:
    file = put(more / "moon", cards=[card(picture=name)])
    assert refusal() == f"{file}: the picture {name!r} is not a plain file name that ends in .svg, .webp or .png"


def test_a_picture_may_not_link_out_of_its_folder(more: Path) -> None:
    file = put(more / "moon", cards=[card(picture="2.svg")])
    (file.parent / "2.svg").symlink_to(DECKS / "base" / "base-001.svg")
    assert refusal() == f"{file}: the picture '2.svg' is a link to a file outside of the deck's folder"


def test_a_picture_may_link_within_its_folder(more: Path) -> None:
    file = put(more / "moon", cards=[card(picture="2.svg")])
    (file.parent / "2.svg").symlink_to("1.svg")
    assert deck("moon").cards[0].sha256 == card()["sha256"]


@pytest.mark.parametrize("text", [b"{", b"[]", b'{"name": "\xff"}', b"\xff\xfe"])
def test_a_manifest_that_is_no_manifest_is_refused(more: Path, text: bytes) -> None:
    file = put(more / "moon")
    file.write_bytes(text)
    assert refusal().startswith(f"{file}: not a deck's manifest: ")


def test_a_manifest_that_can_not_be_read_is_refused(more: Path) -> None:
    (more / "moon" / "manifest.json").mkdir(parents=True)
    assert refusal() == f"{more / 'moon' / 'manifest.json'}: can't be read: Is a directory"


def test_two_decks_of_the_same_name_are_refused(more: Path) -> None:
    file = put(more / "base", cards=[card("base-x")])
    assert refusal() == f"{file}: {DECKS / 'base'} is a deck named 'base', too"


def test_a_card_belongs_to_one_deck_only(more: Path) -> None:
    put(more / "moon", cards=[card("moon-old-1")])
    file = put(more / "moon-old", cards=[card("moon-old-1")])
    assert refusal() == f"{file}: the deck 'moon' has a card 'moon-old-1', too"


def test_a_folder_of_decks_that_is_not_there_is_refused(tmp_path: Path, settings: Settings) -> None:
    settings.DECKS_DIR = [tmp_path / "nowhere"]
    assert refusal() == f"{tmp_path / 'nowhere'}: DECKS_DIR names this folder, but there is none"


def test_the_system_check_is_silent_about_good_decks(more: Path) -> None:
    put(more / "moon")
    assert decks_are_sound(None) == []


def test_the_system_check_tells_of_a_bad_deck(more: Path) -> None:
    file = put(more / "moon", cards=[])
    (error,) = decks_are_sound(None)
    assert error.id == "games.E001"
    assert error.msg == f"{file}: a deck needs at least one card"
