"""Parse a match record: header, events, receipts, and a last line with the SHA-256 of everything before it."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from games.audit.canonical_json import NotCanonical, encode_canonical, parse_canonical
from games.audit.chain_check import Chain
from games.audit.ed25519 import is_valid_signature
from games.audit.errors import HEADER_VERSION, VerificationError, fail
from games.audit.receipt import InvalidReceipt, Receipt, SignatureCheck, parse_receipt
from games.audit.record_header import RecordHeader, parse_header
from games.audit.record_limits import MAX_EVENTS, MAX_RECEIPT_LINES, MAX_RECORD_BYTES
from games.audit.record_line import EventLine
from games.eventlog.digests import chain_hash

RECEIPT_LINE_PREFIX = b'{"receipt":'
CHECKSUM_LINE_PREFIX = b'{"sha256":'
# Lines are canonical JSON, so each of these texts can begin a line, or occur in it, in one spelling only.
MATCH_ENDED_MARKER = b'"type":"match_ended"'


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchRecord:
    """A parsed record whose chain is intact."""

    header: RecordHeader
    chain: Chain
    receipts: Sequence[Receipt]

    @property
    def complete(self) -> bool:
        """Whether the match was over when the record was made."""
        return self.chain.ended


def parse_record(content: bytes, is_valid_signature: SignatureCheck = is_valid_signature) -> MatchRecord:
    """Parse a record and check its chain.

    Raises:
        VerificationError: Something is wrong; it names the first bad version.
    """
    _check_size(content)
    # Not splitlines(), which also splits at carriage returns and hides whether the last line has ended.
    lines = content.split(b"\n")
    # A last line without its newline has been cut off, so its text counts for nothing.
    if lines.pop():
        lines.append(b"")
    header = parse_header(lines[0] if lines else b"", is_valid_signature)
    count = next(
        (n for n, line in enumerate(lines[1:]) if line.startswith((RECEIPT_LINE_PREFIX, CHECKSUM_LINE_PREFIX))),
        len(lines) - 1,
    )
    events, trailing_lines = lines[1 : 1 + count], lines[1 + count :]
    if count > MAX_EVENTS:
        fail(MAX_EVENTS + 1, f"A record has at most {MAX_EVENTS} events.")
    chain = build_chain(header, events)
    receipts = [_parse_receipt_line(line) for line in trailing_lines[:-1]]
    _check_end(header, chain, content, trailing_lines)
    return MatchRecord(header=header, chain=chain, receipts=receipts)


def _check_size(content: bytes) -> None:
    if len(content) > MAX_RECORD_BYTES:
        fail(HEADER_VERSION, f"A record has at most {MAX_RECORD_BYTES} bytes.")
    # Before a list of the lines is made: a line feed alone would be one of them.
    if content.count(b"\n") > MAX_EVENTS + MAX_RECEIPT_LINES:
        fail(HEADER_VERSION, f"A record has at most {MAX_EVENTS} events and {MAX_RECEIPT_LINES} receipts.")


def build_chain(header: RecordHeader, events: Sequence[bytes]) -> Chain:
    """Build and check the chain of these lines.

    An altered event often shows only at the next one, whose `prev` is the hash of the original. The error must name
    the altered event, so whenever a line doesn't fit, this looks at which of the two neighbors is the odd one out.

    Raises:
        VerificationError
    """
    # Whether the match is over decides how strictly openings are checked, so it must be known before the last line
    # is parsed. `_check_end` compares this guess with the event itself.
    chain = Chain(match=header.match, complete=bool(events) and MATCH_ENDED_MARKER in events[-1])
    for version, raw in enumerate(events, start=1):
        try:
            line = _parse_next_event(chain, header, raw)
        except VerificationError as fault:
            if _is_previous_event_altered(version, chain, header, events):
                fail(version - 1, "The event is not the one that the next event names.")
            if fault.version == HEADER_VERSION and not _is_first_event_intact(events):
                fail(1, "The first event is not the one that the second event names.")
            raise fault from None
        chain.advance(line)
    return chain


def _parse_next_event(chain: Chain, header: RecordHeader, raw: bytes) -> EventLine:
    if chain.version == header.version:
        fail(chain.version + 1, f"There is an event after version {header.version}, the last one in the header.")
    line = chain.parse_next(raw)
    if not chain.version:
        header.check_first_event(line)
    return line


def _is_previous_event_altered(version: int, chain: Chain, header: RecordHeader, events: Sequence[bytes]) -> bool:
    """Return whether the event before this version was altered, rather than the one at it.

    That is so if the event at this version is intact (its hash is right, and the next event or the header names that
    hash) but doesn't continue the chain up to here.
    """
    current, following = (_parse_links(events[at]) if at < len(events) else None for at in (version - 1, version))
    if current is None or current.hash in (None, chain.head) or version == 1:
        return False
    is_misplaced = (current.version == version and current.prev != chain.head) or current.version == version - 1
    return is_misplaced and current.hash == (header.head if version == len(events) else following and following.prev)


def _is_first_event_intact(events: Sequence[bytes]) -> bool:
    """Return whether the second event names the first as it is. Then, if header and first event differ, the header is
    wrong."""
    first, second = _parse_links(events[0]), _parse_links(events[1]) if len(events) > 1 else None
    return first is None or second is None or second.prev == first.hash


@dataclass(frozen=True, kw_only=True, slots=True)
class _ChainLinks:
    """An event's own position in the chain. `hash` is None if the line's hash does not match the event."""

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
        fail(chain.version + 1, f"The record ends before version {header.version}, the last one in the header.")
    if chain.complete != chain.ended:
        fail(chain.version, "The last event looks like the end of the match, but is not.")
    if not trailing_lines or not trailing_lines[-1].startswith(CHECKSUM_LINE_PREFIX):
        fail(None, "The last line, with the SHA-256 of the record, is missing.")
    checked_bytes = content[: -len(trailing_lines[-1]) - 1]
    if trailing_lines[-1] != b'{"sha256":"' + sha256(checked_bytes).hexdigest().encode() + b'"}':
        fail(None, "The SHA-256 in the last line does not match the bytes before it.")
    if header.head != chain.head:
        fail(chain.version, "The hash of the last event is not the head in the header.")


def _parse_receipt_line(raw: bytes) -> Receipt:
    try:
        value: Any = parse_canonical(raw)
        if not isinstance(value, dict) or value.keys() != {"receipt"}:
            fail(None, "A line after the events is not a receipt.")
        return parse_receipt(value["receipt"])
    except NotCanonical as fault:
        fail(None, f"A receipt can't be read: {fault}.")
    except InvalidReceipt as fault:
        fail(None, f"A receipt is invalid: {fault}.")
