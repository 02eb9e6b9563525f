"""Verifying a match record, level by level, with nothing but the record: no server, no database, no Django."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.audit import luck, partial, record
from games.audit.broken import Broken
from games.audit.events import Hidden
from games.audit.line import Line
from games.audit.receipt import Key, Receipt
from games.audit.record import Record
from games.audit.replay import Replay, Step
from games.audit.signed import check as check_receipts
from games.audit.verdict import Finding, Level, Verdict
from games.rulebook import RULEBOOK_VERSION

UNREAD = "The chain is broken: what the record says can't be relied on."


@dataclass(frozen=True, kw_only=True, slots=True)
class Audit:
    """The verdict on a record, and the record and its replay as far as both could be read."""

    verdict: Verdict
    record: Record | None
    steps: tuple[Step, ...]


def verify(data: bytes, receipts: Iterable[Receipt] = (), trusted: Iterable[Key] = ()) -> Verdict:
    """Verify a record.

    Args:
        receipts: such as somebody has kept, beside those that the record holds.
        trusted: keys that are known from elsewhere.
    """
    return audit(data, receipts, trusted).verdict


def audit(data: bytes, receipts: Iterable[Receipt] = (), trusted: Iterable[Key] = ()) -> Audit:
    """Verify a record, and keep what was read on the way."""
    try:
        found = record.read(data)
    except Broken as fault:
        return Audit(verdict=unread(fault, None, 0, ("luck", "rules", "receipts")), record=None, steps=())
    steps, drawn, rules = played(found.chain.lines, found.chain.opened)
    chain = Finding(level="chain", status="ok", words=f"{found.chain.version} events in one chain; {_openings(found)}.")
    signed = check_receipts(found, tuple(receipts), tuple(trusted))
    verdict = Verdict(
        match=found.header.match,
        version=found.chain.version,
        head=found.chain.head,
        complete=found.complete,
        findings=(chain, drawn, rules, signed),
        erased=tuple(sorted(found.chain.erased)),
    )
    return Audit(verdict=verdict, record=found, steps=steps)


def played(lines: Sequence[Line], opened: Mapping[tuple[int, str], str]) -> tuple[tuple[Step, ...], Finding, Finding]:
    """The replay of a chain as far as it goes, and what it says of luck and rules."""
    by = lines[0].body["data"].get("rulebook")
    if by != RULEBOOK_VERSION:
        words = f"Played by rulebook {by}; this verifier knows {RULEBOOK_VERSION}."
        return (), unchecked("luck", words), unchecked("rules", words)
    steps = list[Step]()
    try:
        for step in Replay(lines, opened).steps():
            steps.append(step)
    except Broken as fault:
        rules = failed("rules", fault)
    except Hidden:
        rules = partial.check(lines, opened)
    else:
        words = f"All {len(steps)} events follow from rulebook {by}."
        rules = Finding(level="rules", status="ok", words=words)
    return tuple(steps), _luck(steps, opened, len(lines)), rules


def _luck(steps: Sequence[Step], opened: Mapping[tuple[int, str], str], last: int) -> Finding:
    seed = opened.get((last, "seed"))
    if seed is None or not steps:
        return unchecked("luck", "The seed is not published in this record.")
    try:
        count = luck.check(steps, str(json.loads(seed)), last)
    except Broken as fault:
        return failed("luck", fault)
    if len(steps) < last:
        words = f"{count} draws follow from the seed; behind version {len(steps)} nothing could be checked."
        return Finding(level="luck", status="partly", words=words)
    words = f"The seed is the one committed to; all {count} draws follow from it."
    return Finding(level="luck", status="ok", words=words)


def unread(fault: Broken, match: str | None, version: int, rest: Sequence[Level]) -> Verdict:
    """The verdict on what can't be read to its end: of the other levels nothing can be said."""
    findings = (failed("chain", fault), *(unchecked(level, UNREAD) for level in rest))
    return Verdict(match=match, version=version, head=None, complete=False, findings=findings)


def _openings(found: Record) -> str:
    opened, closed = len(found.chain.opened), len(found.chain.waiting)
    return f"{opened} sealed parts opened" + (f", {closed} still sealed" if closed else "")


def failed(level: Level, fault: Broken) -> Finding:
    """A level at which something is wrong."""
    return Finding(level=level, status="failed", words=fault.words, first_bad=fault.version)


def unchecked(level: Level, words: str) -> Finding:
    """A level of which nothing can be said."""
    return Finding(level=level, status="not checked", words=words)
