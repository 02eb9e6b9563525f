"""What a round of a match has on the table."""

from typing import Any, NoReturn

from tests.audit.second.table import Table
from tests.audit.second.tape import UNSEEN


class Round:
    """Filled in while the tape is read; who may give and vote follows from it."""

    def __init__(self, table: Table, teller: int | None) -> None:
        self.table, self.tape, self.rules = table, table.tape, table.rules
        self.storyteller = teller
        self.given: dict[int, list[str]] = {}
        """Cards by who gave them; the storyteller's for the clue, too."""
        self.laid: list[str] | None = None
        self.votes: dict[int, list[int] | None] = {}
        """None: not told."""
        self.trap: int | None = None
        self.up = False
        """The time is up in this phase."""
        self.signs: set[tuple[int, str]] = set()

    @property
    def teller(self) -> int:
        assert self.storyteller is not None, "somebody tells"
        return self.storyteller

    def phase(self, name: str) -> str:
        return f"{self.table.round}.{name}"

    def partner(self, seat: int) -> int:
        return (seat + self.table.players // 2) % self.table.players

    def gives(self, seat: int, cards: list[str]) -> None:
        """Cards go from the hand to the table."""
        hand = self.table.hands[seat]
        for card in cards:
            self.tape.need(card in hand or UNSEEN in hand or (card == UNSEEN and hand), f"{card} isn't in the hand")
            if card in hand and card != UNSEEN:
                hand.remove(card)
            else:
                hand[:] = [UNSEEN] * (len(hand) - 1)
        self.given[seat] = self.given.get(seat, []) + cards

    def owing(self) -> list[tuple[int, ...]]:
        """Who still has to give: seats, in Team both partners of whom one gives; the lowest first."""
        every = range(self.table.players)
        groups: list[tuple[int, ...]] = [(seat,) for seat in every if self.rules["crowd"] or seat != self.teller]
        if self.rules["teams"]:
            pairs = [(seat, self.partner(seat)) for seat in every[: len(every) // 2]]
            groups = [(self.partner(self.teller),) if self.teller in pair else pair for pair in pairs]
        return sorted(group for group in groups if not any(seat in self.given for seat in group))

    def voters(self) -> list[int]:
        every = range(self.table.players)
        if self.rules["crowd"]:
            return list(every)
        if self.rules["teams"]:
            guessing = [seat for seat in every if self.teller not in (seat, self.partner(seat))]
            return [seat for seat in guessing if self.partner(seat) in self.given]
        return [seat for seat in every if seat != self.teller]

    def choices(self, seat: int) -> list[int]:
        """The slots this seat may choose; as many of them, where its own cards aren't told."""
        if self.rules["crowd"] or self.rules["teams"]:
            return list(range(1, len(self.on_table()) + 1))
        own = self.given.get(seat, [])
        if self.laid is None or UNSEEN in own:
            return list(range(1, len(self.on_table()) - len(own) + 1))
        return [slot for slot, card in enumerate(self.laid, start=1) if card not in own]

    def on_table(self) -> list[str]:
        """By slot; before they are laid by seat."""
        return self.laid or [card for seat in sorted(self.given) for card in self.given[seat]]

    def lucky(self, seat: int) -> bool:
        """Luck plays for this seat, whose turn it is."""
        return seat in self.table.resigned or (self.up and self.table.policy == "auto")

    def out_of_time(self) -> None:
        self.up = True
        if self.table.policy == "abort":
            self.table.ends("abandoned", [], "time_up")

    def called_off(self, why: str) -> str:
        self.tape.follows("round_called_off", round=self.table.round, storyteller=self.storyteller, why=why)
        return why

    def ahead(self, name: str) -> Any:
        """What the next event says, where luck or votes decide it; it is checked afterwards."""
        event = self.tape.ahead()
        return event["data"].get(name) if event else None

    def wins(self, why: str) -> NoReturn:
        top = max(self.table.scores)
        self.table.ends("over", [seat for seat, score in enumerate(self.table.scores) if score == top], why)
