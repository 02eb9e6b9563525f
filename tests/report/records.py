"""Records to report on: those that are kept for ever, whole or with something in them erased or forged."""

import gzip
import json
from functools import cache
from hashlib import sha256
from typing import Any

from games.audit.canonical_json import encode_canonical
from games.eventlog.digests import chain_hash
from games.report.report_builder import build_record_report
from games.report.report_types import Report
from tests.audit.golden import RECORDS, record

NAMES = sorted(file.name.removesuffix(".jsonl.gz") for file in RECORDS.iterdir())


@cache
def reported(name: str) -> Report:
    return report_on(record(name))


def report_on(data: bytes) -> Report:
    return build_record_report(data, "m", "classic")


def lines_of(name: str) -> list[Any]:
    return [json.loads(line) for line in gzip.decompress((RECORDS / f"{name}.jsonl.gz").read_bytes()).splitlines()]


def written(lines: list[Any]) -> bytes:
    """The lines as a record, with a last line that fits."""
    text = "".join(f"{encode_canonical(line)}\n" for line in lines[:-1]).encode()
    return text + f'{{"sha256":"{sha256(text).hexdigest()}"}}\n'.encode()


def without_words(name: str) -> bytes:
    """The record after everybody has had names and clues erased."""
    lines = lines_of(name)
    for line in lines[1:]:
        if "opened" in line:
            line["opened"] = [each for each in line["opened"] if each["part"] not in ("player", "text")]
    return written(lines)


def with_another_points(name: str) -> tuple[bytes, int]:
    """A record in which the whole chain was made anew after the points of one round were changed."""
    lines = lines_of(name)
    place = next(n for n, line in enumerate(lines) if line.get("event", {}).get("type") == "round_scored")
    lines[place]["event"]["data"]["awards"][0]["points"] += 1
    prev = lines[place]["event"]["prev"]
    for line in lines[place:]:
        if "event" in line:
            line["event"]["prev"] = prev
            prev = line["hash"] = chain_hash(encode_canonical(line["event"]))
    lines[0]["head"] = prev
    return written([line for line in lines if "receipt" not in line]), place
