"""Clues and names: readable text is accepted in one normal form; anything else is refused."""

import json
from unicodedata import normalize

import pytest

from games.protocol import command_specs
from tests.api.api_client import ApiResponse, Player, call_in_process
from tests.api.game_table import GameTable

pytestmark = pytest.mark.django_db

FAMILY = "👨\u200d👩\u200d👧\u200d👦"
READABLE = {
    "a plain clue": "a quiet storm",
    "500 letters": "a" * 500,
    "500 letters with two marks each": "a\u0316\u0317" * 500,
    "an emoji family": FAMILY,
    "fifty emoji families": FAMILY * 50,
    "a flag": "🇫🇷",
    "an emoji of Unicode 15": "🫨",
    "an emoji of Unicode 16": "🫩",
    "Persian with a joiner": "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "Hindi": "नमस्ते",
    "Arabic": "السلام",
    "Hebrew with a right-to-left mark inside": "\u05de\u05d4\u200f?!\u05d6",
    "marks of direction inside": "a\u200eb\u200fc\u061cd",
    "Arabic numbers with their sign": "\u0600\u0661\u0662 \u06dd\u0663",
    "the flag of England": "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "the flag of Scotland in a text": "to 🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f!",
    "the flag of Wales": "🏴\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f",
    "two lines": "a quiet storm\nover the sea",
    "a poem": "one\n\ntwo\nthree",
    "punctuation": "?!",
    "HTML": "<script>alert(1)</script>",
    "a keycap": "1️⃣",
    "a heart": "❤️",
}
UNREADABLE = {
    "blanks": "   ",
    "no-break spaces": "\u00a0\u2003",
    "501 letters": "a" * 501,
    "line feeds alone": "\n\n",
    "marks of direction alone": "\u200f\u200e\u061c",
    "tags without a flag": "a\U000e0067\U000e0062\U000e007f",
    "a flag without an end": "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067",
    "a text hidden in a flag": "🏴" + "\U000e0061" * 40 + "\U000e007f",
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
    "a byte order mark inside": "a\ufeffb",
    "NUL": "a\x00b",
    "a tab": "a\tb",
    "escape": "\x1b[31mred",
    "delete": "a\x7fb",
    "C1": "a\x85b",
    "a line separator": "a\u2028b",
    "a private character": "a\ue000b",
    "a non-character": "a\uffffb",
    "two hundred marks on one letter": "a" + "\u0316" * 900,
}


def give_clue(text: str) -> tuple[ApiResponse, GameTable]:
    table = GameTable(ruleset="classic", first="host").start()
    card = table.host.view(table.id)["you"]["hand"][0]
    return table.host.command(table.id, "clue", {"card": card, "clue": {"kind": "text", "text": text}}), table


@pytest.mark.parametrize("text", READABLE.values(), ids=READABLE)
def test_a_readable_clue_is_accepted(text: str) -> None:
    response, table = give_clue(text)
    response.ok()
    assert table.players[1].view(table.id)["clue"] == {"kind": "text", "text": normalize("NFC", text)}


@pytest.mark.parametrize("text", UNREADABLE.values(), ids=UNREADABLE)
def test_an_unreadable_clue_is_refused(text: str) -> None:
    response, table = give_clue(text)
    assert (response.status, response.code) == (400, "invalid")
    assert response.json["errors"][0]["pointer"] == "/clue/text"
    assert table.host.view(table.id)["phase"]["name"] == "storytelling"


def test_a_clue_is_normalized_and_trimmed() -> None:
    response, table = give_clue("\u200e  cafe\u0301\r\nau\rlait \n\u200f")
    response.ok()
    assert table.host.view(table.id)["clue"]["text"] == "caf\u00e9\nau\nlait"


@pytest.mark.parametrize("kind", ["sound", "song", "mime"])
def test_only_a_text_clue_needs_text(kind: str) -> None:
    table = GameTable(ruleset="classic", first="host").start()
    card = table.host.view(table.id)["you"]["hand"][0]
    refused = table.host.command(table.id, "clue", {"card": card, "clue": {"kind": "text"}})
    assert refused.code == "clue_without_words"
    table.host.command(table.id, "clue", {"card": card, "clue": {"kind": kind}}).ok()
    assert table.host.view(table.id)["clue"] == {"kind": kind, "text": None}


def create_guest(name: str) -> ApiResponse:
    return call_in_process("POST", "/guests", json.dumps({"name": name}).encode())


@pytest.mark.parametrize(
    "name",
    [
        *("A", "a" * 40, "Åsa", "李小龍", FAMILY, FAMILY * 5, "O'Brien", "Robert'); DROP TABLE students;--"),
        pytest.param(FAMILY * 8, id="eight families"),
        pytest.param("a\u0316\u0317" * 40, id="forty letters with two marks each"),
    ],
)
def test_a_readable_name_is_accepted(name: str) -> None:
    normalized_name = create_guest(name).ok(201)["user"]["name"]
    assert normalized_name == normalize("NFC", name)
    player = Player(name)
    assert player.view(player.open())["seats"][0]["player"]["name"] == normalized_name
    assert player.get("/matches", mine="true").ok()["results"][0]["seats"][0]["player"]["name"] == normalized_name


@pytest.mark.parametrize("name", ["", " ", "a" * 41, "a\x00", "\u200b", "\u3164", "a\u202eb", "a\nb", "a" * 10_000])
def test_an_unreadable_name_is_refused(name: str) -> None:
    response = create_guest(name)
    assert response.code in ("invalid", "too_large")


@pytest.mark.parametrize("body", [b"{}", b'{"name": null}', b'{"name": 7}', b'{"name": ["Ada"]}', b'{"name": true}'])
def test_a_name_must_be_a_string(body: bytes) -> None:
    response = call_in_process("POST", "/guests", body)
    assert response.code == "invalid"
    assert response.json["errors"][0]["pointer"] == "/name"


def test_the_text_check_detects_missing_validation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_specs, "validate_text", lambda text, pointer, most, **_: text)
    with pytest.raises(AssertionError):
        test_an_unreadable_clue_is_refused("a\u202eb")
