"""What stands in columns beside bodies and openings must be what the events say."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.audit.errors import fail
from games.audit.replay import ReplayStep
from games.eventlog.models import Event, Opening
from games.records.raw_rows import RawMatchRows
from games.rulebook.match import board_of
from games.rulebook.sealed import OPENS_AT_END, OPENS_NOW, key_opened_by, reveals_face_down_hands, sealed_parts


@dataclass(kw_only=True)
class ExpectedOpening:
    """The columns of an opening as they should be."""

    reader: int | None
    opens: str
    read_from: int | None
    open_from: int | None


def check_columns(rows: RawMatchRows, steps: Sequence[ReplayStep]) -> None:
    """Compare every column with what follows from the events.

    Raises:
        Broken
    """
    for row, step in zip(rows.events, steps, strict=True):
        _check_event(row, step)
    expected = _expected_openings(steps)
    found = {(opening.version, opening.part): opening for opening in rows.openings}
    for key in sorted(expected.keys() | found.keys()):
        _check_opening(key, expected.get(key), found.get(key))
    _check_commands(rows, list(_group_by_command(rows.events, steps)))


def _check_event(row: Event, step: ReplayStep) -> None:
    if f'"type":"{row.type}"' not in row.body:
        fail(step.version, f"The column type says {row.type}.")
    if row.recorded_at != step.at:
        fail(step.version, "The column recorded_at has another time than the event.")


def _expected_openings(steps: Sequence[ReplayStep]) -> dict[tuple[int, str], ExpectedOpening]:
    expected: dict[tuple[int, str], ExpectedOpening] = {}
    for step in steps:
        board = board_of(step.before) if step.before else None
        for part in sealed_parts(step.event, board):
            expected[step.version, part.name] = ExpectedOpening(
                reader=part.reader,
                opens=part.opens,
                read_from=None if part.reader is None or part.face_down else step.version,
                open_from=step.version if part.opens == OPENS_NOW else None,
            )
        key, hands_turned_up = key_opened_by(step.event), reveals_face_down_hands(step.event, board)
        for each in expected.values() if key is not None or hands_turned_up else ():
            if hands_turned_up and each.reader is not None and each.read_from is None:
                each.read_from = step.version
            if key is not None and each.open_from is None and key in (OPENS_AT_END, each.opens):
                each.open_from = step.version
    return expected


def _check_opening(key: tuple[int, str], expected: ExpectedOpening | None, found: Opening | None) -> None:
    version, part = key
    if expected is None or found is None:
        fail(version, f"The opening of {part} is {'left over' if expected is None else 'missing'}.")
    for column in ("reader", "opens", "read_from", "open_from"):
        if getattr(found, column) != getattr(expected, column):
            fail(version, f"The opening of {part} has another {column} than follows from the events.")


def _group_by_command(events: Sequence[Event], steps: Sequence[ReplayStep]) -> Iterator[list[Event]]:
    """The events of each command."""
    group: list[Event] = []
    for row, step in zip(events, steps, strict=True):
        if step.actor is not None and group:
            yield group
            group = []
        group.append(row)
    yield group


def _check_commands(rows: RawMatchRows, groups: Sequence[Sequence[Event]]) -> None:
    """Commands are forgotten some time after the match, the older ones first, and with whoever is erased: those that
    are there must be right."""
    has_erased_parts = any(opening.salt is None for opening in rows.openings)
    commands_by_id, earlier_command_found = {command.command_id: command for command in rows.commands}, False
    for group in groups:
        first, last = group[0], group[-1]
        if other := next((row for row in group if row.command_id != first.command_id), None):
            fail(other.version, "It has another command_id than the event that it follows from.")
        command = commands_by_id.pop(first.command_id or "", None)
        if command is not None and (command.first, command.last) != (first.version, last.version):
            fail(first.version, "The row of its command names other versions.")
        if command is None and earlier_command_found and not has_erased_parts:
            fail(first.version, "Its command_id is that of no command.")
        earlier_command_found = earlier_command_found or command is not None
    if commands_by_id:
        fail(next(iter(commands_by_id.values())).first, "There is a command that has led to nothing.")
