"""Decks are read whole or refused with a reason, and the decks of this repo draw themselves alike every time."""

import hashlib
import json
import re
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import rfc8785
from pytest_django.fixtures import Settings

from games.checks import check_decks
from games.decks import InvalidDeck, NoSuchDeck, all_decks, get_deck

DECKS = Path(__file__).resolve().parents[2] / "decks"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"/>'
Json = dict[str, Any]
DRAWN = ("base", "dusk")


def card(name: str = "moon-1", **changes: Any) -> Json:
    return {"id": name, "words": ["pale"], "picture": "1.svg", "sha256": hashlib.sha256(SVG).hexdigest(), **changes}


def rendition(**changes: Any) -> Json:
    return {"width": 400, "picture": "1.svg", "sha256": hashlib.sha256(SVG).hexdigest(), **changes}


def put(folder: Path, **changes: Any) -> Path:
    """A deck on the disk, right but for the changes."""
    folder.mkdir(parents=True)
    (folder / "1.svg").write_bytes(SVG)
    manifest = {"name": folder.name, "title": "A deck", "licence": "MIT", "cards": [card()], **changes}
    file = folder / "manifest.json"
    file.write_text(json.dumps(manifest))
    return file


def draw(*arguments: str) -> str:
    command = [sys.executable, str(DECKS / "draw.py"), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def refusal() -> str:
    with pytest.raises(InvalidDeck) as refused:
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


@pytest.mark.parametrize("name", DRAWN)
def test_a_drawn_deck_has_84_cards_with_the_right_ids_and_3_to_6_words_each(name: str) -> None:
    cards = get_deck(name).cards
    assert [card.id for card in cards] == [f"{name}-{number:03}" for number in range(1, 85)]
    assert all(3 <= len(set(card.words)) == len(card.words) <= 6 for card in cards)
    assert len({card.words for card in cards}) == len({card.sha256 for card in cards}) == 84


@pytest.mark.parametrize("name", DRAWN)
def test_every_picture_is_a_small_svg_of_2_by_3_with_a_title_of_its_own(name: str) -> None:
    texts = [card.picture.read_text() for card in get_deck(name).cards]
    assert all(len(text.encode()) <= 30 * 1024 for text in texts)
    roots = [ET.fromstring(text) for text in texts]
    assert {root.get("viewBox") for root in roots} == {"0 0 400 600"}
    assert len({root.findtext("{http://www.w3.org/2000/svg}title") for root in roots}) == 84


@pytest.mark.parametrize("name", DRAWN)
def test_no_picture_loads_or_runs_anything(name: str) -> None:
    for card in get_deck(name).cards:
        text = card.picture.read_text()
        assert not re.search(r"<(script|image|foreignObject|use|style|text)|href|on[a-z]+=|url\((?!#)", text), card.id


@pytest.mark.parametrize("name", DRAWN)
def test_every_card_has_renditions_of_two_widths(name: str) -> None:
    for card in get_deck(name).cards:
        assert [rendition.width for rendition in card.renditions] == [400, 800]
        for rendition in card.renditions:
            head = rendition.picture.read_bytes()[:30]
            assert (head[:4], head[8:16]) == (b"RIFF", b"WEBPVP8 ")
            assert struct.unpack("<HH", head[26:30]) == (rendition.width, rendition.width * 3 // 2)


def test_both_decks_with_all_their_renditions_stay_below_12_mib() -> None:
    files = [file for name in DRAWN for file in (DECKS / name).iterdir()]
    assert sum(file.stat().st_size for file in files) <= 12 * 1024 * 1024


@pytest.mark.parametrize("name", DRAWN)
def test_drawing_a_deck_elsewhere_draws_the_same_pictures(name: str, tmp_path: Path) -> None:
    draw("--deck", name, "--into", str(tmp_path), "--svg-only", "--quiet")
    drawn = contents(tmp_path / name)
    told = json.loads(drawn.pop("manifest.json"))
    assert drawn == {file: text for file, text in contents(DECKS / name).items() if file.endswith(".svg")}
    manifest = json.loads((DECKS / name / "manifest.json").read_bytes())
    for card in manifest["cards"]:
        del card["renditions"]
    assert told == manifest


def test_drawing_again_changes_nothing(tmp_path: Path) -> None:
    for name in DRAWN:
        shutil.copytree(DECKS / name, tmp_path / name)
    assert draw("--into", str(tmp_path), "--quiet") == "base: 0 of 253 files changed\ndusk: 0 of 253 files changed\n"


def test_the_drawing_script_explains_itself() -> None:
    assert "contact sheet" in draw("--help")


@pytest.mark.parametrize("name", DRAWN)
def test_the_contact_sheets_are_in_the_docs(name: str) -> None:
    assert (DECKS.parent / "docs" / f"deck-{name}.webp").stat().st_size <= 1536 * 1024


def test_a_deck_dropped_into_a_further_folder_is_found(more: Path) -> None:
    put(more / "moon")
    moon = get_deck("moon")
    assert (moon.title, moon.licence, moon.cards[0].words) == ("A deck", "MIT", ("pale",))
    assert moon.cards[0].picture == more / "moon" / "1.svg"
    assert list(all_decks()) == ["base", "dusk", "moon"]


def test_the_digest_covers_name_cards_words_and_pictures_only(more: Path) -> None:
    file = put(more / "moon")
    told: Json = {"name": "moon", "cards": [{"id": "moon-1", "words": ["pale"], "sha256": card()["sha256"]}]}
    assert get_deck("moon").digest == hashlib.sha256(rfc8785.dumps(told)).hexdigest()
    file.write_text(file.read_text().replace("A deck", "Another title"))
    all_decks.cache_clear()
    assert get_deck("moon").digest == hashlib.sha256(rfc8785.dumps(told)).hexdigest()


def test_renditions_are_found_and_leave_the_digest_as_it_is(more: Path) -> None:
    put(more / "moon")
    plain = get_deck("moon")
    all_decks.cache_clear()
    shutil.rmtree(more / "moon")
    put(more / "moon", cards=[card(renditions=[rendition()])])
    (found,) = get_deck("moon").cards[0].renditions
    assert (found.width, found.picture, found.sha256) == (400, more / "moon" / "1.svg", card()["sha256"])
    assert plain.cards[0].renditions == ()
    assert get_deck("moon").digest == plain.digest


def test_files_and_folders_without_a_manifest_are_no_decks(more: Path) -> None:
    (more / "__pycache__").mkdir()
    (more / "notes.txt").touch()
    assert list(all_decks()) == ["base", "dusk"]


def test_an_unknown_deck_is_refused_by_name() -> None:
    with pytest.raises(NoSuchDeck, match="atlantis"):
        get_deck("atlantis")


FAULTS: list[tuple[Json, str]] = [
    ({"name": "Moon"}, "the name 'Moon' must consist of 1 to 40 characters of a-z, 0-9 and -"),
    ({"name": "m" * 41}, f"the name '{'m' * 41}' must consist of 1 to 40 characters of a-z, 0-9 and -"),
    ({"name": "moon\n"}, r"the name 'moon\n' must consist of 1 to 40 characters of a-z, 0-9 and -"),
    ({"name": "sun"}, "the name 'sun' is not the name of its folder, 'moon'"),
    ({"cards": []}, "a deck needs at least one card"),
    ({"cards": [card("moon-A")]}, "the card id 'moon-A' must consist of 1 to 60 characters of a-z, 0-9 and -"),
    (
        {"cards": [card("moon-" + "1" * 56)]},
        f"the card id 'moon-{'1' * 56}' must consist of 1 to 60 characters of a-z, 0-9 and -",
    ),
    ({"cards": [card("sun-1")]}, "the card id 'sun-1' does not begin with 'moon-'"),
    ({"cards": [card(), card()]}, "two cards have the id 'moon-1'"),
    ({"cards": [card(picture="2.svg")]}, "there is no picture '2.svg'"),
    ({"cards": [card(sha256="0" * 64)]}, "the sha256 of 'moon-1' does not match the file '1.svg'"),
    ({"cards": [card(renditions=[rendition(picture="2.webp")])]}, "there is no picture '2.webp'"),
    ({"cards": [card(renditions=[rendition(sha256="0")])]}, "the sha256 of 'moon-1' does not match the file '1.svg'"),
    (
        {"cards": [card(renditions=[rendition(picture="../1.svg")])]},
        "the picture '../1.svg' is not a plain file name ending in .svg, .webp or .png",
    ),
    (
        {"cards": [card(renditions=[rendition(width=0)])]},
        "not a valid manifest: Expected `int` >= 1 - at `$.cards[0].renditions[0].width`",
    ),
    ({"author": "me"}, "not a valid manifest: Object contains unknown field `author`"),
    ({"cards": [card(back="x")]}, "not a valid manifest: Object contains unknown field `back` - at `$.cards[0]`"),
    ({"cards": [card(words="pale")]}, "not a valid manifest: Expected `array`, got `str` - at `$.cards[0].words`"),
    ({"title": None}, "not a valid manifest: Expected `str`, got `null` - at `$.title`"),
]


@pytest.mark.parametrize(("changes", "fault"), FAULTS, ids=[fault for _, fault in FAULTS])
def test_a_wrong_manifest_is_refused_with_its_fault(more: Path, changes: Json, fault: str) -> None:
    file = put(more / "moon", **changes)
    assert refusal() == f"{file}: {fault}"


@pytest.mark.parametrize("name", ["../base/1.svg", "/tmp/1.svg", "..", "", ".1.svg", "1.svg\n", "1.SVG", "1.gif"])
def test_a_picture_is_a_plain_file_name(more: Path, name: str) -> None:
    file = put(more / "moon", cards=[card(picture=name)])
    assert refusal() == f"{file}: the picture {name!r} is not a plain file name ending in .svg, .webp or .png"


def test_a_picture_may_not_link_out_of_its_folder(more: Path) -> None:
    file = put(more / "moon", cards=[card(picture="2.svg")])
    (file.parent / "2.svg").symlink_to(DECKS / "base" / "base-001.svg")
    assert refusal() == f"{file}: the picture '2.svg' is a link to a file outside the deck's folder"


def test_a_picture_may_link_within_its_folder(more: Path) -> None:
    file = put(more / "moon", cards=[card(picture="2.svg")])
    (file.parent / "2.svg").symlink_to("1.svg")
    assert get_deck("moon").cards[0].sha256 == card()["sha256"]


@pytest.mark.parametrize("text", [b"{", b"[]", b'{"name": "\xff"}', b"\xff\xfe"])
def test_a_manifest_that_is_no_manifest_is_refused(more: Path, text: bytes) -> None:
    file = put(more / "moon")
    file.write_bytes(text)
    assert refusal().startswith(f"{file}: not a valid manifest: ")


def test_a_manifest_that_can_not_be_read_is_refused(more: Path) -> None:
    (more / "moon" / "manifest.json").mkdir(parents=True)
    assert refusal() == f"{more / 'moon' / 'manifest.json'}: can't be read: Is a directory"


def test_two_decks_of_the_same_name_are_refused(more: Path) -> None:
    file = put(more / "base", cards=[card("base-x")])
    assert refusal() == f"{file}: {DECKS / 'base'} is also a deck named 'base'"


def test_a_card_belongs_to_one_deck_only(more: Path) -> None:
    put(more / "moon", cards=[card("moon-old-1")])
    file = put(more / "moon-old", cards=[card("moon-old-1")])
    assert refusal() == f"{file}: the deck 'moon' also has a card 'moon-old-1'"


def test_a_folder_of_decks_that_is_not_there_is_refused(tmp_path: Path, settings: Settings) -> None:
    settings.DECKS_DIR = [tmp_path / "nowhere"]
    assert refusal() == f"{tmp_path / 'nowhere'}: DECKS_DIR names this folder, but it does not exist"


def test_the_system_check_is_silent_about_good_decks(more: Path) -> None:
    put(more / "moon")
    assert check_decks(None) == []


def test_the_system_check_tells_of_a_bad_deck(more: Path) -> None:
    file = put(more / "moon", cards=[])
    (error,) = check_decks(None)
    assert error.id == "games.E001"
    assert error.msg == f"{file}: a deck needs at least one card"
