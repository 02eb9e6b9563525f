"""The state of the table and its seats, and what all phases share."""

from datetime import datetime, timedelta
from typing import Any, NoReturn

from tests.conformance.independent_luck_check import digest_of_seed
from tests.conformance.verifier import value_shapes
from tests.conformance.verifier.event_tape import EventTape, MatchFinished
from tests.conformance.verifier.record_fault import RecordFault
from tests.conformance.verifier.round_scorer import step_value

OUTAGE_EXTENSION = timedelta(seconds=20)


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
        self.phase, self.deadline, self.is_extended = "0.gathering", None, False
        self.player_kinds: dict[int, str] = {}
        self.agreed_seats: set[int] = set()
        self.resigned_seats: set[int] = set()
        self.round_number = 0
        self.rounds_without_clue = 0
        """Consecutive rounds without a clue."""
        self.reshuffle_count = 0
        self.deck: list[str] = []
        self.discard_pile: list[str] = []

    deadline: datetime | None

    def apply_terms(self, terms: Any) -> None:
        self.ruleset, self.seat_count, self.time_limits = terms["ruleset"], terms["seats"], terms["clock"]
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

    def enter_phase(self, phase: str, deadline: datetime | None) -> None:
        self.phase, self.deadline, self.is_extended = phase, deadline, False

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

    def next_seat_event(self, *types: str) -> Any:
        """Return the next command of a seat in this phase, or its resignation; None if the time is up."""
        while True:
            event = self.tape.next_command_event()
            match event["type"]:
                case "abandon_agreed":
                    self._agree_to_abandon(event)
                case "seat_resigned":
                    self._resign_seat(event)
                    return event
                case "match_ended" if event["actor"] == "staff":
                    self.accept_match_end(event, "abandoned", [], "staff")
                case "match_ended":
                    self.tape.require(event["actor"] == "clock" and self.deadline is None, "it doesn't end like this")
                    self.accept_match_end(event, "abandoned", [], "nobody_moved")
                case "deadline_extended":
                    self._extend_deadline(event)
                case "host_changed":
                    self.transfer_host(event)
                case "time_up":
                    if event["actor"] != "staff":
                        self._require_due_clock(event)
                    self.tape.require_members(event, phase=self.phase)
                    return None
                case type_:
                    self.tape.require(type_ in types, f"not in {self.phase}")
                    self._require_active_seat(event)
                    return event

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

    def _require_active_seat(self, event: Any) -> None:
        seat = event["actor"]
        self.tape.require(seat in self.active_seats, "nobody sits there")
        self.tape.require(event["data"].get("seat") == seat, "who acts is the seat that it names")

    def _require_due_clock(self, event: Any) -> None:
        self.tape.require(event["actor"] == "clock", "only the clock does this")
        self.tape.require(self.deadline is not None and self.tape.now >= self.deadline, "it isn't time yet")

    def _agree_to_abandon(self, event: Any) -> None:
        self._require_active_seat(event)
        self.tape.require_members(event, seat=event["actor"])
        self.tape.require(event["actor"] not in self.agreed_seats, "it has agreed already")
        self.agreed_seats.add(event["actor"])
        self._end_if_abandoned()

    def _resign_seat(self, event: Any) -> None:
        self._require_active_seat(event)
        self.tape.require_members(event, seat=event["actor"])
        self.resigned_seats.add(event["actor"])
        self._end_if_abandoned()

    def _end_if_abandoned(self) -> None:
        """End the match if no player is left or all who are left agree; only people are asked, if there are any."""
        if self.resigned_seats and not self.human_seats:
            self.expect_match_end("abandoned", [], "everybody_resigned")
        if self.agreed_seats and set(self.human_seats or range(self.player_count)) <= self.agreed_seats:
            self.expect_match_end("abandoned", [], "agreed")
        if self.host in self.resigned_seats:
            self.host = self.human_seats[0]
            self.tape.expect_following_event("host_changed", seat=self.host)

    def _extend_deadline(self, event: Any) -> None:
        self._require_due_clock(event)
        self.tape.require(not self.is_extended, "a phase is extended once")
        new_deadline = self.tape.now + OUTAGE_EXTENSION
        self.tape.require_members(event, phase=self.phase, deadline_at=new_deadline, why="outage")
        self.is_extended, self.deadline = True, new_deadline

    def expect_match_end(self, status: str, winners: list[int], reason: str) -> NoReturn:
        event = self.tape.expect_following_event("match_ended", "seed", status=status, winners=winners, why=reason)
        self._finish_with_seed(event)

    def accept_match_end(self, event: Any, status: str, winners: list[int], reason: str) -> NoReturn:
        """Accept the event of a command that ends the match."""
        self.tape.require_members(event, "seed", status=status, winners=winners, why=reason)
        self._finish_with_seed(event)

    def _finish_with_seed(self, event: Any) -> NoReturn:
        self.tape.sealed_value(event, "seed", None)
        if self.seed is not None and digest_of_seed(self.seed) != self.seed_digest:
            raise RecordFault("luck", self.tape.version, "not the seed that was committed to")
        raise MatchFinished
