"""Verify a match in the database: its log as in a record, then the log's columns, then the projections."""

from collections.abc import Sequence

from games.audit.chain_check import Chain
from games.audit.errors import VerificationError, fail
from games.audit.record_parser import MATCH_ENDED_MARKER
from games.audit.record_verifier import failed_finding, replay_chain, unchecked_finding, unreadable_verdict
from games.audit.replay import ReplayStep
from games.audit.verdict import Finding, Verdict
from games.eventlog.digests import seal_digest
from games.eventlog.event_reader import require_known
from games.eventlog.unreadable_logs import NewerEvent
from games.projections.rebuild import compare
from games.records.consistency import check_columns
from games.records.raw_rows import RawMatchRows, read_match_rows
from games.rulebook import RULEBOOK_VERSION


def verify_match(match_id: str) -> Verdict:
    """Return the verdict on a match in this database, in progress or over.

    Unlike a record's reader, the server has all openings, so a match in progress is verified in full.

    Raises:
        NewerEvent: the chain is valid, but only a newer release knows an event in it.
    """
    rows = read_match_rows(match_id)
    try:
        chain = _build_chain(rows)
        _require_known_events(chain)
        # With its sealed parts a running match, too, can be replayed in full.
        opened = {**chain.opened_values, **_check_sealed_parts(rows, chain)}
    except VerificationError as fault:
        return unreadable_verdict(fault, match_id, len(rows.events), ("luck", "rules", "database", "projections"))
    steps, luck, rules = replay_chain(chain.lines, opened)
    words = f"{chain.version} events in one chain; {len(opened)} sealed parts match their commitments."
    findings = (
        Finding(level="chain", status="ok", words=words),
        luck,
        rules,
        _columns_finding(rows, steps)
        if rules.status == "ok"
        else unchecked_finding("database", "The events do not follow the rules."),
        _projections_finding(match_id)
        if rules.status == "ok"
        else unchecked_finding("projections", "The events do not follow the rules."),
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
    lines = rows.event_lines()
    chain = Chain(match=rows.match_id, complete=bool(lines) and MATCH_ENDED_MARKER in lines[-1])
    # Not `build_chain`, which needs a record's header. Here the head's row says where the log has to end.
    for raw in lines:
        chain.advance(chain.parse_next(raw))
    if rows.head is None:
        fail(None, "The match has no row in eventlog_head.")
    if rows.head.version > chain.version:
        fail(chain.version + 1, f"The log ends before version {rows.head.version}, the version in eventlog_head.")
    if (rows.head.version, rows.head.hash) != (chain.version, chain.head):
        fail(chain.version, "The last event is not the one in eventlog_head.")
    return chain


def _require_known_events(chain: Chain) -> None:
    for line in chain.lines:
        body = line.body
        require_known(chain.match, body["version"], body["type"], body["schema"])
    rulebook = chain.lines[0].body["data"].get("rulebook")
    if isinstance(rulebook, int) and rulebook > RULEBOOK_VERSION:
        raise NewerEvent(chain.match, 1, f"rulebook {rulebook}")


def _check_sealed_parts(rows: RawMatchRows, chain: Chain) -> dict[tuple[int, str], str]:
    """Check the openings that are not public yet, and return their values by version and name."""
    values: dict[tuple[int, str], str] = {}
    for opening in rows.sealed_openings:
        part, sealed = (opening.version, opening.part), chain.sealed_parts.get((opening.version, opening.part))
        if sealed is None or opening.salt is None or opening.value is None:
            fail(opening.version, f"There is no sealed part {opening.part}, or it is erased.")
        if seal_digest(opening.salt, opening.value) != sealed[0]:
            fail(opening.version, f"The opening of {opening.part} does not match its commitment.")
        values[part] = opening.value
    if missing := sorted(chain.sealed_parts.keys() - values.keys()):
        fail(missing[0][0], f"The opening of {missing[0][1]} is missing.")
    return values


def _columns_finding(rows: RawMatchRows, steps: Sequence[ReplayStep]) -> Finding:
    try:
        check_columns(rows, steps)
    except VerificationError as fault:
        return failed_finding("database", fault)
    return Finding(level="database", status="ok", words="Every column agrees with the events.")


def _projections_finding(match_id: str) -> Finding:
    differences = compare(match_id)
    if differences:
        words = "; ".join(str(difference) for difference in differences[:5])
        return Finding(level="projections", status="failed", words=f"Rows do not agree with the log: {words}.")
    return Finding(level="projections", status="ok", words="All rows agree with the log.")
