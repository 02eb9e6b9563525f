"""Who takes part in a match after each of its events, from the public events alone."""

from dataclasses import dataclass, replace
from datetime import datetime

from games.narrative.roster import Roster
from games.narrative.visible_event import VisibleEvent
from games.rulebook.attendance import (
    Attendance,
    begin_rest,
    begin_round,
    count_round,
    end_skip,
    initial_attendance,
    is_out_of_running,
    resume,
    skip,
    without_seat,
)
from games.rulebook.terms import FIRST_RULEBOOK_WITH_ABSENCE


@dataclass(frozen=True, kw_only=True, slots=True)
class CalledTime:
    """The deadline that a player has given to the current phase."""

    seat: int
    deadline_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Standing:
    """Who takes part in a match at one version."""

    people: tuple[int, ...] = ()
    """The seats of people who have not resigned; empty in the lobby."""
    resigned: tuple[int, ...] = ()
    attendance: Attendance | None = None
    """None in the lobby and under rulebook 1. Misses and phases aren't counted: they don't follow from public events
    alone."""
    called_time: CalledTime | None = None

    @property
    def skipped(self) -> tuple[int, ...]:
        return self.attendance.skipped if self.attendance else ()

    @property
    def rest_ends_at(self) -> datetime | None:
        """When the match ends if nobody comes back; None unless it rests."""
        return self.attendance.rest_ends_at if self.attendance else None

    @property
    def is_resting(self) -> bool:
        return self.rest_ends_at is not None

    def is_out_of_running(self, side: tuple[int, ...]) -> bool:
        """Return whether this seat, or the two seats of this team, can't win."""
        return self.attendance is not None and is_out_of_running(self.attendance, self.resigned, side)


def standing_after(before: Standing, event: VisibleEvent, roster: Roster) -> Standing:
    """Return the standing after an event of a match with this roster."""
    if event.type == "match_started":
        return _initial_standing(event, roster)
    standing = _with_called_time(before, event)
    if event.type == "seat_resigned":
        seat = event.data["seat"]
        standing = replace(standing, people=without_seat(standing.people, seat), resigned=(*standing.resigned, seat))
    if standing.attendance is None:
        return standing
    attendance = _attendance_after(standing.attendance, event, standing.people)
    # After a rest the phase begins anew, so a player has to call time again.
    called_time = None if attendance.rest_began_at else standing.called_time
    return replace(standing, attendance=attendance, called_time=called_time)


def _initial_standing(event: VisibleEvent, roster: Roster) -> Standing:
    handles_absence = roster.rulebook >= FIRST_RULEBOOK_WITH_ABSENCE
    return Standing(
        people=tuple(seat.seat for seat in roster.seats if seat.kind != "bot"),
        attendance=initial_attendance(len(roster.seats), event.at) if handles_absence else None,
    )


def _attendance_after(attendance: Attendance, event: VisibleEvent, people: tuple[int, ...]) -> Attendance:
    match event.type:
        case "seat_skipped":
            return begin_rest(skip(attendance, event.data["seat"], event.at), people, event.at)
        case "seat_resumed":
            return resume(attendance, event.data["seat"])
        case "seat_resigned":
            return begin_rest(end_skip(attendance, event.data["seat"]), people, event.at)
        case "clue_given":
            return begin_round(attendance)
        case "round_scored":
            return count_round(attendance, people)
        case _:
            return attendance


def _with_called_time(standing: Standing, event: VisibleEvent) -> Standing:
    data, called_time = event.data, standing.called_time
    match event.type:
        case "time_called":
            called_time = CalledTime(seat=data["seat"], deadline_at=datetime.fromisoformat(data["deadline_at"]))
        case "deadline_extended" if called_time:
            called_time = replace(called_time, deadline_at=datetime.fromisoformat(data["deadline_at"]))
        case "round_called_off" | "match_ended":
            called_time = None
        # The other events that begin or end a phase name one.
        case _ if "phase" in data:
            called_time = None
        case _:
            pass
    return standing if called_time == standing.called_time else replace(standing, called_time=called_time)
