"""What no client may send: it is answered as a problem, never as a 500, and nothing happens."""

import json
from typing import Any

import pytest

from games.api import plain_views
from games.protocol.problems import PROBLEM_CODES
from tests.api.client import Answer, Player, inside
from tests.api.table import Table

pytestmark = pytest.mark.django_db

NO_JSON: dict[str, bytes] = {
    "nothing closed": b"[" * 8000,
    "100,000 brackets": b"[" * 100_000,
    **{f"{depth} deep": b'{"a":' + b"[" * depth + b"]" * depth + b"}" for depth in (8, 100, 300, 450, 600, 900, 980)},
    "990 objects deep": b'{"a":' * 990 + b"1" + b"}" * 990,
    "a key twice": b'{"name": "Ada", "name": "Ben"}',
    "a key twice, once escaped": b'{"name": "Ada", "n\\u0061me": "Ben"}',
    "a key twice, deep inside": b'{"a": {"b": [{"c": 1, "c": 1}]}}',
    "NaN": b'{"name": NaN}',
    "infinity": b'{"name": -Infinity}',
    "1e400": b'{"name": 1e400}',
    "a fraction": b'{"name": 1.5}',
    "a whole fraction": b'{"name": 1.0}',
    "minus zero": b'{"name": -0}',
    "5,000 digits": b'{"name": ' + b"9" * 5000 + b"}",
    "a leading zero": b'{"name": 01}',
    "full-width digits": '{"name": \uff17}'.encode(),
    "a lone surrogate": b'{"name": "\\ud800"}',
    "a lone surrogate as a key": b'{"\\udfff": 1}',
    "a raw control character": b'{"name": "a\x00b"}',
    "bad UTF-8": b'{"name": "\xff"}',
    "overlong UTF-8": b'{"name": "\xc0\xaf"}',
    "a surrogate in UTF-8": b'{"name": "\xed\xa0\x80"}',
    "a byte order mark": b'\xef\xbb\xbf{"name": "Ada"}',
    "UTF-16": '{"name": "Ada"}'.encode("utf-16"),
    "UTF-32": '{"name": "Ada"}'.encode("utf-32"),
    "a comment": b'{"name": "Ada"} // me',
    "two values": b'{"name": "Ada"}{"name": "Ada"}',
    "a trailing comma": b'{"name": "Ada",}',
    "single quotes": b"{'name': 'Ada'}",
    "half a value": b'{"name": "A',
}
NO_OBJECT = {"a list": b"[]", "a text": b'"Ada"', "a number": b"7", "null": b"null", "true": b"true"}


def problem(answer: Answer, *expected: str) -> None:
    """It is a problem with a documented code, and one of those expected."""
    assert answer.code in PROBLEM_CODES
    assert answer.status == PROBLEM_CODES[answer.code][0] < 500
    assert answer.code in expected


def start(content: bytes, **headers: str) -> Answer:
    """A body for a view on the hot path."""
    table = Table(1)
    before = table.host.events(table.id)
    answer = table.host.send("POST", f"/matches/{table.id}/abandon", content, **headers)
    assert table.host.events(table.id) == before
    return answer


def guest(content: bytes, **headers: str) -> Answer:
    """A body for a view of REST framework's."""
    return inside("POST", "/guests", content, {name.replace("_", "-"): value for name, value in headers.items()})


DOORS = pytest.mark.parametrize("door", [start, guest])


@DOORS
@pytest.mark.parametrize("content", NO_JSON.values(), ids=NO_JSON)
def test_what_is_no_json_in_the_strict_sense_is_malformed(door, content: bytes) -> None:
    problem(door(content), "too_large" if len(content) > 8192 else "malformed")


@DOORS
@pytest.mark.parametrize("content", NO_OBJECT.values(), ids=NO_OBJECT)
def test_a_body_is_an_object(door, content: bytes) -> None:
    problem(door(content), "malformed", "invalid")


@DOORS
def test_a_body_has_at_most_eight_kib(door) -> None:
    fits = json.dumps({"x": ""})
    problem(door(fits.replace('""', '"' + "a" * (8192 - len(fits)) + '"').encode()), "invalid")
    problem(door(fits.replace('""', '"' + "a" * (8193 - len(fits)) + '"').encode()), "too_large")
    problem(door(b'{"name": "' + b"a" * 5_000_000 + b'"}'), "too_large")
    problem(door(b" " * 9_000_000 + b"{}"), "too_large")


@DOORS
@pytest.mark.parametrize(
    "kind",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonx", "json"],
)
def test_a_body_is_sent_as_json(door, kind: str) -> None:
    content = {start: b"{}", guest: b'{"name": "Ada"}'}[door]
    problem(door(content, Content_Type=kind), "unsupported_media_type")


@DOORS
@pytest.mark.parametrize(
    "key", ["is_staff", "score", "seat", "id", "__proto__", "user", "NAME", "a/b", "a~b", "`] - at `$", ""]
)
def test_keys_that_are_not_asked_for_are_refused_by_name(door, key: str) -> None:
    answer = door(json.dumps({"name": "Ada", key: 1} if door is guest else {key: 1}).encode())
    problem(answer, "invalid")
    (error,) = answer.json["errors"]
    assert error["code"] == "unknown_field"
    assert "$" in key or error["pointer"] == "/" + key.replace("~", "~0").replace("/", "~1")


@pytest.mark.parametrize(
    "value", ["1", 1.0, "\uff11", True, None, [1], {"n": 1}, 0, -1, 2**31, 2**53 + 1, 2**64, 10**4000]
)
def test_a_slot_is_a_whole_number_within_reason(value: Any) -> None:
    table = Table(ruleset="classic").start().until("voting")
    problem(table.guessers[0].command(table.id, "vote", {"slots": [value]}), "invalid", "malformed")


@pytest.mark.parametrize("value", ["0", True, 2.0, -1, 1001, 2**63, [0]])
def test_a_seat_is_a_whole_number(value: Any) -> None:
    table = Table(1)
    problem(Player("Ben").command(table.id, "sit", {"seat": value}), "invalid", "malformed")


@pytest.mark.parametrize(
    "body",
    [
        {"cards": "base-001"},
        {"cards": [1]},
        {"cards": [None]},
        {"cards": ["x" * 61]},
        {"cards": [""]},
        {"cards": ["x"] * 101},
        {"cards": {"0": "x"}},
        {"cards": ["x"], "score": 30},
        {},
    ],
)
def test_cards_are_a_list_of_ids(body: Any) -> None:
    table = Table(ruleset="classic").start().until("submitting")
    problem(table.guessers[0].command(table.id, "cards", body), "invalid")


@pytest.mark.parametrize("card", ["a\x00b", "\x00", "'; DROP TABLE eventlog_event;--", "%s", "🂡", "../../etc/passwd"])
def test_an_odd_card_is_simply_not_in_the_hand(card: str) -> None:
    table = Table(4, ruleset="classic").start().until("submitting")
    problem(table.guessers[0].command(table.id, "cards", {"cards": [card]}), "card_not_in_hand")


def test_the_check_sees_a_house_that_decodes_as_python_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain_views, "parse_json", json.loads)
    for door in (start, guest):
        with pytest.raises(AssertionError):
            test_what_is_no_json_in_the_strict_sense_is_malformed(door, NO_JSON["a key twice"])
