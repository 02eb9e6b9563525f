"""The report on a match: its record is made and verified, and what can be relied on in it is told."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import cast as typed

from games.audit.event_parser import parse_event
from games.audit.record_verifier import AuditResult, audit_record
from games.audit.verdict import Verdict
from games.projections.models import MatchRow
from games.records import database_verifier
from games.records.export import RecordExtent, record_pages
from games.report.events import happened, told_events
from games.report.luck import told_luck
from games.report.rounds import told_rounds
from games.report.seats import told_seats
from games.report.shapes import LuckTold, Report, Status, VerdictTold
from games.rulebook.events import MatchOpened
from games.story.cast import cast
from games.story.seen import Happened


def report(of: RecordExtent) -> Report:
    """The report on what somebody gets to see of a match."""
    return on_record("".join(record_pages(of)).encode(), of.match_id, of.terms.ruleset.name, of.seat)


def on_record(record: bytes, match_id: str, ruleset: str, eyes: int | None = None) -> Report:
    """The report on a record; what it says of itself counts only as far as it could be verified."""
    found = _verified(record)
    told = _bare(match_id, ruleset, found.verdict)
    if found.record is None:
        return told
    chain = found.record.chain
    lines = chain.lines[: _reliable(found.verdict)]
    if not lines:
        return told
    opened = parse_event(lines[0], chain.opened_values)
    assert isinstance(opened, MatchOpened), "a match begins with its terms"
    events = happened(lines)
    people = cast(events)
    return replace(
        told,
        status=_status(events),
        eyes=eyes,
        seats=tuple(told_seats(events)),
        rounds=tuple(told_rounds(events, opened.ruleset, people)),
        events=tuple(told_events(lines, chain, events, people)),
        luck=told_luck(lines, chain, found.steps),
    )


def unreadable(match_id: str) -> Report | None:
    """The report on a match whose log can't even be followed; None if not everybody may see it.

    Whether they may, only the lobby can still tell.
    """
    row = MatchRow.objects.filter(match_id=match_id, status__in=("over", "abandoned")).first()
    if row is None or row.visibility == "private":
        return None
    return _bare(match_id, row.ruleset, database_verifier.verify_match(match_id))


@lru_cache(maxsize=16)
def _verified(record: bytes) -> AuditResult:
    """The same bytes always have the same verdict, and to verify them takes a while."""
    return audit_record(record)


def _bare(match_id: str, ruleset: str, verdict: Verdict) -> Report:
    """The verdict, and nothing of what the record says."""
    return Report(
        match=match_id,
        version=verdict.version,
        status="unreadable",
        ruleset=ruleset,
        verdict=typed(VerdictTold, verdict.to_dict()),
        luck=LuckTold(),
        record=f"/api/v1/matches/{match_id}/record",
        verifier="/api/v1/dixit_verify.py",
        command=f"python -I dixit_verify.py dixit-{match_id}-{verdict.version}.jsonl",
    )


def _reliable(verdict: Verdict) -> int:
    """Up to which version the record can be relied on: behind the first fault nothing is told."""
    if verdict.first_failure is None:
        return verdict.version
    return max(0, (verdict.first_failure.first_bad or 0) - 1)


def _status(events: Sequence[Happened]) -> Status:
    last, types = events[-1], {event.type for event in events}
    if last.type == "match_ended":
        return "abandoned" if last.data["status"] == "abandoned" else "over"
    return "playing" if "match_started" in types else "gathering"
