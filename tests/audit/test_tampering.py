"""A changed record is detected, even with a recomputed last line, and the right version is named."""

import json
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.audit.canonical_json import encode_canonical
from games.audit.chain_check import Chain
from games.audit.errors import VerificationError
from games.audit.main import main
from games.audit.record_header import parse_header
from games.audit.record_line import EventLine
from games.audit.record_parser import parse_record
from games.audit.record_verifier import verify_record
from games.eventlog.digests import chain_hash
from tests.audit.golden_records import LONG_RECORD_NAME, read_golden_record
from tests.audit.record_forging import FORGERIES, append_checksum_line, count_events, lines_before_checksum

GOLDEN_RECORD = read_golden_record(LONG_RECORD_NAME)
GOLDEN_LINES = lines_before_checksum(GOLDEN_RECORD)


def verify_file(capsys: pytest.CaptureFixture[str], content: bytes, folder: Path) -> tuple[int, int | None]:
    """Return the verifier's exit code for a file, and the first bad version."""
    file = folder / "record.jsonl"
    file.write_bytes(content)
    code = main([str(file), "--json"])
    return code, json.loads(capsys.readouterr().out)["first_bad"]


def test_the_original_record_verifies():
    assert count_events(GOLDEN_LINES) > 190
    assert verify_record(GOLDEN_RECORD).ok


@pytest.mark.parametrize("kind", FORGERIES)
@pytest.mark.parametrize("times", [8, pytest.param(1000, marks=pytest.mark.nightly)])
def test_every_forgery_is_found_by_the_program(kind: str, times: int, tmp_path: Path, capsys):
    rng = Random(kind)
    for _ in range(times):
        lines, bad = FORGERIES[kind](GOLDEN_LINES, rng)
        forged = append_checksum_line(lines)
        if forged != GOLDEN_RECORD:
            assert verify_file(capsys, forged, tmp_path) == (1, bad)


def test_a_changed_checksum_line_is_found_without_a_bad_version(tmp_path: Path, capsys):
    end = GOLDEN_RECORD.rindex(b'{"sha256"')
    for at in range(end, len(GOLDEN_RECORD), 13):
        forged = bytearray(GOLDEN_RECORD)
        forged[at] ^= 1
        assert verify_file(capsys, bytes(forged), tmp_path) == (1, None)
    assert verify_file(capsys, GOLDEN_RECORD[:-1], tmp_path) == (1, None)
    assert verify_file(capsys, GOLDEN_RECORD + b"\n", tmp_path) == (1, None)


def rejected_version(chain: Chain, raw: bytes) -> int | None:
    """Return the bad version if this line cannot be the next one, or None."""
    try:
        chain.parse_next(raw)
    except VerificationError as fault:
        return fault.version
    return None


@pytest.mark.parametrize("step", [97, pytest.param(1, marks=pytest.mark.nightly)])
def test_every_flipped_bit_of_every_event_is_found_by_the_library(step: int):
    """Line by line, as the lines before a flipped bit are unchanged. `step`: flip only every `step`th bit."""
    chain = Chain(match=parse_header(GOLDEN_LINES[0].encode()).match, complete=True)
    bit_count = 0
    for version, text in enumerate(GOLDEN_LINES[1 : count_events(GOLDEN_LINES) + 1], start=1):
        raw = text.encode()
        for bit in range(version % step, 8 * len(raw), step):
            forged = bytearray(raw)
            forged[bit // 8] ^= 1 << bit % 8
            assert rejected_version(chain, bytes(forged)) == version
            bit_count += 1
        chain.advance(chain.parse_next(raw))
    assert bit_count > 800_000 // step


@pytest.mark.parametrize("cards", [5, "card", [5], [{"words": []}]])
def test_a_deck_of_a_wrong_shape_is_found(cards: Any):
    """The forger has computed every digest, and the first event names the same deck."""
    header, first_line = json.loads(GOLDEN_LINES[0]), json.loads(GOLDEN_LINES[1])
    name = header["decks"][0]["name"]
    digest = sha256(encode_canonical({"name": name, "cards": cards}).encode()).hexdigest()
    header["decks"] = [{"name": name, "digest": digest, "cards": cards}]
    first_line["event"]["data"]["decks"] = [{"name": name, "digest": digest, "cards": []}]
    first_line["hash"] = chain_hash(encode_canonical(first_line["event"]))
    forged = append_checksum_line([encode_canonical(header), encode_canonical(first_line), *GOLDEN_LINES[2:]])
    failure = verify_record(forged).first_failure
    assert failure is not None
    assert "list of cards" in failure.words


@pytest.mark.parametrize("step", [499, pytest.param(1, marks=pytest.mark.nightly)])
def test_every_flipped_bit_of_the_header_is_found(step: int):
    """Detected by the header's own data, the first event, the last event, or the receipt in the record."""
    match_record, first_event = parse_record(GOLDEN_RECORD), json.loads(GOLDEN_LINES[1])
    first_line = EventLine(body=first_event["event"], hash=first_event["hash"], opened=())
    raw = GOLDEN_LINES[0].encode()
    for bit in range(0, 8 * len(raw), step):
        forged = bytearray(raw)
        forged[bit // 8] ^= 1 << bit % 8
        try:
            header = parse_header(bytes(forged))
            header.check_first_event(first_line)
        except VerificationError:
            continue
        header_values = (header.match, header.version, header.head)
        if header_values == (match_record.header.match, match_record.chain.version, match_record.chain.head):
            assert not verify_record(append_checksum_line([bytes(forged), *GOLDEN_LINES[1:]])).ok


@pytest.mark.parametrize("content", ["[]", "1", '{"keys": {}}', "{}"])
def test_a_keys_file_without_a_list_of_keys_is_refused(content: str, tmp_path: Path, capsys):
    record, keys = tmp_path / "record.jsonl", tmp_path / "keys.json"
    record.write_bytes(GOLDEN_RECORD)
    keys.write_text(content)
    assert main([str(record), "--keys", str(keys)]) == 2
    assert "the list keys" in capsys.readouterr().err
