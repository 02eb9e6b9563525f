"""The second verifier's verdict on a record."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.conformance.verifier import receipt_verification
from tests.conformance.verifier.event_tape import EventTape, MatchFinished, RecordExhausted
from tests.conformance.verifier.lobby_procedure import open_match, run_lobby
from tests.conformance.verifier.record_content import RecordContent
from tests.conformance.verifier.record_fault import RecordFault
from tests.conformance.verifier.record_reader import read_record
from tests.conformance.verifier.round_end_procedure import clear_table, end_match_if_decided, run_reveal_phase
from tests.conformance.verifier.round_state import RoundState
from tests.conformance.verifier.storytelling_procedure import begin_round, run_storytelling_phase
from tests.conformance.verifier.submitting_procedure import run_submitting_phase
from tests.conformance.verifier.table_state import TableState
from tests.conformance.verifier.voting_procedure import run_voting_phase


@dataclass(frozen=True, kw_only=True)
class IndependentVerdict:
    """What is bad at each level, if anything; `luck` says whether the shuffles could be checked."""

    faults: tuple[RecordFault, ...]
    is_luck_checked: bool

    @property
    def ok(self) -> bool:
        return not self.faults

    @property
    def first_bad(self) -> int | None:
        return min((bad.version for bad in self.faults if bad.version is not None), default=None)


def verify_independently(raw: bytes) -> IndependentVerdict:
    """Check a whole record at every level; if the chain is broken, check only the chain."""
    try:
        record = read_record(raw)
    except RecordFault as bad:
        return IndependentVerdict(faults=(bad,), is_luck_checked=False)
    table = TableState(EventTape(record))
    faults = [
        _find_fault(lambda: receipt_verification.check_receipts(record)),
        _find_fault(lambda: _replay_match(record, table)),
        table.tape.luck_fault,
    ]
    return IndependentVerdict(
        faults=tuple(bad for bad in faults if bad), is_luck_checked=table.tape.shuffle_inputs is not None
    )


def _find_fault(check: Callable[[], None]) -> RecordFault | None:
    try:
        check()
    except RecordFault as bad:
        return bad
    return None


def _replay_match(record: RecordContent, table: TableState) -> None:
    try:
        open_match(table)
        run_lobby(table)
        storyteller = table.host if table.first_storyteller == "host" else None
        while True:
            storyteller = _replay_round(RoundState(table, storyteller))
    except MatchFinished:
        pass
    except RecordExhausted:
        table.tape.require(not record.is_over, "nothing leads to this end")


def _replay_round(r: RoundState) -> int:
    """Replay a round and return the next storyteller."""
    begin_round(r)
    call_off_reason = run_storytelling_phase(r) or run_submitting_phase(r)
    if call_off_reason is None:
        run_voting_phase(r)
    end_match_if_decided(r, call_off_reason)
    if call_off_reason is None:
        run_reveal_phase(r)
    clear_table(r, call_off_reason)
    return (r.known_storyteller + 1) % r.table.player_count
