"""A second opinion of a record."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.audit.second import receipts
from tests.audit.second.bad import Bad
from tests.audit.second.chain import whole
from tests.audit.second.clearing import cleared, ended, looked_at
from tests.audit.second.giving import giving
from tests.audit.second.lobby import gathered, opened
from tests.audit.second.record import Record
from tests.audit.second.round import Round
from tests.audit.second.table import Table
from tests.audit.second.tape import Cut, Finished, Tape
from tests.audit.second.telling import begins, telling
from tests.audit.second.voting import voting


@dataclass(frozen=True, kw_only=True)
class Opinion:
    """What is bad at each level, if anything; `luck`: whether it could be checked."""

    faults: tuple[Bad, ...]
    luck: bool

    @property
    def ok(self) -> bool:
        return not self.faults

    @property
    def first_bad(self) -> int | None:
        return min((bad.version for bad in self.faults if bad.version is not None), default=None)


def opinion(raw: bytes) -> Opinion:
    """Read a record to its end at every level; none but the chain is looked at where that is broken."""
    try:
        record = whole(raw)
    except Bad as bad:
        return Opinion(faults=(bad,), luck=False)
    table = Table(Tape(record))
    faults = [_fault(lambda: receipts.check(record)), _fault(lambda: _played(record, table)), table.tape.unlucky]
    return Opinion(faults=tuple(bad for bad in faults if bad), luck=table.tape.dice is not None)


def _fault(check: Callable[[], None]) -> Bad | None:
    try:
        check()
    except Bad as bad:
        return bad
    return None


def _played(record: Record, table: Table) -> None:
    try:
        opened(table)
        gathered(table)
        teller = table.host if table.first == "host" else None
        while True:
            teller = _round(Round(table, teller))
    except Finished:
        pass
    except Cut:
        table.tape.need(not record.ended, "nothing leads to this end")


def _round(r: Round) -> int:
    """Gives the next storyteller."""
    begins(r)
    called_off = telling(r) or giving(r)
    if called_off is None:
        voting(r)
    ended(r, called_off)
    if called_off is None:
        looked_at(r)
    cleared(r, called_off)
    return (r.teller + 1) % r.table.players
