"""Reading the commands of a phase: what happens in every phase is dealt with here."""

from collections.abc import Collection
from typing import Any

from tests.conformance.verifier import absence_procedure
from tests.conformance.verifier.table_state import TableState


def next_seat_event(
    table: TableState, *types: str, waiting_for: Collection[int] = (), can_be_missed: bool = False
) -> Any:
    """Return the next command of a seat in this phase, or its resignation; None if anything else has happened.

    The caller accepts a command of one of these types, and then reads what follows it. What has happened otherwise
    is dealt with: the time may be up now, or a player be skipped or back.

    Args:
        waiting_for: the seats that owe something.
        can_be_missed: whether these seats miss the phase if the clock ends it.
    """
    event = table.tape.next_command_event()
    match event["type"]:
        case "abandon_agreed":
            _agree_to_abandon(table, event)
        case "seat_resigned":
            _resign_seat(table, event)
            return event
        case "match_ended" if event["actor"] == "staff":
            table.accept_match_end(event, "abandoned", [], "staff")
        case "match_ended":
            absence_procedure.accept_end_by_clock(table, event)
        case "deadline_extended":
            table.extend_deadline(event)
            absence_procedure.end_if_abandoned(table)
        case "host_changed":
            table.transfer_host(event)
            absence_procedure.follow_command(table, event)
        case "seat_resumed" if table.has_absences:
            table.require_active_seat(event)
            absence_procedure.accept_resume(table, event)
        case "time_called" if table.has_absences:
            absence_procedure.accept_time_call(table, event, waiting_for)
        case "time_up":
            _accept_timeout(table, event, waiting_for if can_be_missed and event["actor"] == "clock" else ())
        case type_:
            table.tape.require(type_ in types, f"not in {table.phase}")
            table.require_active_seat(event)
            is_absent = event["actor"] in table.attendance.sitting_out
            table.tape.require(not is_absent, "it is skipped in this phase")
            table.tape.require(not table.attendance.is_resting, "the match rests")
            return event
    return None


def _accept_timeout(table: TableState, event: Any, missing_seats: Collection[int]) -> None:
    if event["actor"] != "staff":
        table.tape.require(event["actor"] == "clock", "only the clock does this")
        table.require_due_clock()
        table.require_punctual_clock()
    table.tape.require_members(event, phase=table.phase)
    table.is_time_up = True
    absence_procedure.follow_timeout(table, missing_seats)


def _agree_to_abandon(table: TableState, event: Any) -> None:
    table.require_active_seat(event)
    table.tape.require_members(event, seat=event["actor"])
    table.tape.require(event["actor"] not in table.agreed_seats, "it has agreed already")
    table.agreed_seats.add(event["actor"])
    absence_procedure.follow_command(table, event)


def _resign_seat(table: TableState, event: Any) -> None:
    table.require_active_seat(event)
    table.tape.require_members(event, seat=event["actor"])
    table.resigned_seats.add(event["actor"])
    table.attendance.resign(event["actor"], table.tape.now)
    absence_procedure.end_if_abandoned(table)
