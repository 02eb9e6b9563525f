"""Verify a match record, level by level, from the record alone: no server, no database, no Django."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.audit import luck_check, public_checks, record_parser
from games.audit.ed25519 import is_valid_signature
from games.audit.errors import VerificationError
from games.audit.event_parser import HiddenPart
from games.audit.receipt import Receipt, ReceiptKey, SignatureCheck
from games.audit.receipt_check import check_receipts
from games.audit.record_line import EventLine
from games.audit.record_parser import MatchRecord
from games.audit.replay import Replay, ReplayStep
from games.audit.verdict import Finding, Level, Verdict
from games.rulebook import RULEBOOK_VERSION

BROKEN_CHAIN_TEXT = "The chain is broken, so nothing in the record can be relied on."


@dataclass(frozen=True, kw_only=True, slots=True)
class AuditResult:
    """The verdict on a record, with the parsed record and its replay as far as they go."""

    verdict: Verdict
    record: MatchRecord | None
    steps: tuple[ReplayStep, ...]


def verify_record(data: bytes, receipts: Iterable[Receipt] = (), trusted_keys: Iterable[ReceiptKey] = ()) -> Verdict:
    """Return the verdict on a record.

    Args:
        receipts: Receipts from elsewhere, in addition to those in the record.
        trusted_keys: Keys from elsewhere. Without any, the record's own keys are accepted.
    """
    return audit_record(data, receipts, trusted_keys).verdict


def audit_record(
    data: bytes,
    receipts: Iterable[Receipt] = (),
    trusted_keys: Iterable[ReceiptKey] = (),
    is_valid_signature: SignatureCheck = is_valid_signature,
) -> AuditResult:
    """Verify a record as `verify_record` does, and also return what was parsed and replayed.

    Args:
        is_valid_signature: Checks Ed25519 signatures; the server has a faster function than the verifier's own.
    """
    try:
        match_record = record_parser.parse_record(data, is_valid_signature)
    except VerificationError as fault:
        return AuditResult(
            verdict=unreadable_verdict(fault, None, 0, ("luck", "rules", "receipts")), record=None, steps=()
        )
    # The levels are independent: a match whose luck or rules are wrong can still have valid receipts, so the verdict
    # has all of them.
    steps, luck_finding, rules_finding = replay_chain(match_record.chain.lines, match_record.chain.opened_values)
    chain_finding = Finding(
        level="chain",
        status="ok",
        words=f"{match_record.chain.version} events in one chain; {_describe_openings(match_record)}.",
    )
    external_receipts = tuple(receipts)
    receipts_finding, supplied = check_receipts(
        match_record, external_receipts, tuple(trusted_keys), is_valid_signature
    )
    verdict = Verdict(
        match=match_record.header.match,
        version=match_record.chain.version,
        head=match_record.chain.head,
        complete=match_record.complete,
        findings=(chain_finding, luck_finding, rules_finding, receipts_finding),
        erased=tuple(sorted(match_record.chain.erased_parts)),
        supplied=supplied if external_receipts else None,
    )
    return AuditResult(verdict=verdict, record=match_record, steps=steps)


def replay_chain(
    lines: Sequence[EventLine], opened: Mapping[tuple[int, str], str]
) -> tuple[tuple[ReplayStep, ...], Finding, Finding]:
    """Replay a chain and return the steps up to the first error, the *luck* finding and the *rules* finding.

    Args:
        opened: The canonical JSON of each opened part, by version and name.
    """
    rulebook_version = lines[0].body["data"].get("rulebook")
    # Other rules would find faults where there are none.
    if rulebook_version not in range(1, RULEBOOK_VERSION + 1):
        words = f"Played with rulebook {rulebook_version}; this verifier knows rulebooks 1 to {RULEBOOK_VERSION}."
        return (), unchecked_finding("luck", words), unchecked_finding("rules", words)
    steps = list[ReplayStep]()
    try:
        # Not list(...): the steps before an error are needed too.
        for step in Replay(lines, opened).steps():
            steps.append(step)
    except VerificationError as fault:
        rules = failed_finding("rules", fault)
    except HiddenPart:
        rules = public_checks.check_public_rules(lines, opened)
    else:
        words = f"All {len(steps)} events follow from rulebook {rulebook_version}."
        rules = Finding(level="rules", status="ok", words=words)
    return tuple(steps), _luck_finding(steps, opened, len(lines)), rules


def _luck_finding(steps: Sequence[ReplayStep], opened: Mapping[tuple[int, str], str], last_version: int) -> Finding:
    seed = opened.get((last_version, "seed"))
    if seed is None or not steps:
        return unchecked_finding("luck", "The seed is not published in this record.")
    try:
        count = luck_check.check_draws(steps, str(json.loads(seed)), last_version)
    except VerificationError as fault:
        return failed_finding("luck", fault)
    if len(steps) < last_version:
        words = f"{count} draws follow from the seed; nothing after version {len(steps)} could be checked."
        return Finding(level="luck", status="partly", words=words)
    words = f"The seed is the one committed to; all {count} draws follow from it."
    return Finding(level="luck", status="ok", words=words)


def unreadable_verdict(
    fault: VerificationError, match: str | None, version: int, unchecked_levels: Sequence[Level]
) -> Verdict:
    """Return the verdict on a match whose chain is broken, which leaves the other levels unchecked."""
    findings = (
        failed_finding("chain", fault),
        *(unchecked_finding(level, BROKEN_CHAIN_TEXT) for level in unchecked_levels),
    )
    return Verdict(match=match, version=version, head=None, complete=False, findings=findings)


def _describe_openings(match_record: MatchRecord) -> str:
    opened, closed = len(match_record.chain.opened_values), len(match_record.chain.sealed_parts)
    return f"{opened} sealed parts opened" + (f", {closed} still sealed" if closed else "")


def failed_finding(level: Level, fault: VerificationError) -> Finding:
    """Return the finding for a level at which something is wrong."""
    return Finding(level=level, status="failed", words=fault.message, first_bad=fault.version)


def unchecked_finding(level: Level, words: str) -> Finding:
    """Return the finding for a level that could not be checked."""
    return Finding(level=level, status="not checked", words=words)
