"""A match's log in memory, written and told of by the code that writes and tells of the real one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256

from games.eventlog.audience import _opened_to, _seen_by
from games.eventlog.caller import Caller
from games.eventlog.folds import Folded
from games.eventlog.read import Reader, told
from games.eventlog.sql import Row
from games.eventlog.written import Stamp, Written
from games.rulebook.events import Event
from games.rulebook.sealed import OPENS_AT_END, OPENS_NOW
from tests.rulebook.table import NOW as NOON

READ_FROM, OPENS, OPEN_FROM, READER = 6, 7, 8, 5


def salts(name: str) -> Callable[[], str]:
    """Salts that are repeatable, and different in each log and for each part."""
    count = iter(range(1_000_000))
    return lambda: sha256(f"{name}/{next(count)}".encode()).hexdigest()


@dataclass(kw_only=True)
class Log:
    """What would lie in the tables of one match; `name` makes its salts different from another's."""

    name: str
    match_id: str = "m"
    folds: list[Folded] = field(default_factory=list)
    """The match at each version, from 1 on."""
    events: list[Row] = field(default_factory=list)
    openings: list[Row] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.salt = salts(self.name)

    def append(self, events: Sequence[Event], actor: int | str | None, at: datetime = NOON) -> None:
        """What one command led to."""
        for number, event in enumerate(events):
            self._append(event, actor if number == 0 else None, at)

    def told(self, seat: int | None) -> list[str]:
        """All events as this seat (None: the public) is told of them."""
        opened = _opened_to(seat, [self._selected(row) for row in self.openings], 0, len(self.events))
        return told(0, [row[5:] for row in self.events], opened)

    def told_to(self, reader: Reader) -> list[str]:
        """The same, to who may have resigned on the way."""
        return _seen_by(reader, self.told, 0)

    def _append(self, event: Event, actor: int | str | None, at: datetime) -> None:
        last = self.folds[-1] if self.folds else None
        caller = Caller(account="u", command_id="c", request="")
        stamp = Stamp(match_id=self.match_id, caller=caller, actor=actor, at=at, salt=self.salt)
        written = Written(last, [event], stamp)
        self.openings = [self._moved(row, written) for row in self.openings] + written.openings
        self.events += written.events
        self.folds.append(written.after)

    def _moved(self, row: Row, written: Written) -> Row:
        for key, version in written.opened:
            if row[OPEN_FROM] is None and (row[OPENS] == key or (key == OPENS_AT_END and row[OPENS] != OPENS_NOW)):
                row = (*row[:OPEN_FROM], version)
        if written.turned_up and row[READER] is not None and row[READ_FROM] is None:
            row = (*row[:READ_FROM], written.turned_up, *row[OPENS:])
        return row

    def _selected(self, row: Row) -> Row:
        _, version, part, salt, value, reader, read_from, _, open_from = row
        return reader, read_from, open_from, version, part, salt, value
