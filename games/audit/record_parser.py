"""A match record, read: header, events, receipts, and a last line that seals the bytes before it."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from games.audit.canonical_json import NotCanonical, encode_canonical, parse_canonical
from games.audit.chain_check import Chain
from games.audit.errors import HEADER_VERSION, VerificationError, fail
from games.audit.receipt import InvalidReceipt, Receipt, parse_receipt
from games.audit.record_header import RecordHeader, parse_header
from games.audit.record_line import EventLine
from games.eventlog.digests import chain_hash

RECEIPT_LINE_PREFIX = b'{"receipt":'
CHECKSUM_LINE_PREFIX = b'{"sha256":'
MATCH_ENDED_MARKER = b'"type":"match_ended"'


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchRecord:
    """What a record holds, once its chain has been followed to the end."""

    header: RecordHeader
    chain: Chain
    receipts: Sequence[Receipt]

    @property
    def complete(self) -> bool:
        return self.chain.ended


def parse_record(content: bytes) -> MatchRecord:
    """The record, if its bytes are in order; the fault that is named is the first one.

    Raises:
        Broken
    """
    lines = content.split(b"\n")
    if lines.pop():
        lines.append(b"")
    header = parse_header(lines[0] if lines else b"")
    count = next(
        (n for n, line in enumerate(lines[1:]) if line.startswith((RECEIPT_LINE_PREFIX, CHECKSUM_LINE_PREFIX))),
        len(lines) - 1,
    )
    events, trailing_lines = lines[1 : 1 + count], lines[1 + count :]
    chain = build_chain(header, events)
    receipts = [_parse_receipt_line(line) for line in trailing_lines[:-1]]
    _check_end(header, chain, content, trailing_lines)
    return MatchRecord(header=header, chain=chain, receipts=receipts)


def build_chain(header: RecordHeader, events: Sequence[bytes]) -> Chain:
    """The chain of these lines.

    Raises:
        Broken
    """
    chain = Chain(match=header.match, complete=bool(events) and MATCH_ENDED_MARKER in events[-1])
    for version, raw in enumerate(events, start=1):
        try:
            line = _parse_next_event(chain, header, raw)
        except VerificationError as fault:
            if _is_previous_event_altered(version, chain, header, events):
                fail(version - 1, "The event is not the one that what follows stands by.")
            if fault.version == HEADER_VERSION and not _is_first_event_intact(events):
                fail(1, "The first event is not the one that the second names.")
            raise fault from None
        chain.advance(line)
    return chain


def _parse_next_event(chain: Chain, header: RecordHeader, raw: bytes) -> EventLine:
    if chain.version == header.version:
        fail(chain.version + 1, f"An event stands behind version {header.version}, the header's last one.")
    line = chain.parse_next(raw)
    if not chain.version:
        header.check_first_event(line)
    return line


def _is_previous_event_altered(version: int, chain: Chain, header: RecordHeader, events: Sequence[bytes]) -> bool:
    """Whether the event at this place is in order by itself, and named by what follows, but not a successor of the one
    before it: then it is that one which is not what it was."""
    current, following = (_parse_links(events[at]) if at < len(events) else None for at in (version - 1, version))
    if current is None or current.hash in (None, chain.head) or version == 1:
        return False
    is_misplaced = (current.version == version and current.prev != chain.head) or current.version == version - 1
    return is_misplaced and current.hash == (header.head if version == len(events) else following and following.prev)


def _is_first_event_intact(events: Sequence[bytes]) -> bool:
    """Whether the second event names the first, so that it is the header that is wrong where the two differ."""
    first, second = _parse_links(events[0]), _parse_links(events[1]) if len(events) > 1 else None
    return first is None or second is None or second.prev == first.hash


@dataclass(frozen=True, kw_only=True, slots=True)
class _ChainLinks:
    """What an event says of its place; `hash` is None where that isn't its own."""

    version: Any
    prev: Any
    hash: str | None


def _parse_links(raw: bytes) -> _ChainLinks | None:
    try:
        value = parse_canonical(raw)
        body, digest = value["event"], chain_hash(encode_canonical(value["event"]))
        return _ChainLinks(version=body["version"], prev=body["prev"], hash=digest if digest == value["hash"] else None)
    except (NotCanonical, LookupError, TypeError):
        return None


def _check_end(header: RecordHeader, chain: Chain, content: bytes, trailing_lines: Sequence[bytes]) -> None:
    if not chain.version or chain.version < header.version:
        fail(chain.version + 1, f"The record ends before version {header.version}, which the header names.")
    if chain.complete != chain.ended:
        fail(chain.version, "The last event only looks like the end of the match.")
    if not trailing_lines or not trailing_lines[-1].startswith(CHECKSUM_LINE_PREFIX):
        fail(None, "The last line is missing.")
    if not content.endswith(b"\n"):
        fail(None, "The last line does not end.")
    checked_bytes = content[: -len(trailing_lines[-1]) - 1]
    if trailing_lines[-1] != b'{"sha256":"' + sha256(checked_bytes).hexdigest().encode() + b'"}':
        fail(None, "The last line is not the SHA-256 of all before it.")
    if header.head != chain.head:
        fail(chain.version, "The last event has not the hash that the header names.")


def _parse_receipt_line(raw: bytes) -> Receipt:
    try:
        value: Any = parse_canonical(raw)
        if not isinstance(value, dict) or value.keys() != {"receipt"}:
            fail(None, "A line behind the events is no receipt.")
        return parse_receipt(value["receipt"])
    except NotCanonical as fault:
        fail(None, f"A receipt can't be read: {fault}.")
    except InvalidReceipt as fault:
        fail(None, f"A receipt is none: {fault}.")
