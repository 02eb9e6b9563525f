"""No operation, nor the import of records, accepts a body that is not strict JSON."""

import pytest

from games.api.operations import OPERATIONS
from games.api.operations.operation import Operation
from games.audit.record_limits import MAX_RECORD_BYTES
from games.audit.record_verifier import verify_record
from games.protocol.problems import PROBLEM_CODES
from tests.api.api_client import ApiResponse, Player
from tests.api.game_table import GameTable
from tests.api.test_strict_input import INVALID_JSON, NON_OBJECT_JSON

pytestmark = pytest.mark.django_db

OPERATIONS_WITH_BODY = [operation for operation in OPERATIONS if operation.body is not None]
WRONG_CONTENT_TYPES = (
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonx",
)
RECORD_CONTENT_TYPE = "application/x-ndjson"


def send_body(
    player: Player, match: str, operation: Operation, content: bytes, media_type: str = "application/json"
) -> ApiResponse:
    path = operation.path.replace("{match_id}", match).replace("{seat}", "1").replace("{", "").replace("}", "")
    return player.send(operation.method.upper(), path, content, content_type=media_type)


def assert_refused(response: ApiResponse, operation: Operation, *codes: str) -> None:
    """Assert that a response is a documented problem with one of these codes, or "not found"."""
    has_unknown_parameter = operation.path.replace("{match_id}", "").replace("{seat}", "").count("{")
    assert response.status == PROBLEM_CODES[response.code][0] < 500, response
    assert response.code in codes or (has_unknown_parameter and response.code == "not_found"), response


@pytest.mark.parametrize("operation", OPERATIONS_WITH_BODY, ids=lambda operation: operation.id)
def test_every_operation_refuses_invalid_json(operation: Operation) -> None:
    table = GameTable(1)
    before = table.host.events(table.id)
    for content in INVALID_JSON.values():
        expected = "too_large" if len(content) > 8192 else "malformed"
        assert_refused(send_body(table.host, table.id, operation, content), operation, expected)
    for content in NON_OBJECT_JSON.values():
        assert_refused(send_body(table.host, table.id, operation, content), operation, "malformed", "invalid")
    assert_refused(
        send_body(table.host, table.id, operation, b'{"a": "' + b"a" * 5_000_000 + b'"}'), operation, "too_large"
    )
    for kind in WRONG_CONTENT_TYPES:
        assert_refused(
            send_body(table.host, table.id, operation, b'{"a": 1}', kind), operation, "unsupported_media_type"
        )
    assert table.host.events(table.id) == before


RECORD_HEADER = b'{"record":1}\n'
INVALID_RECORDS: dict[str, bytes] = {
    "blank lines": b"\n\n\n",
    "not JSON": b"hello?\n",
    **{name: content + b"\n" for name, content in INVALID_JSON.items()},
    **{f"{name}, behind a header": RECORD_HEADER + content + b"\n" for name, content in INVALID_JSON.items()},
    **{name: content + b"\n" for name, content in NON_OBJECT_JSON.items()},
    "a million lines": b"{}\n" * 1_000_000,
    "one long line": b'{"a":"' + b"a" * 8_000_000 + b'"}\n',
    "no line break at the end": b"{}",
    "other line breaks": b"{}\r{}\x0b{}\x0c{}\xc2\x85{}\xe2\x80\xa8{}",
}


def import_record(content: bytes, media_type: str = RECORD_CONTENT_TYPE) -> ApiResponse:
    return Player().send("POST", "/imports", content, content_type=media_type)


@pytest.mark.parametrize("content", INVALID_RECORDS.values(), ids=INVALID_RECORDS)
def test_invalid_records_are_refused_by_the_verifier(content: bytes) -> None:
    verdict = verify_record(content)
    assert (verdict.ok, verdict.findings[0].status) == (False, "failed")


@pytest.mark.parametrize("name", ["not JSON", "a million lines"])
def test_invalid_records_are_refused_by_the_server(name: str) -> None:
    assert import_record(INVALID_RECORDS[name]).code == "unsound_record"


def test_imports_are_limited_in_size_and_content_type() -> None:
    assert import_record(b"x" * (MAX_RECORD_BYTES + 1)).code == "too_large"
    for kind in ("application/json", *WRONG_CONTENT_TYPES):
        assert import_record(RECORD_HEADER, kind).code == "unsupported_media_type"


VERSION_FIELD = b'"version":1}'
INVALID_NUMBERS: dict[str, bytes] = {
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
INVALID_TEXTS: dict[str, bytes] = {
    "NUL": b"A\\u0000a",
    "a raw NUL": b"A\x00",
    "a lone surrogate": b"A\\ud800",
    "bad UTF-8": b"A\xff",
}


def test_records_exploiting_parser_leniency_are_refused() -> None:
    host = GameTable(1).abandon().host
    (match,) = (line["id"] for line in host.get("/matches", mine="true").ok()["results"])
    record = host.send("GET", f"/matches/{match}/record").content
    corrupted_records = {
        **{
            name: record.replace(VERSION_FIELD, b'"version":' + number + b"}", 1)
            for name, number in INVALID_NUMBERS.items()
        },
        **{name: record.replace(b"Ada", word) for name, word in INVALID_TEXTS.items()},
        "a byte order mark": b"\xef\xbb\xbf" + record,
        "UTF-16": record.decode().encode("utf-16"),
        "half of it": record[: len(record) // 2],
    }
    for name, content in corrupted_records.items():
        assert content != record, name
        assert not verify_record(content).ok, name
    assert import_record(record).ok()["verdict"]["ok"]
