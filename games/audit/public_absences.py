"""Absent players of a match in progress, checked from public events: misses, skipped seats, calls of time, deadlines.

Who has moved is public, only what they played isn't. So the attendance can be kept without a replay (rulebook 2).
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from games.audit.decoder import decoder_for
from games.audit.errors import fail
from games.audit.record_line import EventLine
from games.rulebook.attendance import MISSES_BEFORE_SKIP
from games.rulebook.phase_clock import LATENESS_OF_OUTAGE, OUTAGE_EXTENSION, REVEAL_DURATION_AFTER_READY
from games.rulebook.voters import eligible_voters

MOVE_TYPES = ("storyteller_claimed", "clue_given", "cards_submitted", "vote_cast", "signalled", "seat_ready")
TYPES_THAT_END_PROBATION = MOVE_TYPES[:4]
CLOCK_OF_PHASE = {"storytelling": "clue", "submitting": "submit", "voting": "vote", "reveal": "reveal"}
PHASE_NAMING_TYPES = ("time_up", "deadline_extended", "time_called")
MISSABLE_PHASES = ("storytelling", "submitting", "voting")
BEGUN_PHASES = {
    "round_begun": "storytelling",
    "clue_given": "submitting",
    "tableau_laid": "voting",
    "round_scored": "reveal",
    "round_called_off": "reveal",
}
"""The phase that begins with each of these events."""


@dataclass(kw_only=True)
class PublicAbsences:
    """Who takes part, and what the phase waits for; `people` are those who started and have not resigned."""

    terms: Mapping[str, Any]
    player_count: int
    people: set[int]
    round: int = 0
    phase: str = "drawing"
    began_at: datetime
    deadline: datetime | None
    is_extended: bool = False
    is_time_up: bool = False
    storyteller: int | None = None
    resigned: set[int] = field(default_factory=set)
    skipped: set[int] = field(default_factory=set)
    sitting_out: set[int] = field(default_factory=set)
    submitted: set[int] = field(default_factory=set)
    done: set[int] = field(default_factory=set)
    """The seats that have voted or are ready."""
    misses: Counter[int] = field(default_factory=Counter)
    on_probation: set[int] = field(default_factory=set)
    due_skips: list[int] = field(default_factory=list)
    due_return: int | None = None

    def check(self, line: EventLine, version: int) -> None:
        """Check the next event, and note it.

        Raises:
            VerificationError: It contradicts the rules about absent players.
        """
        body, data, at = line.body, line.body["data"], parse_time(line.body["at"])
        kind, actor = body["type"], body["actor"]
        self._check_due(kind, actor, data.get("seat"), version)
        if kind in BEGUN_PHASES:
            self._begin_phase(kind, data, at, version)
        if kind in PHASE_NAMING_TYPES and data["phase"] != f"{self.round}.{self.phase}":
            fail(version, f"The phase is {self.round}.{self.phase}.")
        self._note_move(kind, data, at, version)
        self._note_clock(kind, actor, data, at, version)
        self._note_attendance(kind, data, at, version)
        if isinstance(actor, int):
            self._note_actor(kind, actor, version)

    def check_end(self, version: int) -> None:
        """Check that nothing is due after the last event."""
        self._check_due(None, None, None, version)

    @property
    def is_resting(self) -> bool:
        return bool(self.people) and self.people <= self.skipped

    @property
    def waiting_for(self) -> set[int]:
        """The seats that owe something in this phase."""
        seats = set(range(self.player_count))
        match self.phase:
            case "storytelling":
                owing = seats if self.storyteller is None else {self.storyteller}
            case "submitting":
                owing = {seat for seat in seats if not self._has_submitted(seat)}
            case "voting":
                owing = {*self._voters()} - self.done
            case "reveal":
                owing = seats - self.done
            case _:
                owing = set()
        return owing - self.resigned - self.sitting_out

    def _has_submitted(self, seat: int) -> bool:
        # In Team, each voter is the partner of a player who has submitted.
        return seat in self.submitted or (self.terms["ruleset"]["teams"] and seat in self._voters())

    def _voters(self) -> tuple[int, ...]:
        rules = self.terms["ruleset"]
        is_crowd, is_teams = rules["crowd"] is not None, rules["teams"]
        return eligible_voters(self.player_count, self.storyteller, self.submitted, crowd=is_crowd, teams=is_teams)

    def _check_due(self, kind: str | None, actor: Any, seat: Any, version: int) -> None:
        if self.due_return is not None and (kind, actor, seat) != ("seat_resumed", None, self.due_return):
            fail(version, f"Seat {self.due_return} is back, and should be resumed here.")
        if self.due_skips and (kind, actor, seat) != ("seat_skipped", None, self.due_skips[0]):
            fail(version, f"Seat {self.due_skips[0]} has missed too much, and should be skipped here.")

    def _note_move(self, kind: str, data: Mapping[str, Any], at: datetime, version: int) -> None:
        match kind:
            case "storyteller_claimed":
                self.storyteller, self.began_at = data["seat"], at
                if data["automatic"]:
                    self.deadline, self.is_time_up = _optional_time(data["deadline_at"]), False
            case "cards_submitted":
                self.submitted.add(data["seat"])
            case "vote_cast":
                self.done.add(data["seat"])
            case "seat_ready":
                self._check_ready(data, at, version)

    def _note_clock(self, kind: str, actor: Any, data: Mapping[str, Any], at: datetime, version: int) -> None:
        match kind:
            case "time_up":
                if actor == "clock":
                    self._check_tick(at, version, is_late=False)
                    self._count_misses()
                self.is_time_up = True
            case "deadline_extended":
                self._check_tick(at, version, is_late=True)
                self._set_deadline(data, at + OUTAGE_EXTENSION, version)
                self.is_extended = True
            case "time_called":
                self._check_call(data, at, version)
            case "seed_committed":
                self.deadline, self.is_time_up = _optional_time(data["deadline_at"]), False
                self.is_extended = False

    def _note_attendance(self, kind: str, data: Mapping[str, Any], at: datetime, version: int) -> None:
        match kind:
            case "seat_skipped":
                self._skip(data["seat"], version)
            case "seat_resumed":
                self._resume(data, at, version)
            case "seat_resigned":
                self.resigned.add(data["seat"])
                self.people.discard(data["seat"])
                self.skipped.discard(data["seat"])

    def _begin_phase(self, kind: str, data: Mapping[str, Any], at: datetime, version: int) -> None:
        self.phase, self.began_at, self.is_extended, self.is_time_up = BEGUN_PHASES[kind], at, False, False
        self.sitting_out, self.done = set(self.skipped), set()
        # The points that end the match begin no phase.
        if kind == "round_called_off" or data["phase"] is None:
            self.deadline = None
        else:
            self._set_deadline(data, self._phase_end(at), version)
        if kind == "round_begun":
            self.round, self.storyteller = data["round"], data["storyteller"]
        elif kind == "clue_given":
            self.storyteller = data["seat"]
            self.submitted = set() if self.terms["ruleset"]["crowd"] else {data["seat"]}

    def _phase_end(self, at: datetime) -> datetime | None:
        seconds = self.terms["clock"].get(CLOCK_OF_PHASE.get(self.phase))
        return None if seconds is None else at + timedelta(seconds=seconds)

    def _set_deadline(self, data: Mapping[str, Any], expected: datetime | None, version: int) -> None:
        if _optional_time(data["deadline_at"]) != expected:
            fail(version, f"The deadline should be {expected.isoformat() if expected else None}.")
        self.deadline = expected

    def _check_ready(self, data: Mapping[str, Any], at: datetime, version: int) -> None:
        before = self.deadline
        sets_deadline = before is None and data["seat"] in self.people
        self._set_deadline(data, at + REVEAL_DURATION_AFTER_READY if sets_deadline else None, version)
        self.deadline = self.deadline or before
        self.done.add(data["seat"])

    def _check_tick(self, at: datetime, version: int, *, is_late: bool) -> None:
        """Check a tick of the clock at the end of a phase: one that is late for the first time extends the phase."""
        if self.deadline is None or at < self.deadline or self.is_resting:
            fail(version, "The phase's time is not up.")
        if is_late != (at - self.deadline > LATENESS_OF_OUTAGE and not self.is_extended):
            fail(version, "A phase is extended if its end is noticed more than ten seconds late, and only then, once.")

    def _count_misses(self) -> None:
        is_unclaimed = self.phase == "storytelling" and self.storyteller is None
        if self.phase not in MISSABLE_PHASES or is_unclaimed:
            return
        missing = self.waiting_for & self.people
        self.misses.update(missing)
        self.due_skips = sorted(
            seat for seat in missing if self.misses[seat] >= (1 if seat in self.on_probation else MISSES_BEFORE_SKIP)
        )

    def _check_call(self, data: Mapping[str, Any], at: datetime, version: int) -> None:
        owing = set() if self.is_resting else self.waiting_for
        if self.deadline is not None or data["seat"] not in self.people or data["seat"] in owing:
            fail(version, "Time may be called in a phase without a deadline, by a person who owes no move.")
        if at < self.began_at + timedelta(seconds=self.terms["call_after"]):
            fail(version, "Time was called too early.")
        self._set_deadline(data, at + timedelta(seconds=self.terms["call_grace"]), version)

    def _skip(self, seat: int, version: int) -> None:
        if not self.due_skips:
            fail(version, f"Seat {seat} has not missed enough to be skipped.")
        self.due_skips.pop(0)
        self.misses[seat] = 0
        self.skipped.add(seat)
        self.sitting_out.add(seat)

    def _resume(self, data: Mapping[str, Any], at: datetime, version: int) -> None:
        if data["seat"] not in self.skipped:
            fail(version, f"Seat {data['seat']} is not skipped.")
        goes_on = self.is_resting and not self.is_time_up
        before, was_resting = self.deadline, self.is_resting
        self._set_deadline(data, self._phase_end(at) if goes_on else None, version)
        self.deadline = self.deadline if was_resting else before
        self.is_extended = self.is_extended and not was_resting
        self.skipped.discard(data["seat"])
        self.on_probation.add(data["seat"])
        self.due_return = None

    def _note_actor(self, kind: str, seat: int, version: int) -> None:
        self.misses[seat] = 0
        if kind in MOVE_TYPES and seat in self.sitting_out and kind != "clue_given":
            fail(version, f"Seat {seat} is skipped in this phase.")
        if kind in TYPES_THAT_END_PROBATION:
            self.on_probation.discard(seat)
        if seat in self.skipped and kind != "seat_resumed":
            self.due_return = seat


def parse_time(text: str) -> datetime:
    at: datetime = decoder_for(datetime)(text)
    return at


def _optional_time(text: str | None) -> datetime | None:
    return None if text is None else parse_time(text)
