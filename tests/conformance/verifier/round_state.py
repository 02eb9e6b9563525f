"""The cards and votes of one round."""

from typing import Any, NoReturn

from tests.conformance.verifier.event_tape import UNKNOWN_CARD
from tests.conformance.verifier.table_state import TableState


class RoundState:
    """Filled in while the tape is read; it determines who may submit and vote."""

    def __init__(self, table: TableState, storyteller: int | None) -> None:
        self.table, self.tape, self.ruleset = table, table.tape, table.ruleset
        self.storyteller = storyteller
        self.submitted_cards: dict[int, list[str]] = {}
        """Cards by the seat that submitted them; includes the storyteller's card."""
        self.tableau: list[str] | None = None
        self.votes: dict[int, list[int] | None] = {}
        """None if not known."""
        self.trap: int | None = None
        self.signals: set[tuple[int, str]] = set()

    @property
    def known_storyteller(self) -> int:
        assert self.storyteller is not None, "the round has a storyteller"
        return self.storyteller

    def phase_id(self, name: str) -> str:
        return f"{self.table.round_number}.{name}"

    def partner(self, seat: int) -> int:
        return (seat + self.table.player_count // 2) % self.table.player_count

    def play_cards(self, seat: int, cards: list[str]) -> None:
        """Move cards from the hand to the table."""
        hand = self.table.hands[seat]
        for card in cards:
            self.tape.require(
                card in hand or UNKNOWN_CARD in hand or (card == UNKNOWN_CARD and hand), f"{card} isn't in the hand"
            )
            if card in hand and card != UNKNOWN_CARD:
                hand.remove(card)
            else:
                hand[:] = [UNKNOWN_CARD] * (len(hand) - 1)
        self.submitted_cards[seat] = self.submitted_cards.get(seat, []) + cards

    def pending_groups(self) -> list[tuple[int, ...]]:
        """Return the seats that still have to submit, lowest first; in Team both partners, one of whom submits."""
        all_seats = range(self.table.player_count)
        groups: list[tuple[int, ...]] = [
            (seat,) for seat in all_seats if self.ruleset["crowd"] or seat != self.known_storyteller
        ]
        if self.ruleset["teams"]:
            pairs = [(seat, self.partner(seat)) for seat in all_seats[: len(all_seats) // 2]]
            groups = [
                (self.partner(self.known_storyteller),) if self.known_storyteller in pair else pair for pair in pairs
            ]
        return sorted(group for group in groups if not any(seat in self.submitted_cards for seat in group))

    def eligible_voters(self) -> list[int]:
        all_seats = range(self.table.player_count)
        if self.ruleset["crowd"]:
            return list(all_seats)
        if self.ruleset["teams"]:
            guessing = [seat for seat in all_seats if self.known_storyteller not in (seat, self.partner(seat))]
            return [seat for seat in guessing if self.partner(seat) in self.submitted_cards]
        return [seat for seat in all_seats if seat != self.known_storyteller]

    def votable_slots(self, seat: int) -> list[int]:
        """Return the slots this seat may vote for; where its own cards are unknown, only their number is right."""
        if self.ruleset["crowd"] or self.ruleset["teams"]:
            return list(range(1, len(self.cards_on_table()) + 1))
        own = self.submitted_cards.get(seat, [])
        if self.tableau is None or UNKNOWN_CARD in own:
            return list(range(1, len(self.cards_on_table()) - len(own) + 1))
        return [slot for slot, card in enumerate(self.tableau, start=1) if card not in own]

    def cards_on_table(self) -> list[str]:
        """Return the cards by slot; before the tableau is built, by seat."""
        return self.tableau or [card for seat in sorted(self.submitted_cards) for card in self.submitted_cards[seat]]

    def is_automatic(self, seat: int) -> bool:
        """Return whether the seat, which owes something, plays automatically."""
        is_absent = self.table.is_time_up or seat in self.table.attendance.sitting_out
        return seat in self.table.resigned_seats or (is_absent and self.table.timeout_policy != "skip")

    def is_waited_for(self, seat: int) -> bool:
        return seat not in self.table.resigned_seats and seat not in self.table.attendance.sitting_out

    def end_if_time_limit_aborts(self) -> None:
        """End the match if the time is up and the terms say so; under rulebook 2 only a clock of theirs can."""
        table = self.table
        is_timed = table.time_limit is not None or not table.has_absences
        if table.is_time_up and table.timeout_policy == "abort" and is_timed:
            table.expect_match_end("abandoned", [], "time_up")

    def call_off_round(self, reason: str) -> str:
        self.tape.expect_following_event(
            "round_called_off", round=self.table.round_number, storyteller=self.storyteller, why=reason
        )
        return reason

    def peek_member(self, name: str) -> Any:
        """Return a member of the next event that randomness or votes decide; it is checked afterwards."""
        event = self.tape.peek()
        return event["data"].get(name) if event else None

    def end_with_winners(self, reason: str) -> NoReturn:
        table = self.table
        if table.has_absences and table.scored_round_count == 0:
            table.expect_match_end("abandoned", [], "nobody_is_there")
        candidates = self._candidates()
        top = max(table.scores[seat] for seat in candidates)
        table.expect_match_end("over", [seat for seat in candidates if table.scores[seat] == top], reason)

    def _candidates(self) -> list[int]:
        """Return the seats that can win: under rulebook 2 those that took part, if there are any."""
        all_seats = list(range(self.table.player_count))
        if not self.table.has_absences:
            return all_seats
        absent = {
            seat
            for seat in all_seats
            if seat in self.table.resigned_seats or self.table.attendance.is_out_of_the_running(seat)
        }
        if self.ruleset["teams"]:
            absent = {seat for seat in absent if self.partner(seat) in absent}
        return [seat for seat in all_seats if seat not in absent] or all_seats
