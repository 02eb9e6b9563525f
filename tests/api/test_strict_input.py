"""Invalid input gets a problem response, never a 500, and has no effect."""

import json
from typing import Any

import pytest

from games.api import plain_views
from games.protocol.problems import PROBLEM_CODES
from tests.api.api_client import ApiResponse, Player, call_in_process
from tests.api.game_table import GameTable

pytestmark = pytest.mark.django_db

INVALID_JSON: dict[str, bytes] = {
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
NON_OBJECT_JSON = {"a list": b"[]", "a text": b'"Ada"', "a number": b"7", "null": b"null", "true": b"true"}


def assert_problem(response: ApiResponse, *expected: str) -> None:
    """Assert that a response is a problem with a documented code, and with one of those expected."""
    assert response.code in PROBLEM_CODES
    assert response.status == PROBLEM_CODES[response.code][0] < 500
    assert response.code in expected


def send_to_command(content: bytes, **headers: str) -> ApiResponse:
    """Send a body to a view on the hot path."""
    table = GameTable(1)
    before = table.host.events(table.id)
    response = table.host.send("POST", f"/matches/{table.id}/abandon", content, **headers)
    assert table.host.events(table.id) == before
    return response


def send_to_guests(content: bytes, **headers: str) -> ApiResponse:
    """Send a body to a view of REST framework."""
    return call_in_process(
        "POST", "/guests", content, {name.replace("_", "-"): value for name, value in headers.items()}
    )


BOTH_ENDPOINTS = pytest.mark.parametrize("send_body", [send_to_command, send_to_guests])


@BOTH_ENDPOINTS
@pytest.mark.parametrize("content", INVALID_JSON.values(), ids=INVALID_JSON)
def test_invalid_json_is_malformed(send_body, content: bytes) -> None:
    assert_problem(send_body(content), "too_large" if len(content) > 8192 else "malformed")


@BOTH_ENDPOINTS
@pytest.mark.parametrize("content", NON_OBJECT_JSON.values(), ids=NON_OBJECT_JSON)
def test_a_body_must_be_an_object(send_body, content: bytes) -> None:
    assert_problem(send_body(content), "malformed", "invalid")


@BOTH_ENDPOINTS
def test_a_body_is_limited_to_eight_kib(send_body) -> None:
    fits = json.dumps({"x": ""})
    assert_problem(send_body(fits.replace('""', '"' + "a" * (8192 - len(fits)) + '"').encode()), "invalid")
    assert_problem(send_body(fits.replace('""', '"' + "a" * (8193 - len(fits)) + '"').encode()), "too_large")
    assert_problem(send_body(b'{"name": "' + b"a" * 5_000_000 + b'"}'), "too_large")
    assert_problem(send_body(b" " * 9_000_000 + b"{}"), "too_large")


@BOTH_ENDPOINTS
@pytest.mark.parametrize(
    "kind",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonx", "json"],
)
def test_other_content_types_are_refused(send_body, kind: str) -> None:
    content = {send_to_command: b"{}", send_to_guests: b'{"name": "Ada"}'}[send_body]
    assert_problem(send_body(content, Content_Type=kind), "unsupported_media_type")


@BOTH_ENDPOINTS
@pytest.mark.parametrize(
    "key", ["is_staff", "score", "seat", "id", "__proto__", "user", "NAME", "a/b", "a~b", "`] - at `$", ""]
)
def test_unknown_fields_are_refused_by_name(send_body, key: str) -> None:
    response = send_body(json.dumps({"name": "Ada", key: 1} if send_body is send_to_guests else {key: 1}).encode())
    assert_problem(response, "invalid")
    (error,) = response.json["errors"]
    assert error["code"] == "unknown_field"
    assert "$" in key or error["pointer"] == "/" + key.replace("~", "~0").replace("/", "~1")


@pytest.mark.parametrize(
    "value", ["1", 1.0, "\uff11", True, None, [1], {"n": 1}, 0, -1, 2**31, 2**53 + 1, 2**64, 10**4000]
)
def test_a_slot_must_be_an_integer_in_range(value: Any) -> None:
    table = GameTable(ruleset="classic").start().play_until("voting")
    assert_problem(table.guessers[0].command(table.id, "vote", {"slots": [value]}), "invalid", "malformed")


@pytest.mark.parametrize("value", ["0", True, 2.0, -1, 1001, 2**63, [0]])
def test_a_seat_must_be_an_integer_in_range(value: Any) -> None:
    table = GameTable(1)
    assert_problem(Player("Ben").command(table.id, "sit", {"seat": value}), "invalid", "malformed")


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
def test_cards_must_be_a_list_of_ids(body: Any) -> None:
    table = GameTable(ruleset="classic").start().play_until("submitting")
    assert_problem(table.guessers[0].command(table.id, "cards", body), "invalid")


@pytest.mark.parametrize("card", ["a\x00b", "\x00", "'; DROP TABLE eventlog_event;--", "%s", "🂡", "../../etc/passwd"])
def test_an_unknown_card_id_is_not_in_the_hand(card: str) -> None:
    table = GameTable(4, ruleset="classic").start().play_until("submitting")
    assert_problem(table.guessers[0].command(table.id, "cards", {"cards": [card]}), "card_not_in_hand")


def test_the_json_check_detects_a_lenient_decoder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain_views, "parse_json", json.loads)
    for send_body in (send_to_command, send_to_guests):
        with pytest.raises(AssertionError):
            test_invalid_json_is_malformed(send_body, INVALID_JSON["a key twice"])
