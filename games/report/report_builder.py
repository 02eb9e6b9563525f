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
from games.report.event_report import build_event_reports, events_from_record
from games.report.luck_report import build_luck_report
from games.report.report_types import LuckTold, Report, ReportStatus, VerdictTold
from games.report.round_report import build_round_reports
from games.report.seat_report import build_seat_reports
from games.rulebook.events import MatchOpened
from games.story.roster import build_roster
from games.story.visible_event import VisibleEvent


def build_match_report(extent: RecordExtent) -> Report:
    """The report on what somebody gets to see of a match."""
    return build_record_report(
        "".join(record_pages(extent)).encode(), extent.match_id, extent.terms.ruleset.name, extent.seat
    )


def build_record_report(record: bytes, match_id: str, ruleset: str, seat: int | None = None) -> Report:
    """The report on a record; what it says of itself counts only as far as it could be verified."""
    audit_result = _verify_cached(record)
    verdict_report = _verdict_only_report(match_id, ruleset, audit_result.verdict)
    if audit_result.record is None:
        return verdict_report
    chain = audit_result.record.chain
    lines = chain.lines[: _last_reliable_version(audit_result.verdict)]
    if not lines:
        return verdict_report
    opening_event = parse_event(lines[0], chain.opened_values)
    assert isinstance(opening_event, MatchOpened), "a match begins with its terms"
    events = events_from_record(lines)
    roster = build_roster(events)
    return replace(
        verdict_report,
        status=_report_status(events),
        eyes=seat,
        seats=tuple(build_seat_reports(events)),
        rounds=tuple(build_round_reports(events, opening_event.ruleset, roster)),
        events=tuple(build_event_reports(lines, chain, events, roster)),
        luck=build_luck_report(lines, chain, audit_result.steps),
    )


def build_unreadable_report(match_id: str) -> Report | None:
    """The report on a match whose log can't even be followed; None if not everybody may see it.

    Whether they may, only the lobby can still tell.
    """
    row = MatchRow.objects.filter(match_id=match_id, status__in=("over", "abandoned")).first()
    if row is None or row.visibility == "private":
        return None
    return _verdict_only_report(match_id, row.ruleset, database_verifier.verify_match(match_id))


@lru_cache(maxsize=16)
def _verify_cached(record: bytes) -> AuditResult:
    """The same bytes always have the same verdict, and to verify them takes a while."""
    return audit_record(record)


def _verdict_only_report(match_id: str, ruleset: str, verdict: Verdict) -> Report:
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


def _last_reliable_version(verdict: Verdict) -> int:
    """Up to which version the record can be relied on: behind the first fault nothing is told."""
    if verdict.first_failure is None:
        return verdict.version
    return max(0, (verdict.first_failure.first_bad or 0) - 1)


def _report_status(events: Sequence[VisibleEvent]) -> ReportStatus:
    last, types = events[-1], {event.type for event in events}
    if last.type == "match_ended":
        return "abandoned" if last.data["status"] == "abandoned" else "over"
    return "playing" if "match_started" in types else "gathering"
