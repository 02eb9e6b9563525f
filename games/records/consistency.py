"""Check that the log's columns agree with the events.

The hash chain covers only the event bodies. The columns beside them decide who may read which sealed part and when, and
which command an idempotency key belongs to, so they are verified too.
"""

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
    """The columns of an opening as they should be.

    Args:
        reader: The seat that may read the part before it is public, if any.
        opens: The key that makes the part public.
        read_from: The version from which on `reader` may read it.
        open_from: The version from which on it is public.
    """

    reader: int | None
    opens: str
    read_from: int | None
    open_from: int | None


def check_columns(rows: RawMatchRows, steps: Sequence[ReplayStep]) -> None:
    """Compare every column of the rows with what follows from the replayed events.

    Raises:
        VerificationError
    """
    for row, step in zip(rows.events, steps, strict=True):
        _check_event(row, step)
    expected = _expected_openings(steps)
    found = {(opening.version, opening.part): opening for opening in rows.openings}
    for key in sorted(expected.keys() | found.keys()):
        _check_opening(key, expected.get(key), found.get(key))
    _check_commands(rows, list(_group_by_command(rows.events, steps)))


def _check_event(row: Event, step: ReplayStep) -> None:
    # The body is canonical JSON, whose text has exactly one spelling of a member.
    if f'"type":"{row.type}"' not in row.body:
        fail(step.version, f"The column type has {row.type}, which is not the event's type.")
    if row.recorded_at != step.at:
        fail(step.version, "The column recorded_at does not have the event's time.")


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
        key, hands_revealed = key_opened_by(step.event), reveals_face_down_hands(step.event, board)
        for each in expected.values() if key is not None or hands_revealed else ():
            if hands_revealed and each.reader is not None and each.read_from is None:
                each.read_from = step.version
            if key is not None and each.open_from is None and key in (OPENS_AT_END, each.opens):
                each.open_from = step.version
    return expected


def _check_opening(key: tuple[int, str], expected: ExpectedOpening | None, found: Opening | None) -> None:
    version, part = key
    if expected is None or found is None:
        fail(version, f"The opening of {part} is {'unexpected' if expected is None else 'missing'}.")
    for column in ("reader", "opens", "read_from", "open_from"):
        if getattr(found, column) != getattr(expected, column):
            fail(version, f"The column {column} of the opening of {part} does not agree with the events.")


def _group_by_command(events: Sequence[Event], steps: Sequence[ReplayStep]) -> Iterator[list[Event]]:
    """Yield the events of each command: the one with an actor, and the automatic ones that follow it."""
    group: list[Event] = []
    for row, step in zip(events, steps, strict=True):
        if step.actor is not None and group:
            yield group
            group = []
        group.append(row)
    yield group


def _check_commands(rows: RawMatchRows, groups: Sequence[Sequence[Event]]) -> None:
    """Check the command rows that exist, and that none is missing in between.

    Rows of commands are deleted some time after the match, the oldest first, and those of an account are deleted when
    the account is erased. So a missing row is an error only after an existing one, and only if nothing was erased.
    """
    has_erased_parts = any(opening.salt is None for opening in rows.openings)
    commands_by_id, earlier_command_found = {command.command_id: command for command in rows.commands}, False
    for group in groups:
        first, last = group[0], group[-1]
        if other := next((row for row in group if row.command_id != first.command_id), None):
            fail(other.version, "Its command_id differs from that of the event that caused it.")
        command = commands_by_id.pop(first.command_id or "", None)
        if command is not None and (command.first, command.last) != (first.version, last.version):
            fail(first.version, "The row of its command has other versions.")
        if command is None and earlier_command_found and not has_erased_parts:
            fail(first.version, "There is no command with its command_id.")
        earlier_command_found = earlier_command_found or command is not None
    if commands_by_id:
        fail(next(iter(commands_by_id.values())).first, "There is a command without events.")
