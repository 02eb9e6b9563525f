"""Golden records whose parts can be changed and written again, and such changes."""

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any, TypeAlias

from games.audit.canonical_json import encode_canonical
from games.eventlog.digests import chain_hash, seal_digest
from tests.audit.golden_records import read_golden_record
from tests.conformance.history_rewriting import rebuild_record


class EditableRecord:
    """The parts of a record. A line that is a string, not a JSON value, is written as it is."""

    def __init__(self, name: str, *, last_version: int | None = None) -> None:
        """Read a golden record, or the record of the match in progress at an earlier version."""
        self._parse(read_golden_record(name), last_version)
        if last_version is not None:
            self.rechain()

    @classmethod
    def from_bytes(cls, content: bytes) -> "EditableRecord":
        record = cls.__new__(cls)
        record._parse(content, None)
        return record

    def _parse(self, content: bytes, last_version: int | None) -> None:
        self.header, *following_lines, _ = map(json.loads, content.splitlines())
        self.events: list[Any] = [line for line in following_lines if "event" in line][:last_version]
        self.receipts: list[Any] = [line for line in following_lines if "receipt" in line]
        self.last_line: str | None = None
        """What is written in place of the checksum."""

    def line(self, version: int) -> Any:
        return self.events[version - 1]

    def data(self, version: int) -> Any:
        return self.line(version)["event"]["data"]

    def rechain(self) -> None:
        """Recompute all hashes, so that only the rules, the seed and the receipt can contradict the events."""
        self.header, *self.events, _ = map(json.loads, rebuild_record(self.header, self.events).splitlines())

    def reseal(self, version: int, part: str, value: Any) -> None:
        """Change the value of a sealed part of this version, and its commitment."""
        (opening,) = (
            each
            for line in self.events
            for each in line["opened"]
            if (each["version"], each["part"]) == (version, part)
        )
        opening["value"] = value
        self.data(version)["sealed"][part] = seal_digest(opening["salt"], encode_canonical(value))

    def to_bytes(self) -> bytes:
        lines = (self.header, *self.events, *self.receipts)
        text = "".join(f"{line if isinstance(line, str) else encode_canonical(line)}\n" for line in lines).encode()
        last_line = encode_canonical({"sha256": sha256(text).hexdigest()}) if self.last_line is None else self.last_line
        return text + f"{last_line}\n".encode()


Change: TypeAlias = Callable[[EditableRecord], Any]


def in_header(**members: Any) -> Change:
    return lambda record: record.header.update(members)


def in_line(version: int, **members: Any) -> Change:
    return lambda record: record.line(version).update(members)


def in_event(version: int, **members: Any) -> Change:
    """Change an event and its hash, but not the hash that the next event names."""

    def change(record: EditableRecord) -> None:
        line = record.line(version)
        line["event"] |= members
        line["hash"] = chain_hash(encode_canonical(line["event"]))

    return change


def in_data(version: int, **members: Any) -> Change:
    return lambda record: record.data(version).update(members)


def in_opening(version: int, **members: Any) -> Change:
    """Change the first opening of a version."""
    return lambda record: record.line(version)["opened"][0].update(members)


def in_receipt(**members: Any) -> Change:
    return lambda record: record.receipts[0]["receipt"].update(members)


def sealed(version: int, part: str, value: Any) -> Change:
    return lambda record: record.reseal(version, part, value)


def rechained(*changes: Change) -> Change:
    """Make the changes as an operator could, who recomputes all hashes."""

    def change(record: EditableRecord) -> None:
        for each in changes:
            each(record)
        record.rechain()

    return change
