"""Building the report of a match: write its record, verify it, and report on the part that can be relied on."""

from dataclasses import replace
from functools import lru_cache
from typing import cast

from games.audit.event_parser import parse_event
from games.audit.record_verifier import AuditResult, audit_record
from games.audit.verdict import Verdict
from games.narrative.narrative import Narrative
from games.projections.models import MatchRow
from games.receipts.signature_check import is_valid_signature
from games.records import database_verifier
from games.records.export import RecordExtent, record_pages
from games.report.luck_report import build_luck_report
from games.report.narrative_report import (
    build_absence_report,
    build_event_reports,
    build_round_reports,
    build_seat_reports,
    narrate_record,
)
from games.report.report_types import LuckTold, Report, ReportStatus, VerdictTold
from games.rulebook.events import MatchOpened


def build_match_report(extent: RecordExtent) -> Report:
    """Return the report on the part of a match that an account may see."""
    return build_record_report(
        "".join(record_pages(extent)).encode(), extent.match_id, extent.terms.ruleset.name, extent.audience.seat
    )


def build_record_report(record: bytes, match_id: str, ruleset: str, seat: int | None = None) -> Report:
    """Return the report on a record. Only the verified part of the record is used.

    Args:
        record: the bytes of the record.
        match_id: the match that the record should be of.
        ruleset: the name of the rule set, which is shown even if the record cannot be read.
        seat: the seat for which the record was made; None for the public.
    """
    audit_result = _verify_cached(record)
    verdict_report = _verdict_only_report(match_id, ruleset, audit_result.verdict)
    if audit_result.record is None:
        return verdict_report
    chain = audit_result.record.chain
    # Whatever comes after the first fault may be a forgery, and isn't shown.
    lines = chain.lines[: _last_reliable_version(audit_result.verdict)]
    if not lines:
        return verdict_report
    # As the rulebook's event, whose rule set has types; the narrative has only its JSON.
    opening_event = parse_event(lines[0], chain.opened_values)
    assert isinstance(opening_event, MatchOpened), "a match begins with match_opened"
    narrative = narrate_record(lines, seat)
    return replace(
        verdict_report,
        status=_report_status(narrative),
        eyes=seat,
        seats=build_seat_reports(narrative),
        absence=build_absence_report(narrative),
        rounds=tuple(build_round_reports(narrative, opening_event.ruleset)),
        events=tuple(build_event_reports(narrative, lines, chain)),
        luck=build_luck_report(lines, chain, audit_result.steps),
    )


def build_unreadable_report(match_id: str) -> Report | None:
    """Return the report on a match whose log cannot be read; None unless it is over and not private."""
    # The match state cannot be loaded either, so its visibility is taken from the projection of the lobby.
    row = MatchRow.objects.filter(match_id=match_id, status__in=("over", "abandoned")).first()
    if row is None or row.visibility == "private":
        return None
    return _verdict_only_report(match_id, row.ruleset, database_verifier.verify_match(match_id))


@lru_cache(maxsize=16)
def _verify_cached(record: bytes) -> AuditResult:
    """Return the audit of a record. Equal bytes have equal results, and an audit replays the whole match."""
    return audit_record(record, is_valid_signature=is_valid_signature)


def _verdict_only_report(match_id: str, ruleset: str, verdict: Verdict) -> Report:
    """Return a report with the verdict alone, without anything from the record."""
    return Report(
        match=match_id,
        version=verdict.version,
        status="unreadable",
        ruleset=ruleset,
        verdict=cast(VerdictTold, verdict.to_dict()),
        luck=LuckTold(),
        record=f"/api/v1/matches/{match_id}/record",
        verifier="/api/v1/dixit_verify.py",
        command=f"python -I dixit_verify.py dixit-{match_id}-{verdict.version}.jsonl",
    )


def _last_reliable_version(verdict: Verdict) -> int:
    """Return the last version before the first fault."""
    if verdict.first_failure is None:
        return verdict.version
    return max(0, (verdict.first_failure.first_bad or 0) - 1)


def _report_status(narrative: Narrative) -> ReportStatus:
    last = narrative.events[-1]
    if last.type == "match_ended":
        return "abandoned" if last.data["status"] == "abandoned" else "over"
    return "playing" if narrative.roster.is_started else "gathering"
