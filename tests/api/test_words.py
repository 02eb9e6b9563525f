"""Clues and names: what can be read passes, in one normal form; what can't doesn't."""

import json
from unicodedata import normalize

import pytest

from games.protocol import command_specs
from tests.api.client import Answer, Player, inside
from tests.api.table import Table

pytestmark = pytest.mark.django_db

FAMILY = "👨\u200d👩\u200d👧\u200d👦"
READABLE = {
    "a plain clue": "a quiet storm",
    "200 letters": "a" * 200,
    "200 letters with two marks each": "a\u0316\u0317" * 200,
    "an emoji family": FAMILY,
    "fifty emoji families": FAMILY * 50,
    "a flag": "🇫🇷",
    "an emoji of Unicode 15": "🫨",
    "an emoji of Unicode 16": "🫩",
    "Persian with a joiner": "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "Hindi": "नमस्ते",
    "Arabic": "السلام",
    "punctuation": "?!",
    "HTML": "<script>alert(1)</script>",
    "a keycap": "1️⃣",
    "a heart": "❤️",
}
UNREADABLE = {
    "blanks": "   ",
    "no-break spaces": "\u00a0\u2003",
    "201 letters": "a" * 201,
    "zero-width spaces": "\u200b\u200b",
    "joiners": "\u200d\u200c",
    "a mark alone": "\u0301",
    "variation selectors": "\ufe0f\ufe0f",
    "a Hangul filler": "\u3164",
    "Hangul jamo fillers": "\u115f\u1160",
    "a half-width Hangul filler": "\uffa0",
    "a blank braille cell": "\u2800",
    "a soft hyphen": "a\u00adb",
    "a bidi override": "a\u202eb",
    "a bidi isolate": "a\u2066b\u2069",
    "a right-to-left mark": "a\u200fb",
    "a byte order mark inside": "a\ufeffb",
    "NUL": "a\x00b",
    "a line feed": "a\nb",
    "a tab": "a\tb",
    "escape": "\x1b[31mred",
    "delete": "a\x7fb",
    "C1": "a\x85b",
    "a line separator": "a\u2028b",
    "a private character": "a\ue000b",
    "a non-character": "a\uffffb",
    "two hundred marks on one letter": "a" + "\u0316" * 900,
}


def tell(text: str) -> tuple[Answer, Table]:
    table = Table(ruleset="classic", first="host").start()
    card = table.host.view(table.id)["you"]["hand"][0]
    return table.host.command(table.id, "clue", {"card": card, "clue": {"kind": "text", "text": text}}), table


@pytest.mark.parametrize("text", READABLE.values(), ids=READABLE)
def test_a_clue_that_can_be_read_passes(text: str) -> None:
    answer, table = tell(text)
    answer.ok()
    assert table.players[1].view(table.id)["clue"] == {"kind": "text", "text": normalize("NFC", text)}


@pytest.mark.parametrize("text", UNREADABLE.values(), ids=UNREADABLE)
def test_a_clue_that_cannot_be_read_is_refused(text: str) -> None:
    answer, table = tell(text)
    assert (answer.status, answer.code) == (400, "invalid")
    assert answer.json["errors"][0]["pointer"] == "/clue/text"
    assert table.host.view(table.id)["phase"]["name"] == "storytelling"


def test_a_clue_is_kept_composed_and_without_blank_ends() -> None:
    answer, table = tell("  cafe\u0301 \n")
    answer.ok()
    assert table.host.view(table.id)["clue"]["text"] == "caf\u00e9"


@pytest.mark.parametrize("kind", ["sound", "song", "mime"])
def test_only_a_clue_of_words_needs_words(kind: str) -> None:
    table = Table(ruleset="classic", first="host").start()
    card = table.host.view(table.id)["you"]["hand"][0]
    told = table.host.command(table.id, "clue", {"card": card, "clue": {"kind": "text"}})
    assert told.code == "clue_without_words"
    table.host.command(table.id, "clue", {"card": card, "clue": {"kind": kind}}).ok()
    assert table.host.view(table.id)["clue"] == {"kind": kind, "text": None}


def named(name: str) -> Answer:
    return inside("POST", "/guests", json.dumps({"name": name}).encode())


@pytest.mark.parametrize(
    "name",
    [
        *("A", "a" * 40, "Åsa", "李小龍", FAMILY, FAMILY * 5, "O'Brien", "Robert'); DROP TABLE students;--"),
        pytest.param(FAMILY * 8, id="eight families"),
        pytest.param("a\u0316\u0317" * 40, id="forty letters with two marks each"),
    ],
)
def test_a_name_is_whatever_can_be_read(name: str) -> None:
    shown = named(name).ok(201)["user"]["name"]
    assert shown == normalize("NFC", name)
    player = Player(name)
    assert player.view(player.open())["seats"][0]["player"]["name"] == shown
    assert player.get("/matches", mine="true").ok()["results"][0]["seats"][0]["player"]["name"] == shown


@pytest.mark.parametrize("name", ["", " ", "a" * 41, "a\x00", "\u200b", "\u3164", "a\u202eb", "a\nb", "a" * 10_000])
def test_a_name_that_cannot_be_read_is_refused(name: str) -> None:
    answer = named(name)
    assert answer.code in ("invalid", "too_large")


@pytest.mark.parametrize("body", [b"{}", b'{"name": null}', b'{"name": 7}', b'{"name": ["Ada"]}', b'{"name": true}'])
def test_a_name_is_a_text(body: bytes) -> None:
    answer = inside("POST", "/guests", body)
    assert answer.code == "invalid"
    assert answer.json["errors"][0]["pointer"] == "/name"


def test_the_check_sees_a_house_that_takes_any_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_specs, "validate_text", lambda text, pointer, most: text)
    with pytest.raises(AssertionError):
        test_a_clue_that_cannot_be_read_is_refused("a\u202eb")
