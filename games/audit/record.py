"""A match record, read: header, events, receipts, and a last line that seals the bytes before it."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from games.audit.broken import HEADER, Broken, broken
from games.audit.chain import Chain
from games.audit.header import Header, read_header
from games.audit.line import Line
from games.audit.receipt import Receipt, Unfit, receipt
from games.audit.text import NotCanonical, canonical, parsed
from games.eventlog.digests import chain_hash

RECEIPT = b'{"receipt":'
END = b'{"sha256":'
OVER = b'"type":"match_ended"'


@dataclass(frozen=True, kw_only=True, slots=True)
class Record:
    """What a record holds, once its chain has been followed to the end."""

    header: Header
    chain: Chain
    receipts: Sequence[Receipt]

    @property
    def complete(self) -> bool:
        return self.chain.ended


def read(record: bytes) -> Record:
    """The record, if its bytes are in order; the fault that is named is the first one.

    Raises:
        Broken
    """
    lines = record.split(b"\n")
    if lines.pop():
        lines.append(b"")
    header = read_header(lines[0] if lines else b"")
    count = next((n for n, line in enumerate(lines[1:]) if line.startswith((RECEIPT, END))), len(lines) - 1)
    events, rest = lines[1 : 1 + count], lines[1 + count :]
    chain = follow(header, events)
    receipts = [_receipt(line) for line in rest[:-1]]
    _check_end(header, chain, record, rest)
    return Record(header=header, chain=chain, receipts=receipts)


def follow(header: Header, events: Sequence[bytes]) -> Chain:
    """The chain of these lines.

    Raises:
        Broken
    """
    chain = Chain(match=header.match, complete=bool(events) and OVER in events[-1])
    for place, raw in enumerate(events, start=1):
        try:
            line = _next(chain, header, raw)
        except Broken as fault:
            if _another_stands(place, chain, header, events):
                broken(place - 1, "The event is not the one that what follows stands by.")
            if fault.version == HEADER and not _first_stands(events):
                broken(1, "The first event is not the one that the second names.")
            raise fault from None
        chain.take(line)
    return chain


def _next(chain: Chain, header: Header, raw: bytes) -> Line:
    if chain.version == header.version:
        broken(chain.version + 1, f"An event stands behind version {header.version}, the header's last one.")
    line = chain.judge(raw)
    if not chain.version:
        header.fits(line)
    return line


def _another_stands(place: int, chain: Chain, header: Header, events: Sequence[bytes]) -> bool:
    """Whether the event at this place is in order by itself, and named by what follows, but not a successor of the one
    before it: then it is that one which is not what it was."""
    own, following = (_links(events[at]) if at < len(events) else None for at in (place - 1, place))
    if own is None or own.hash in (None, chain.head) or place == 1:
        return False
    astray = (own.version == place and own.prev != chain.head) or own.version == place - 1
    return astray and own.hash == (header.head if place == len(events) else following and following.prev)


def _first_stands(events: Sequence[bytes]) -> bool:
    """Whether the second event names the first, so that it is the header that is wrong where the two differ."""
    first, second = _links(events[0]), _links(events[1]) if len(events) > 1 else None
    return first is None or second is None or second.prev == first.hash


@dataclass(frozen=True, kw_only=True, slots=True)
class _Links:
    """What an event says of its place; `hash` is None where that isn't its own."""

    version: Any
    prev: Any
    hash: str | None


def _links(raw: bytes) -> _Links | None:
    try:
        value = parsed(raw)
        body, digest = value["event"], chain_hash(canonical(value["event"]))
        return _Links(version=body["version"], prev=body["prev"], hash=digest if digest == value["hash"] else None)
    except (NotCanonical, LookupError, TypeError):
        return None


def _check_end(header: Header, chain: Chain, record: bytes, rest: Sequence[bytes]) -> None:
    if not chain.version or chain.version < header.version:
        broken(chain.version + 1, f"The record ends before version {header.version}, which the header names.")
    if chain.complete != chain.ended:
        broken(chain.version, "The last event only looks like the end of the match.")
    if not rest or not rest[-1].startswith(END):
        broken(None, "The last line is missing.")
    if not record.endswith(b"\n"):
        broken(None, "The last line does not end.")
    whole = record[: -len(rest[-1]) - 1]
    if rest[-1] != b'{"sha256":"' + sha256(whole).hexdigest().encode() + b'"}':
        broken(None, "The last line is not the SHA-256 of all before it.")
    if header.head != chain.head:
        broken(chain.version, "The last event has not the hash that the header names.")


def _receipt(raw: bytes) -> Receipt:
    try:
        value: Any = parsed(raw)
        if not isinstance(value, dict) or value.keys() != {"receipt"}:
            broken(None, "A line behind the events is no receipt.")
        return receipt(value["receipt"])
    except NotCanonical as fault:
        broken(None, f"A receipt can't be read: {fault}.")
    except Unfit as fault:
        broken(None, f"A receipt is none: {fault}.")
