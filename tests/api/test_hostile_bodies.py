"""No operation takes a body that is no JSON in the strict sense, whichever it is; nor does the import of records."""

import pytest

from games.api.operations import OPERATIONS
from games.api.operations.operation import Operation
from games.protocol.problems import PROBLEM_CODES
from games.records.imports import MAX_RECORD_BYTES
from tests.api.client import Answer, Player
from tests.api.table import Table
from tests.api.test_strict_input import NO_JSON, NO_OBJECT

pytestmark = pytest.mark.django_db

WITH_BODIES = [operation for operation in OPERATIONS if operation.body is not None]
KINDS = ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonx")
NDJSON = "application/x-ndjson"


def sent(player: Player, match: str, operation: Operation, content: bytes, kind: str = "application/json") -> Answer:
    path = operation.path.replace("{match_id}", match).replace("{seat}", "1").replace("{", "").replace("}", "")
    return player.send(operation.method.upper(), path, content, content_type=kind)


def refused(answer: Answer, operation: Operation, *codes: str) -> None:
    """It is a documented problem: one of these, or that there is no such thing to be spoken to."""
    unknown = operation.path.replace("{match_id}", "").replace("{seat}", "").count("{")
    assert answer.status == PROBLEM_CODES[answer.code][0] < 500, answer
    assert answer.code in codes or (unknown and answer.code == "not_found"), answer


@pytest.mark.parametrize("operation", WITH_BODIES, ids=lambda operation: operation.id)
def test_what_is_no_json_is_refused_by_every_operation(operation: Operation) -> None:
    table = Table(1)
    before = table.host.events(table.id)
    for content in NO_JSON.values():
        expected = "too_large" if len(content) > 8192 else "malformed"
        refused(sent(table.host, table.id, operation, content), operation, expected)
    for content in NO_OBJECT.values():
        refused(sent(table.host, table.id, operation, content), operation, "malformed", "invalid")
    refused(sent(table.host, table.id, operation, b'{"a": "' + b"a" * 5_000_000 + b'"}'), operation, "too_large")
    for kind in KINDS:
        refused(sent(table.host, table.id, operation, b'{"a": 1}', kind), operation, "unsupported_media_type")
    assert table.host.events(table.id) == before


HEADER = b'{"record":1}\n'
NO_RECORD: dict[str, bytes] = {
    "blank lines": b"\n\n\n",
    "no JSON": b"hello?\n",
    **{name: content + b"\n" for name, content in NO_JSON.items()},
    **{f"{name}, behind a header": HEADER + content + b"\n" for name, content in NO_JSON.items()},
    **{name: content + b"\n" for name, content in NO_OBJECT.items()},
    "a million lines": b"{}\n" * 1_000_000,
    "one long line": b'{"a":"' + b"a" * 8_000_000 + b'"}\n',
    "no end of line": b"{}",
    "other ends of lines": b"{}\r{}\x0b{}\x0c{}\xc2\x85{}\xe2\x80\xa8{}",
}


def brought(content: bytes, kind: str = NDJSON) -> Answer:
    return Player().send("POST", "/imports", content, content_type=kind)


@pytest.mark.parametrize("content", NO_RECORD.values(), ids=NO_RECORD)
def test_what_is_no_record_is_not_taken_in(content: bytes) -> None:
    answer = brought(content)
    assert (answer.status, answer.code) in ((422, "unsound_record"), (400, "malformed")), answer


def test_a_record_has_at_most_eight_mib_and_its_own_type() -> None:
    assert brought(b"x" * (MAX_RECORD_BYTES + 1)).code == "too_large"
    for kind in ("application/json", *KINDS):
        assert brought(HEADER, kind).code == "unsupported_media_type"


VERSION = b'"version":1}'
NUMBERS: dict[str, bytes] = {
    "a key twice": b'1,"version":1',
    "a fraction": b"1.0",
    "1e400": b"1e400",
    "NaN": b"NaN",
    "5,000 digits": b"9" * 5000,
    "full-width digits": "\uff11".encode(),
    "deep": b"[" * 900 + b"]" * 900,
    "never closed": b"[" * 100_000,
    "a text": b'"1"',
}
WORDS: dict[str, bytes] = {
    "NUL": b"A\\u0000a",
    "a raw NUL": b"A\x00",
    "a lone surrogate": b"A\\ud800",
    "bad UTF-8": b"A\xff",
}


def test_a_record_that_is_spoilt_in_a_parsers_way_is_not_right() -> None:
    host = Table(1).abandon().host
    (match,) = (line["id"] for line in host.get("/matches", mine="true").ok()["results"])
    record = host.send("GET", f"/matches/{match}/record").content
    spoilt = {
        **{name: record.replace(VERSION, b'"version":' + number + b"}", 1) for name, number in NUMBERS.items()},
        **{name: record.replace(b"Ada", word) for name, word in WORDS.items()},
        "a byte order mark": b"\xef\xbb\xbf" + record,
        "UTF-16": record.decode().encode("utf-16"),
        "half of it": record[: len(record) // 2],
    }
    for name, content in spoilt.items():
        assert content != record, name
        answer = brought(content)
        assert (answer.status, answer.code) in ((422, "unsound_record"), (400, "malformed")), (name, answer)
    assert brought(record).status == 201
