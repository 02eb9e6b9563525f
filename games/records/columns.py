"""What stands in columns beside bodies and openings must be what the events say."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.audit.errors import fail
from games.audit.replay import ReplayStep
from games.eventlog.models import Event, Opening
from games.records.stored import Stored
from games.rulebook.match import board_of
from games.rulebook.sealed import OPENS_AT_END, OPENS_NOW, key_opened_by, reveals_face_down_hands, sealed_parts


@dataclass(kw_only=True)
class Wanted:
    """The columns of an opening as they should be."""

    reader: int | None
    opens: str
    read_from: int | None
    open_from: int | None


def check(rows: Stored, steps: Sequence[ReplayStep]) -> None:
    """Compare every column with what follows from the events.

    Raises:
        Broken
    """
    for row, step in zip(rows.events, steps, strict=True):
        _check_event(row, step)
    wanted = _openings(steps)
    found = {(opening.version, opening.part): opening for opening in rows.openings}
    for key in sorted(wanted.keys() | found.keys()):
        _check_opening(key, wanted.get(key), found.get(key))
    _check_commands(rows, list(_groups(rows.events, steps)))


def _check_event(row: Event, step: ReplayStep) -> None:
    if f'"type":"{row.type}"' not in row.body:
        fail(step.version, f"The column type says {row.type}.")
    if row.recorded_at != step.at:
        fail(step.version, "The column recorded_at has another time than the event.")


def _openings(steps: Sequence[ReplayStep]) -> dict[tuple[int, str], Wanted]:
    wanted: dict[tuple[int, str], Wanted] = {}
    for step in steps:
        board = board_of(step.before) if step.before else None
        for part in sealed_parts(step.event, board):
            wanted[step.version, part.name] = Wanted(
                reader=part.reader,
                opens=part.opens,
                read_from=None if part.reader is None or part.face_down else step.version,
                open_from=step.version if part.opens == OPENS_NOW else None,
            )
        key, turned_up = key_opened_by(step.event), reveals_face_down_hands(step.event, board)
        for each in wanted.values() if key is not None or turned_up else ():
            if turned_up and each.reader is not None and each.read_from is None:
                each.read_from = step.version
            if key is not None and each.open_from is None and key in (OPENS_AT_END, each.opens):
                each.open_from = step.version
    return wanted


def _check_opening(key: tuple[int, str], wanted: Wanted | None, found: Opening | None) -> None:
    version, part = key
    if wanted is None or found is None:
        fail(version, f"The opening of {part} is {'left over' if wanted is None else 'missing'}.")
    for column in ("reader", "opens", "read_from", "open_from"):
        if getattr(found, column) != getattr(wanted, column):
            fail(version, f"The opening of {part} has another {column} than follows from the events.")


def _groups(events: Sequence[Event], steps: Sequence[ReplayStep]) -> Iterator[list[Event]]:
    """The events of each command."""
    group: list[Event] = []
    for row, step in zip(events, steps, strict=True):
        if step.actor is not None and group:
            yield group
            group = []
        group.append(row)
    yield group


def _check_commands(rows: Stored, groups: Sequence[Sequence[Event]]) -> None:
    """Commands are forgotten some time after the match, the older ones first, and with whoever is erased: those that
    are there must be right."""
    erased = any(opening.salt is None for opening in rows.openings)
    known, remembered = {command.command_id: command for command in rows.commands}, False
    for group in groups:
        first, last = group[0], group[-1]
        if other := next((row for row in group if row.command_id != first.command_id), None):
            fail(other.version, "It has another command_id than the event that it follows from.")
        command = known.pop(first.command_id or "", None)
        if command is not None and (command.first, command.last) != (first.version, last.version):
            fail(first.version, "The row of its command names other versions.")
        if command is None and remembered and not erased:
            fail(first.version, "Its command_id is that of no command.")
        remembered = remembered or command is not None
    if known:
        fail(next(iter(known.values())).first, "There is a command that has led to nothing.")
