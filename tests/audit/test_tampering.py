"""Whoever changes a record, and even makes its last line anew, is found, and the right version is named."""

import json
from pathlib import Path
from random import Random

import pytest

from games.audit.chain_check import Chain
from games.audit.errors import VerificationError
from games.audit.main import main
from games.audit.record_header import parse_header
from games.audit.record_line import EventLine
from games.audit.record_parser import parse_record
from games.audit.record_verifier import verify_record
from tests.audit.forging import FORGERIES, as_record, events_in, lines_of
from tests.audit.golden import LONG, record

RECORD = record(LONG)
LINES = lines_of(RECORD)


def told(capsys: pytest.CaptureFixture[str], content: bytes, folder: Path) -> tuple[int, int | None]:
    """What the program says of a file: its exit code, and the first bad version."""
    file = folder / "record.jsonl"
    file.write_bytes(content)
    code = main([str(file), "--json"])
    return code, json.loads(capsys.readouterr().out)["first_bad"]


def test_nobody_has_changed_it():
    assert events_in(LINES) > 190
    assert verify_record(RECORD).ok


@pytest.mark.parametrize("kind", FORGERIES)
@pytest.mark.parametrize("times", [8, pytest.param(1000, marks=pytest.mark.nightly)])
def test_every_forgery_is_found_by_the_program(kind: str, times: int, tmp_path: Path, capsys):
    rng = Random(kind)
    for _ in range(times):
        lines, bad = FORGERIES[kind](LINES, rng)
        forged = as_record(lines)
        if forged != RECORD:
            assert told(capsys, forged, tmp_path) == (1, bad)


def test_the_last_line_alone_shows_a_change_whose_version_the_chain_names(tmp_path: Path, capsys):
    end = RECORD.rindex(b'{"sha256"')
    for at in range(end, len(RECORD), 13):
        forged = bytearray(RECORD)
        forged[at] ^= 1
        assert told(capsys, bytes(forged), tmp_path) == (1, None)
    assert told(capsys, RECORD[:-1], tmp_path) == (1, None)
    assert told(capsys, RECORD + b"\n", tmp_path) == (1, None)


def judged(chain: Chain, raw: bytes) -> int | None:
    """The bad version, if this line can't be the next."""
    try:
        chain.parse_next(raw)
    except VerificationError as fault:
        return fault.version
    return None


@pytest.mark.parametrize("step", [97, pytest.param(1, marks=pytest.mark.nightly)])
def test_every_flipped_bit_of_every_event_is_found_by_the_library(step: int):
    """Line by line: what comes before a flipped bit is as it was. `step`: only each so-manieth bit."""
    chain = Chain(match=parse_header(LINES[0].encode()).match, complete=True)
    tried = 0
    for version, text in enumerate(LINES[1 : events_in(LINES) + 1], start=1):
        raw = text.encode()
        for bit in range(version % step, 8 * len(raw), step):
            forged = bytearray(raw)
            forged[bit // 8] ^= 1 << bit % 8
            assert judged(chain, bytes(forged)) == version
            tried += 1
        chain.advance(chain.parse_next(raw))
    assert tried > 800_000 // step


@pytest.mark.parametrize("step", [499, pytest.param(1, marks=pytest.mark.nightly)])
def test_every_flipped_bit_of_the_header_is_found(step: int):
    """By what the header says of itself, of the first event, of the last one, and by the receipt in the record."""
    found, first = parse_record(RECORD), json.loads(LINES[1])
    opened = EventLine(body=first["event"], hash=first["hash"], opened=())
    raw = LINES[0].encode()
    for bit in range(0, 8 * len(raw), step):
        forged = bytearray(raw)
        forged[bit // 8] ^= 1 << bit % 8
        try:
            header = parse_header(bytes(forged))
            header.check_first_event(opened)
        except VerificationError:
            continue
        said = (header.match, header.version, header.head)
        if said == (found.header.match, found.chain.version, found.chain.head):
            assert not verify_record(as_record([bytes(forged), *LINES[1:]])).ok
