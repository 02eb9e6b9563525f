"""What follows an event before anything is played: seats become skipped or resume, quorums are looked at."""

from collections.abc import Collection
from datetime import timedelta
from typing import Any

from tests.conformance.verifier.table_state import TableState

REST_HOUR = timedelta(hours=1)
REST_REASON, AGREED_REASON = "nobody_is_there", "agreed"


def follow_command(table: TableState, event: Any) -> None:
    """Read what follows a command: its player is there again, and perhaps the match ends."""
    seat, attendance = event["actor"], table.attendance
    if table.has_absences and isinstance(seat, int):
        attendance.note_action(seat, event["type"])
        if seat in attendance.skipped_at:
            deadline = table.deadline_after_resuming()
            table.tape.expect_following_event("seat_resumed", seat=seat, deadline_at=deadline)
            _resume(table, seat)
    end_if_abandoned(table)


def accept_resume(table: TableState, event: Any) -> None:
    """Accept the command of a skipped player who does nothing else but come back."""
    seat = event["actor"]
    table.tape.require(seat in table.attendance.skipped_at, "it isn't skipped")
    table.tape.require_members(event, seat=seat, deadline_at=table.deadline_after_resuming())
    table.attendance.note_action(seat, event["type"])
    _resume(table, seat)
    end_if_abandoned(table)


def follow_timeout(table: TableState, missing_seats: Collection[int]) -> None:
    """Read what follows the end of a phase's time; these seats have missed it."""
    skipped_seats = table.attendance.note_misses(missing_seats) if table.has_absences else []
    end_if_abandoned(table)
    for seat in skipped_seats:
        table.tape.expect_following_event("seat_skipped", seat=seat)
        table.attendance.skip(seat, table.tape.now)
        end_if_abandoned(table)


def accept_time_call(table: TableState, event: Any, waiting_for: Collection[int]) -> None:
    """Accept that a player gives a deadline to a phase without one."""
    seat, tape = event["actor"], table.tape
    table.require_active_seat(event)
    tape.require(table.deadline is None and table.is_time_callable, "nobody can call time here")
    tape.require(seat in table.attendance.people, "computer players call no time")
    tape.require(seat not in waiting_for, "it owes a move")
    tape.require(tape.now >= table.waiting_since + timedelta(seconds=table.call_after), "it is too early")
    table.deadline = tape.deadline_after(table.call_grace)
    tape.require_members(event, seat=seat, phase=table.phase, deadline_at=table.deadline)
    follow_command(table, event)


def accept_end_by_clock(table: TableState, event: Any) -> None:
    """Accept that the clock ends a match in which nobody moves, nobody is there, or who is there has agreed."""
    tape, attendance, reason = table.tape, table.attendance, event["data"].get("why")
    tape.require(event["actor"] == "clock", "it doesn't end like this")
    if attendance.rest_began_at is not None:
        tape.require(tape.now >= attendance.rest_began_at + REST_HOUR, "it hasn't rested for an hour")
        table.accept_match_end(event, "abandoned", [], REST_REASON)
    if table.has_absences and reason == AGREED_REASON:
        tape.require(_is_agreed(table), "they have not agreed, or have to wait for the others")
        table.accept_match_end(event, "abandoned", [], AGREED_REASON)
    tape.require(table.deadline is None, "it ends when its time is up")
    table.accept_match_end(event, "abandoned", [], "nobody_moved")


def end_if_abandoned(table: TableState) -> None:
    """End the match if no player is left or all who are asked agree; replace a host who has resigned."""
    if table.resigned_seats and not table.human_seats:
        table.expect_match_end("abandoned", [], "everybody_resigned")
    if table.agreed_seats and _is_agreed(table):
        table.expect_match_end("abandoned", [], AGREED_REASON)
    if table.host in table.resigned_seats:
        table.host = table.human_seats[0]
        table.tape.expect_following_event("host_changed", seat=table.host)


def _is_agreed(table: TableState) -> bool:
    attendance = table.attendance
    if not table.has_absences:
        return set(table.human_seats or range(table.player_count)) <= table.agreed_seats
    if not attendance.present_people or not attendance.present_people <= table.agreed_seats:
        return False
    return attendance.are_half_present or table.tape.now >= attendance.absence_hour_ends_at


def _resume(table: TableState, seat: int) -> None:
    """Let a player come back; if this wakes the match, the phase's clock begins anew."""
    if table.attendance.is_resting:
        table.deadline, table.is_extended = table.deadline_after_resuming(), False
    table.attendance.resume(seat)
