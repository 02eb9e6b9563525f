"""Taking in records from elsewhere: verified first, kept whole, and looked at like any other match."""

from functools import lru_cache
from hashlib import sha256

from games.audit.record_verifier import AuditResult, audit_record
from games.audit.verdict import Verdict
from games.eventlog.match_state import MatchState
from games.matches.match_queries import MatchSeen, NoSuchVersion, build_view
from games.records.models import Import
from games.rulebook import Viewer
from games.rulebook.events import MatchStarted, SeatResigned
from games.rulebook.match import seated_players

MAX_RECORD_BYTES = 8 * 1024 * 1024


class InvalidRecord(Exception):
    """The record is not right, and was not taken in."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__("the record is not right")
        self.verdict = verdict


class NoSuchImport(Exception):
    """No record of this id was taken in."""


class MatchNotFinished(Exception):
    """Of a match that was still played when its record was made, hands are not known."""


def import_record(content: bytes) -> tuple[Import, bool]:
    """Keep a record, if it is right; also gives whether it is a new one.

    Raises:
        NotRight
    """
    verdict = audit_record(content).verdict
    if not verdict.ok or verdict.match is None:
        raise InvalidRecord(verdict)
    import_id = f"i_{sha256(content).hexdigest()[:32]}"
    return Import.objects.get_or_create(id=import_id, defaults={"match_id": verdict.match, "record": content.decode()})


def find_import(import_id: str) -> Import:
    """The record of this id.

    Raises:
        NoSuchImport
    """
    found = Import.objects.filter(id=import_id).first()
    if found is None:
        raise NoSuchImport
    return found


def verify_import(imported: Import) -> Verdict:
    """What verifying it comes to now."""
    return audit_record(imported.record.encode()).verdict


def imported_match_view(imported: Import, *, at: int | None, seat: int | None) -> MatchSeen:
    """The match as the public (None) or a seat saw it, at a version or at its end.

    Raises:
        NotOpen, NoSuchVersion
    """
    audit_result = _cached_audit(imported.record)
    if len(audit_result.steps) < audit_result.verdict.version:
        raise MatchNotFinished
    version = audit_result.verdict.version if at is None else at
    if not 1 <= version <= len(audit_result.steps):
        raise NoSuchVersion
    state = _match_state(audit_result, version)
    if seat is not None and all(taken != seat for taken, _, _ in seated_players(state.match)):
        raise NoSuchVersion
    return build_view(imported.match_id, state, Viewer(seat=seat))


@lru_cache(maxsize=8)
def _cached_audit(record: str) -> AuditResult:
    """Whoever looks at one version looks at others."""
    return audit_record(record.encode())


def _match_state(audit_result: AuditResult, version: int) -> MatchState:
    assert audit_result.record is not None, "its steps were read"
    step = audit_result.steps[version - 1]
    locked_hash = next((each.prev for each in audit_result.steps if isinstance(each.event, MatchStarted)), None)
    return MatchState(
        version=version,
        hash=audit_result.record.chain.lines[version - 1].hash,
        opened_at=audit_result.steps[0].at,
        last_event_at=step.at,
        match=step.after,
        hash_before_start=locked_hash,
        resignation_versions={
            each.event.seat: each.version for each in audit_result.steps if isinstance(each.event, SeatResigned)
        },
        phase_began_at=step.at,
    )
