"""Check that the log's columns agree with the events.

The hash chain covers only the event bodies. The columns beside them decide who may read which sealed part and what
opens it, and which events an idempotency key belongs to, so they are verified too.
"""

from collections.abc import Iterator, Sequence

from games.audit.errors import fail
from games.audit.replay import ReplayStep
from games.eventlog.models import Event, Opening
from games.records.raw_rows import RawMatchRows
from games.rulebook.match import board_of
from games.rulebook.sealed import Part, sealed_parts


def check_columns(rows: RawMatchRows, steps: Sequence[ReplayStep]) -> None:
    """Compare every column of the rows with what follows from the replayed events.

    Raises:
        VerificationError
    """
    for row, step in zip(rows.events, steps, strict=True):
        _check_event(row, step)
    expected = _expected_parts(steps)
    found = {(opening.version, opening.part): opening for opening in rows.openings}
    # Sorted, so that the fault reported is that of the first bad version.
    for key in sorted(expected.keys() | found.keys()):
        _check_opening(key, expected.get(key), found.get(key))
    _check_commands(rows, list(_group_by_command(rows.events, steps)))


def _check_event(row: Event, step: ReplayStep) -> None:
    # The body is canonical JSON, whose text has exactly one spelling of a member.
    if f'"type":"{row.type}"' not in row.body:
        fail(step.version, f"The column type has {row.type}, which is not the event's type.")
    if row.recorded_at != step.at:
        fail(step.version, "The column recorded_at does not have the event's time.")


def _expected_parts(steps: Sequence[ReplayStep]) -> dict[tuple[int, str], Part]:
    """Return every sealed part, by version and name."""
    return {
        (step.version, part.name): part
        for step in steps
        for part in sealed_parts(step.event, board_of(step.before) if step.before else None)
    }


def _check_opening(key: tuple[int, str], expected: Part | None, found: Opening | None) -> None:
    version, part = key
    if expected is None or found is None:
        fail(version, f"The opening of {part} is {'unexpected' if expected is None else 'missing'}.")
    for column in ("reader", "face_down", "opens"):
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
    commands_by_version, earlier_command_found = {command.first: command for command in rows.commands}, False
    for group in groups:
        first, last = group[0], group[-1]
        command = commands_by_version.pop(first.version, None)
        if command is not None and command.last != last.version:
            fail(first.version, "The row of its command has other versions.")
        if command is None and earlier_command_found and not has_erased_parts:
            fail(first.version, "There is no row of its command.")
        earlier_command_found = earlier_command_found or command is not None
    if commands_by_version:
        fail(min(commands_by_version), "There is a command without events.")
