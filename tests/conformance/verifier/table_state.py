"""The state of the table and its seats, and what all phases share."""

from datetime import datetime, timedelta
from typing import Any, NoReturn

from tests.conformance.independent_luck_check import digest_of_seed
from tests.conformance.verifier import value_shapes
from tests.conformance.verifier.attendance import Attendance
from tests.conformance.verifier.event_tape import EventTape, MatchFinished
from tests.conformance.verifier.record_fault import RecordFault
from tests.conformance.verifier.round_scorer import step_value

OUTAGE_EXTENSION = timedelta(seconds=20)
LATEST_TICK = timedelta(seconds=10)
LIMIT_NAMES = {"storytelling": "clue", "submitting": "submit", "voting": "vote", "reveal": "reveal"}
TIME_CALLABLE_PHASES = ("storytelling", "submitting", "voting", "reveal")


class TableState:
    """One match, updated in place as the tape is read."""

    def __init__(self, tape: EventTape) -> None:
        self.tape = tape
        seed = tape.record.opened_values.get((len(tape.record.events), "seed"))
        self.seed: str | None = seed if value_shapes.matching(value_shapes.HEX_32_BYTES)(seed) else None
        self.players_by_seat: dict[int, str | None] = {}
        self.entropy_digests: dict[int, str | None] = {}
        self.host = 0
        self.salt = ""
        self.phase, self.deadline, self.is_extended, self.is_time_up = "0.gathering", None, False, False
        self.waiting_since = tape.now
        """The event that opened the phase, or the last claim in it: time can be called a while after it."""
        self.attendance = Attendance()
        self.reserved_for: dict[int, str | None] = {}
        """The player for whom each reserved seat is; None where that was erased."""
        self.reserved_until: datetime | None = None
        self.former_host: int | None = None
        self.seats_changed_at = tape.now
        """When somebody last took or left a seat in the lobby."""
        self.player_kinds: dict[int, str] = {}
        self.agreed_seats: set[int] = set()
        self.resigned_seats: set[int] = set()
        self.round_number = 0
        self.is_clue_known = False
        """A clue has been given, in this round or an earlier one."""
        self.scored_round_count = 0
        self.rounds_without_result = 0
        """Consecutive rounds without a clue; under rulebook 2, without points."""
        self.reshuffle_count = 0
        self.deck: list[str] = []
        self.discard_pile: list[str] = []

    deadline: datetime | None

    def apply_terms(self, terms: Any) -> None:
        self.ruleset, self.seat_count, self.time_limits = terms["ruleset"], terms["seats"], terms["clock"]
        self.has_absences = terms["rulebook"] > 1
        self.call_after, self.call_grace = terms.get("call_after", 0), terms.get("call_grace", 0)
        self.starts_when_full = terms.get("start") == "full"
        self.timeout_policy, self.first_storyteller, self.seed_digest = (
            terms["on_timeout"],
            terms["first"],
            terms["seed_digest"],
        )
        self.all_cards = [card for deck in terms["decks"] for card in deck["cards"]]

    def renumber_seats(self, occupied_seats: list[int]) -> None:
        """Renumber the seats without gaps."""
        self.host = occupied_seats.index(self.host)
        self.player_kinds = {new: self.player_kinds[seat] for new, seat in enumerate(occupied_seats)}
        self.player_count = len(occupied_seats)
        self.hand_size = step_value(self.ruleset["hand"], self.player_count)
        self.hands: list[list[str]] = [[] for _ in occupied_seats]
        self.scores = [0] * self.player_count
        self.attendance.people = frozenset(self.human_seats)

    def enter_phase(self, phase: str, deadline: datetime | None) -> None:
        self.phase, self.is_extended = phase, False
        self.restart_clock(deadline)
        self.attendance.begin_phase()

    def restart_clock(self, deadline: datetime | None) -> None:
        """Let the phase go on with another deadline."""
        self.deadline, self.is_time_up, self.waiting_since = deadline, False, self.tape.now

    @property
    def phase_name(self) -> str:
        return self.phase.partition(".")[2]

    @property
    def time_limit(self) -> int | None:
        """Return the seconds that the terms give this phase."""
        limit: int | None = self.time_limits.get(LIMIT_NAMES.get(self.phase_name))
        return limit

    @property
    def is_time_callable(self) -> bool:
        return self.phase_name in TIME_CALLABLE_PHASES

    def deadline_after_resuming(self) -> datetime | None:
        """Return the new deadline if a player comes back: of a match that rests and whose phase is not over."""
        is_phase_going_on = self.attendance.is_resting and not self.is_time_up
        return self.tape.deadline_after(self.time_limit) if is_phase_going_on else None

    def deadline_for(self, clock: str) -> datetime | None:
        return self.tape.deadline_after(self.time_limits[clock])

    @property
    def active_seats(self) -> list[int]:
        return [seat for seat in range(self.player_count) if seat not in self.resigned_seats]

    @property
    def human_seats(self) -> list[int]:
        """Return the occupied seats without computer players."""
        return sorted(
            seat for seat, kind in self.player_kinds.items() if kind != "bot" and seat not in self.resigned_seats
        )

    def transfer_host(self, event: Any) -> None:
        """Apply a transfer of the host role, in the lobby or later."""
        new_host = event["data"].get("seat")
        self.tape.require_members(event, seat=new_host)
        self.tape.require(event["actor"] == self.host, "only the host hands this over")
        self.tape.require(
            value_shapes.is_integer(new_host) and new_host in self.human_seats and new_host != self.host,
            "only to another person",
        )
        self.host = new_host

    def require_active_seat(self, event: Any) -> None:
        seat = event["actor"]
        self.tape.require(seat in self.active_seats, "nobody sits there")
        self.tape.require(event["data"].get("seat") == seat, "who acts is the seat that it names")

    def require_due_clock(self) -> None:
        is_due = self.deadline is not None and self.tape.now >= self.deadline
        self.tape.require(is_due and not self.attendance.is_resting, "it isn't time yet")

    def require_punctual_clock(self) -> None:
        """Require that the clock notices the end of the phase in time, or that the phase was extended before."""
        is_late = self.deadline is not None and self.tape.now > self.deadline + LATEST_TICK
        self.tape.require(not is_late or self.is_extended or not self.has_absences, "the phase should go on")

    def extend_deadline(self, event: Any) -> None:
        """Apply the extension of a phase whose end is noticed late."""
        self.tape.require(event["actor"] == "clock", "only the clock does this")
        self.require_due_clock()
        is_late = self.deadline is not None and self.tape.now > self.deadline + LATEST_TICK
        self.tape.require(is_late or not self.has_absences, "the end of the phase is noticed in time")
        self.tape.require(not self.is_extended, "a phase is extended once")
        new_deadline = self.tape.now + OUTAGE_EXTENSION
        self.tape.require_members(event, phase=self.phase, deadline_at=new_deadline, why="outage")
        self.is_extended, self.deadline = True, new_deadline

    def expect_match_end(self, status: str, winners: list[int], reason: str) -> NoReturn:
        members = self._end_members(status, winners, reason)
        event = self.tape.expect_following_event("match_ended", "seed", **members)
        self._finish_with_seed(event)

    def accept_match_end(self, event: Any, status: str, winners: list[int], reason: str) -> NoReturn:
        """Accept the event of a command that ends the match."""
        self.tape.require_members(event, "seed", **self._end_members(status, winners, reason))
        self._finish_with_seed(event)

    def _end_members(self, status: str, winners: list[int], reason: str) -> dict[str, Any]:
        members: dict[str, Any] = {"status": status, "winners": winners, "why": reason}
        return {**members, "skipped": self.attendance.skipped_seats} if self.has_absences else members

    def _finish_with_seed(self, event: Any) -> NoReturn:
        self.tape.sealed_value(event, "seed", None)
        if self.seed is not None and digest_of_seed(self.seed) != self.seed_digest:
            raise RecordFault("luck", self.tape.version, "not the seed that was committed to")
        raise MatchFinished
