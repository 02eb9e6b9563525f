"""Records to report on: those that are stored permanently, unchanged or with some parts erased or forged."""

import gzip
import json
from functools import cache
from hashlib import sha256
from typing import Any

from games.audit.canonical_json import encode_canonical
from games.eventlog.digests import chain_hash
from games.report.report_builder import build_record_report
from games.report.report_types import Report
from tests.audit.golden_records import RECORDS_DIRECTORY, read_golden_record

RECORD_NAMES = sorted(file.name.removesuffix(".jsonl.gz") for file in RECORDS_DIRECTORY.iterdir())


@cache
def sample_report(name: str) -> Report:
    return build_report(read_golden_record(name))


def build_report(data: bytes) -> Report:
    return build_record_report(data, "m", "classic")


def record_lines(name: str) -> list[Any]:
    return [
        json.loads(line) for line in gzip.decompress((RECORDS_DIRECTORY / f"{name}.jsonl.gz").read_bytes()).splitlines()
    ]


def serialize_record(lines: list[Any]) -> bytes:
    """Return the lines as a record, with a matching last line."""
    text = "".join(f"{encode_canonical(line)}\n" for line in lines[:-1]).encode()
    return text + f'{{"sha256":"{sha256(text).hexdigest()}"}}\n'.encode()


def record_with_erased_text(name: str) -> bytes:
    """Return the record after all names and clues have been erased."""
    lines = record_lines(name)
    for line in lines[1:]:
        if "opened" in line:
            line["opened"] = [each for each in line["opened"] if each["part"] not in ("player", "text")]
    return serialize_record(lines)


def record_with_forged_points(name: str) -> tuple[bytes, int]:
    """Return a record in which the points of one round were changed and the whole chain was recomputed."""
    lines = record_lines(name)
    index = next(n for n, line in enumerate(lines) if line.get("event", {}).get("type") == "round_scored")
    lines[index]["event"]["data"]["awards"][0]["points"] += 1
    prev = lines[index]["event"]["prev"]
    for line in lines[index:]:
        if "event" in line:
            line["event"]["prev"] = prev
            prev = line["hash"] = chain_hash(encode_canonical(line["event"]))
    lines[0]["head"] = prev
    return serialize_record([line for line in lines if "receipt" not in line]), index
