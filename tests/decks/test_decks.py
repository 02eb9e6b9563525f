"""Decks are loaded whole or refused with a reason, and the decks of this repository render the same every time."""

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

DECKS_PATH = Path(__file__).resolve().parents[2] / "decks"
EMPTY_SVG = b'<svg xmlns="http://www.w3.org/2000/svg"/>'
Json = dict[str, Any]
DRAWN_DECK_NAMES = ("base", "dusk")


def card_entry(name: str = "moon-1", **changes: Any) -> Json:
    return {
        "id": name,
        "words": ["pale"],
        "picture": "1.svg",
        "sha256": hashlib.sha256(EMPTY_SVG).hexdigest(),
        **changes,
    }


def rendition_entry(**changes: Any) -> Json:
    return {"width": 400, "picture": "1.svg", "sha256": hashlib.sha256(EMPTY_SVG).hexdigest(), **changes}


def write_deck(folder: Path, **changes: Any) -> Path:
    """Write a deck to the disk that is valid except for the changes."""
    folder.mkdir(parents=True)
    (folder / "1.svg").write_bytes(EMPTY_SVG)
    manifest = {"name": folder.name, "title": "A deck", "licence": "MIT", "cards": [card_entry()], **changes}
    file = folder / "manifest.json"
    file.write_text(json.dumps(manifest))
    return file


def run_draw_script(*arguments: str) -> str:
    command = [sys.executable, str(DECKS_PATH / "draw.py"), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def file_contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def load_error() -> str:
    with pytest.raises(InvalidDeck) as error:
        all_decks()
    return str(error.value)


@pytest.fixture(autouse=True)
def clear_deck_cache() -> Iterator[None]:
    all_decks.cache_clear()
    yield
    all_decks.cache_clear()


@pytest.fixture
def extra_decks_dir(tmp_path: Path, settings: Settings) -> Path:
    """A second deck folder, still empty."""
    folder = tmp_path / "more"
    folder.mkdir()
    settings.DECKS_DIR = [DECKS_PATH, folder]
    return folder


@pytest.mark.parametrize("name", DRAWN_DECK_NAMES)
def test_a_drawn_deck_has_84_cards_with_the_right_ids_and_3_to_6_words_each(name: str) -> None:
    cards = get_deck(name).cards
    assert [card.id for card in cards] == [f"{name}-{number:03}" for number in range(1, 85)]
    assert all(3 <= len(set(card.words)) == len(card.words) <= 6 for card in cards)
    assert len({card.words for card in cards}) == len({card.sha256 for card in cards}) == 84


@pytest.mark.parametrize("name", DRAWN_DECK_NAMES)
def test_every_picture_is_a_small_2_by_3_svg_with_a_unique_title(name: str) -> None:
    texts = [card.picture.read_text() for card in get_deck(name).cards]
    assert all(len(text.encode()) <= 30 * 1024 for text in texts)
    roots = [ET.fromstring(text) for text in texts]
    assert {root.get("viewBox") for root in roots} == {"0 0 400 600"}
    assert len({root.findtext("{http://www.w3.org/2000/svg}title") for root in roots}) == 84


@pytest.mark.parametrize("name", DRAWN_DECK_NAMES)
def test_no_picture_loads_resources_or_runs_scripts(name: str) -> None:
    for card in get_deck(name).cards:
        text = card.picture.read_text()
        assert not re.search(r"<(script|image|foreignObject|use|style|text)|href|on[a-z]+=|url\((?!#)", text), card.id


@pytest.mark.parametrize("name", DRAWN_DECK_NAMES)
def test_every_card_has_renditions_of_two_widths(name: str) -> None:
    for card in get_deck(name).cards:
        assert [rendition.width for rendition in card.renditions] == [400, 800]
        for rendition in card.renditions:
            head = rendition.picture.read_bytes()[:30]
            assert (head[:4], head[8:16]) == (b"RIFF", b"WEBPVP8 ")
            assert struct.unpack("<HH", head[26:30]) == (rendition.width, rendition.width * 3 // 2)


def test_both_decks_with_all_their_renditions_stay_below_12_mib() -> None:
    files = [file for name in DRAWN_DECK_NAMES for file in (DECKS_PATH / name).iterdir()]
    assert sum(file.stat().st_size for file in files) <= 12 * 1024 * 1024


@pytest.mark.parametrize("name", DRAWN_DECK_NAMES)
def test_drawing_a_deck_into_another_folder_gives_the_same_pictures(name: str, tmp_path: Path) -> None:
    run_draw_script("--deck", name, "--into", str(tmp_path), "--svg-only", "--quiet")
    drawn = file_contents(tmp_path / name)
    drawn_manifest = json.loads(drawn.pop("manifest.json"))
    assert drawn == {file: text for file, text in file_contents(DECKS_PATH / name).items() if file.endswith(".svg")}
    manifest = json.loads((DECKS_PATH / name / "manifest.json").read_bytes())
    for card in manifest["cards"]:
        del card["renditions"]
    assert drawn_manifest == manifest


def test_redrawing_the_decks_changes_no_file(tmp_path: Path) -> None:
    for name in DRAWN_DECK_NAMES:
        shutil.copytree(DECKS_PATH / name, tmp_path / name)
    assert (
        run_draw_script("--into", str(tmp_path), "--quiet")
        == "base: 0 of 253 files changed\ndusk: 0 of 253 files changed\n"
    )


def test_the_drawing_script_has_a_help_text() -> None:
    assert "contact sheet" in run_draw_script("--help")


@pytest.mark.parametrize("name", DRAWN_DECK_NAMES)
def test_the_contact_sheets_are_in_the_docs(name: str) -> None:
    assert (DECKS_PATH.parent / "docs/reference" / f"deck-{name}.webp").stat().st_size <= 1536 * 1024


def test_a_deck_in_an_additional_folder_is_found(extra_decks_dir: Path) -> None:
    write_deck(extra_decks_dir / "moon")
    moon = get_deck("moon")
    assert (moon.title, moon.licence, moon.cards[0].words) == ("A deck", "MIT", ("pale",))
    assert moon.cards[0].picture == extra_decks_dir / "moon" / "1.svg"
    assert list(all_decks()) == ["base", "dusk", "moon"]


def test_the_digest_covers_name_cards_words_and_pictures_only(extra_decks_dir: Path) -> None:
    file = write_deck(extra_decks_dir / "moon")
    digested: Json = {"name": "moon", "cards": [{"id": "moon-1", "words": ["pale"], "sha256": card_entry()["sha256"]}]}
    assert get_deck("moon").digest == hashlib.sha256(rfc8785.dumps(digested)).hexdigest()
    file.write_text(file.read_text().replace("A deck", "Another title"))
    all_decks.cache_clear()
    assert get_deck("moon").digest == hashlib.sha256(rfc8785.dumps(digested)).hexdigest()


def test_renditions_are_found_and_do_not_change_the_digest(extra_decks_dir: Path) -> None:
    write_deck(extra_decks_dir / "moon")
    deck_without_renditions = get_deck("moon")
    all_decks.cache_clear()
    shutil.rmtree(extra_decks_dir / "moon")
    write_deck(extra_decks_dir / "moon", cards=[card_entry(renditions=[rendition_entry()])])
    (loaded,) = get_deck("moon").cards[0].renditions
    assert (loaded.width, loaded.picture, loaded.sha256) == (
        400,
        extra_decks_dir / "moon" / "1.svg",
        card_entry()["sha256"],
    )
    assert deck_without_renditions.cards[0].renditions == ()
    assert get_deck("moon").digest == deck_without_renditions.digest


def test_files_and_folders_without_a_manifest_are_ignored(extra_decks_dir: Path) -> None:
    (extra_decks_dir / "__pycache__").mkdir()
    (extra_decks_dir / "notes.txt").touch()
    assert list(all_decks()) == ["base", "dusk"]


def test_an_unknown_deck_is_refused_by_name() -> None:
    with pytest.raises(NoSuchDeck, match="atlantis"):
        get_deck("atlantis")


MANIFEST_FAULTS: list[tuple[Json, str]] = [
    ({"name": "Moon"}, "the name 'Moon' must consist of 1 to 40 characters of a-z, 0-9 and -"),
    ({"name": "m" * 41}, f"the name '{'m' * 41}' must consist of 1 to 40 characters of a-z, 0-9 and -"),
    ({"name": "moon\n"}, r"the name 'moon\n' must consist of 1 to 40 characters of a-z, 0-9 and -"),
    ({"name": "sun"}, "the name 'sun' is not the name of its folder, 'moon'"),
    ({"cards": []}, "a deck needs at least one card"),
    ({"cards": [card_entry("moon-A")]}, "the card id 'moon-A' must consist of 1 to 60 characters of a-z, 0-9 and -"),
    (
        {"cards": [card_entry("moon-" + "1" * 56)]},
        f"the card id 'moon-{'1' * 56}' must consist of 1 to 60 characters of a-z, 0-9 and -",
    ),
    ({"cards": [card_entry("sun-1")]}, "the card id 'sun-1' does not begin with 'moon-'"),
    ({"cards": [card_entry(), card_entry()]}, "two cards have the id 'moon-1'"),
    ({"cards": [card_entry(picture="2.svg")]}, "there is no picture '2.svg'"),
    ({"cards": [card_entry(sha256="0" * 64)]}, "the sha256 of 'moon-1' does not match the file '1.svg'"),
    ({"cards": [card_entry(renditions=[rendition_entry(picture="2.webp")])]}, "there is no picture '2.webp'"),
    (
        {"cards": [card_entry(renditions=[rendition_entry(sha256="0")])]},
        "the sha256 of 'moon-1' does not match the file '1.svg'",
    ),
    (
        {"cards": [card_entry(renditions=[rendition_entry(picture="../1.svg")])]},
        "the picture '../1.svg' is not a plain file name ending in .svg, .webp or .png",
    ),
    (
        {"cards": [card_entry(renditions=[rendition_entry(width=0)])]},
        "not a valid manifest: Expected `int` >= 1 - at `$.cards[0].renditions[0].width`",
    ),
    ({"author": "me"}, "not a valid manifest: Object contains unknown field `author`"),
    (
        {"cards": [card_entry(back="x")]},
        "not a valid manifest: Object contains unknown field `back` - at `$.cards[0]`",
    ),
    (
        {"cards": [card_entry(words="pale")]},
        "not a valid manifest: Expected `array`, got `str` - at `$.cards[0].words`",
    ),
    ({"title": None}, "not a valid manifest: Expected `str`, got `null` - at `$.title`"),
]


@pytest.mark.parametrize(("changes", "fault"), MANIFEST_FAULTS, ids=[fault for _, fault in MANIFEST_FAULTS])
def test_an_invalid_manifest_is_refused_with_a_reason(extra_decks_dir: Path, changes: Json, fault: str) -> None:
    file = write_deck(extra_decks_dir / "moon", **changes)
    assert load_error() == f"{file}: {fault}"


@pytest.mark.parametrize("name", ["../base/1.svg", "/tmp/1.svg", "..", "", ".1.svg", "1.svg\n", "1.SVG", "1.gif"])
def test_a_picture_must_be_a_plain_file_name(extra_decks_dir: Path, name: str) -> None:
    file = write_deck(extra_decks_dir / "moon", cards=[card_entry(picture=name)])
    assert load_error() == f"{file}: the picture {name!r} is not a plain file name ending in .svg, .webp or .png"


def test_a_picture_may_not_link_out_of_its_folder(extra_decks_dir: Path) -> None:
    file = write_deck(extra_decks_dir / "moon", cards=[card_entry(picture="2.svg")])
    (file.parent / "2.svg").symlink_to(DECKS_PATH / "base" / "base-001.svg")
    assert load_error() == f"{file}: the picture '2.svg' is a link to a file outside the deck's folder"


def test_a_picture_may_link_within_its_folder(extra_decks_dir: Path) -> None:
    file = write_deck(extra_decks_dir / "moon", cards=[card_entry(picture="2.svg")])
    (file.parent / "2.svg").symlink_to("1.svg")
    assert get_deck("moon").cards[0].sha256 == card_entry()["sha256"]


@pytest.mark.parametrize("text", [b"{", b"[]", b'{"name": "\xff"}', b"\xff\xfe"])
def test_a_malformed_manifest_is_refused(extra_decks_dir: Path, text: bytes) -> None:
    file = write_deck(extra_decks_dir / "moon")
    file.write_bytes(text)
    assert load_error().startswith(f"{file}: not a valid manifest: ")


def test_an_unreadable_manifest_is_refused(extra_decks_dir: Path) -> None:
    (extra_decks_dir / "moon" / "manifest.json").mkdir(parents=True)
    assert load_error() == f"{extra_decks_dir / 'moon' / 'manifest.json'}: can't be read: Is a directory"


def test_two_decks_of_the_same_name_are_refused(extra_decks_dir: Path) -> None:
    file = write_deck(extra_decks_dir / "base", cards=[card_entry("base-x")])
    assert load_error() == f"{file}: {DECKS_PATH / 'base'} is also a deck named 'base'"


def test_a_card_belongs_to_one_deck_only(extra_decks_dir: Path) -> None:
    write_deck(extra_decks_dir / "moon", cards=[card_entry("moon-old-1")])
    file = write_deck(extra_decks_dir / "moon-old", cards=[card_entry("moon-old-1")])
    assert load_error() == f"{file}: the deck 'moon' also has a card 'moon-old-1'"


def test_a_missing_decks_folder_is_refused(tmp_path: Path, settings: Settings) -> None:
    settings.DECKS_DIR = [tmp_path / "nowhere"]
    assert load_error() == f"{tmp_path / 'nowhere'}: DECKS_DIR names this folder, but it does not exist"


def test_the_system_check_accepts_valid_decks(extra_decks_dir: Path) -> None:
    write_deck(extra_decks_dir / "moon")
    assert check_decks(None) == []


def test_the_system_check_reports_an_invalid_deck(extra_decks_dir: Path) -> None:
    file = write_deck(extra_decks_dir / "moon", cards=[])
    (error,) = check_decks(None)
    assert error.id == "games.E001"
    assert error.msg == f"{file}: a deck needs at least one card"
