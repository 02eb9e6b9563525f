"""Verifying a match where it lies: the log as any record, then every column beside it, then the read models."""

from collections.abc import Sequence

from games.audit.chain_check import Chain
from games.audit.errors import VerificationError, fail
from games.audit.record_parser import MATCH_ENDED_MARKER
from games.audit.record_verifier import failed_finding, replay_chain, unchecked_finding, unreadable_verdict
from games.audit.replay import ReplayStep
from games.audit.verdict import Finding, Verdict
from games.eventlog.digests import seal_digest
from games.projections.rebuild import compare
from games.records.consistency import check_columns
from games.records.raw_rows import RawMatchRows, read_match_rows


def verify_match(match_id: str) -> Verdict:
    """Verify a match of this database, running or over: the house itself sees what is still sealed."""
    rows = read_match_rows(match_id)
    try:
        chain = _build_chain(rows)
        opened = {**chain.opened_values, **_check_sealed_parts(rows, chain)}
    except VerificationError as fault:
        return unreadable_verdict(fault, match_id, len(rows.events), ("luck", "rules", "database", "projections"))
    steps, luck, rules = replay_chain(chain.lines, opened)
    words = f"{chain.version} events in one chain; {len(opened)} sealed parts fit."
    findings = (
        Finding(level="chain", status="ok", words=words),
        luck,
        rules,
        _columns_finding(rows, steps)
        if rules.status == "ok"
        else unchecked_finding("database", "The rules don't hold."),
        _projections_finding(match_id)
        if rules.status == "ok"
        else unchecked_finding("projections", "The rules don't hold."),
    )
    return Verdict(
        match=match_id,
        version=chain.version,
        head=chain.head,
        complete=chain.ended,
        findings=findings,
        erased=tuple(sorted(chain.erased_parts)),
    )


def _build_chain(rows: RawMatchRows) -> Chain:
    lines = list(rows.event_lines())
    chain = Chain(match=rows.match_id, complete=bool(lines) and MATCH_ENDED_MARKER in lines[-1])
    for raw in lines:
        chain.advance(chain.parse_next(raw))
    if rows.head is None:
        fail(None, "The match has no row in eventlog_head.")
    if rows.head.version > chain.version:
        fail(chain.version + 1, f"The log ends before version {rows.head.version}, which eventlog_head names.")
    if (rows.head.version, rows.head.hash) != (chain.version, chain.head):
        fail(chain.version, "The last event is not the one that eventlog_head names.")
    return chain


def _check_sealed_parts(rows: RawMatchRows, chain: Chain) -> dict[tuple[int, str], str]:
    """What nobody else can see yet must fit as well."""
    values: dict[tuple[int, str], str] = {}
    for opening in rows.sealed_openings:
        part, sealed = (opening.version, opening.part), chain.sealed_parts.get((opening.version, opening.part))
        if sealed is None or opening.salt is None or opening.value is None:
            fail(opening.version, f"There is no such thing as a sealed part {opening.part}, or it is erased.")
        if seal_digest(opening.salt, opening.value) != sealed[0]:
            fail(opening.version, f"What lies sealed as {opening.part} is not what was sealed.")
        values[part] = opening.value
    if missing := sorted(chain.sealed_parts.keys() - values.keys()):
        fail(missing[0][0], f"The opening of {missing[0][1]} is missing.")
    return values


def _columns_finding(rows: RawMatchRows, steps: Sequence[ReplayStep]) -> Finding:
    try:
        check_columns(rows, steps)
    except VerificationError as fault:
        return failed_finding("database", fault)
    return Finding(level="database", status="ok", words="Every column is what the events say.")


def _projections_finding(match_id: str) -> Finding:
    differences = compare(match_id)
    if differences:
        words = "; ".join(str(difference) for difference in differences[:5])
        return Finding(level="projections", status="failed", words=f"Not as the log says: {words}.")
    return Finding(level="projections", status="ok", words="All rows are as the log says.")
