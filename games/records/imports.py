"""Import records of other servers: each is verified, stored byte for byte, and can be viewed like a match."""

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
    """The record is invalid and was not imported; `verdict` says why."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__("the record is invalid")
        self.verdict = verdict


class NoSuchImport(Exception):
    """There is no imported record with this id."""


class MatchNotFinished(Exception):
    """The match was still in progress when its record was made, so hands are unknown and it can't be viewed."""


def import_record(content: bytes) -> tuple[Import, bool]:
    """Store a record if it is valid; return it, and whether it is new.

    Raises:
        InvalidRecord
    """
    # Verified before anything is stored: an import is shown like a match, and its contents come from strangers.
    verdict = audit_record(content).verdict
    if not verdict.ok or verdict.match is None:
        raise InvalidRecord(verdict)
    # The id is derived from the content, so importing the same record again returns the existing row.
    import_id = f"i_{sha256(content).hexdigest()[:32]}"
    return Import.objects.get_or_create(id=import_id, defaults={"match_id": verdict.match, "record": content.decode()})


def find_import(import_id: str) -> Import:
    """Return the imported record with this id.

    Raises:
        NoSuchImport
    """
    found = Import.objects.filter(id=import_id).first()
    if found is None:
        raise NoSuchImport
    return found


def verify_import(imported: Import) -> Verdict:
    """Verify an imported record again, with the verifier of today, and return the verdict."""
    return audit_record(imported.record.encode()).verdict


def load_imported_match_view(imported: Import, *, at: int | None, seat: int | None) -> MatchSeen:
    """Return the match as a seat or the public (None) saw it, at a version or (None) at its end.

    Raises:
        MatchNotFinished: The match was in progress when the record was made.
        NoSuchVersion: The match has no such version, or the seat was not taken at that version.
    """
    audit_result = _cached_audit(imported.record)
    if len(audit_result.steps) < audit_result.verdict.version:
        raise MatchNotFinished
    version = audit_result.verdict.version if at is None else at
    if not 1 <= version <= len(audit_result.steps):
        raise NoSuchVersion
    # From the replay and not from the events in the record: only what the rules allow is ever shown.
    state = _match_state(audit_result, version)
    if seat is not None and all(taken != seat for taken, _, _ in seated_players(state.match)):
        raise NoSuchVersion
    return build_view(imported.match_id, state, Viewer(seat=seat))


@lru_cache(maxsize=8)
def _cached_audit(record: str) -> AuditResult:
    """Verify and replay a record. Cached, since a client that views one version soon views others."""
    return audit_record(record.encode())


def _match_state(audit_result: AuditResult, version: int) -> MatchState:
    assert audit_result.record is not None, "there are no steps without a record"
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
