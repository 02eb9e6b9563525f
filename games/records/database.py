"""Verifying a match where it lies: the log as any record, then every column beside it, then the read models."""

from collections.abc import Sequence

from games.audit.broken import Broken, broken
from games.audit.chain import Chain
from games.audit.record import OVER
from games.audit.replay import Step
from games.audit.verdict import Finding, Verdict
from games.audit.verify import failed, played, unchecked, unread
from games.eventlog.digests import seal_digest
from games.projections.rebuild import compare
from games.records.columns import check as check_columns
from games.records.stored import Stored, stored


def verify(match_id: str) -> Verdict:
    """Verify a match of this database, running or over: the house itself sees what is still sealed."""
    rows = stored(match_id)
    try:
        chain = _chain(rows)
        opened = {**chain.opened, **_still_sealed(rows, chain)}
    except Broken as fault:
        return unread(fault, match_id, len(rows.events), ("luck", "rules", "database", "projections"))
    steps, luck, rules = played(chain.lines, opened)
    words = f"{chain.version} events in one chain; {len(opened)} sealed parts fit."
    findings = (
        Finding(level="chain", status="ok", words=words),
        luck,
        rules,
        _columns(rows, steps) if rules.status == "ok" else unchecked("database", "The rules don't hold."),
        _projections(match_id) if rules.status == "ok" else unchecked("projections", "The rules don't hold."),
    )
    return Verdict(
        match=match_id,
        version=chain.version,
        head=chain.head,
        complete=chain.ended,
        findings=findings,
        erased=tuple(sorted(chain.erased)),
    )


def _chain(rows: Stored) -> Chain:
    lines = list(rows.lines())
    chain = Chain(match=rows.match_id, complete=bool(lines) and OVER in lines[-1])
    for raw in lines:
        chain.take(chain.judge(raw))
    if rows.head is None:
        broken(None, "The match has no row in eventlog_head.")
    if rows.head.version > chain.version:
        broken(chain.version + 1, f"The log ends before version {rows.head.version}, which eventlog_head names.")
    if (rows.head.version, rows.head.hash) != (chain.version, chain.head):
        broken(chain.version, "The last event is not the one that eventlog_head names.")
    return chain


def _still_sealed(rows: Stored, chain: Chain) -> dict[tuple[int, str], str]:
    """What nobody else can see yet must fit as well."""
    values: dict[tuple[int, str], str] = {}
    for opening in rows.closed:
        part, sealed = (opening.version, opening.part), chain.waiting.get((opening.version, opening.part))
        if sealed is None or opening.salt is None or opening.value is None:
            broken(opening.version, f"There is no such thing as a sealed part {opening.part}, or it is erased.")
        if seal_digest(opening.salt, opening.value) != sealed[0]:
            broken(opening.version, f"What lies sealed as {opening.part} is not what was sealed.")
        values[part] = opening.value
    if missing := sorted(chain.waiting.keys() - values.keys()):
        broken(missing[0][0], f"The opening of {missing[0][1]} is missing.")
    return values


def _columns(rows: Stored, steps: Sequence[Step]) -> Finding:
    try:
        check_columns(rows, steps)
    except Broken as fault:
        return failed("database", fault)
    return Finding(level="database", status="ok", words="Every column is what the events say.")


def _projections(match_id: str) -> Finding:
    differences = compare(match_id)
    if differences:
        words = "; ".join(str(difference) for difference in differences[:5])
        return Finding(level="projections", status="failed", words=f"Not as the log says: {words}.")
    return Finding(level="projections", status="ok", words="All rows are as the log says.")
