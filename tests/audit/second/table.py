"""What lies on the table and who sits at it; what is the same in every phase."""

from datetime import datetime, timedelta
from typing import Any, NoReturn

from tests.audit.second import shape
from tests.audit.second.bad import Bad
from tests.audit.second.dice import digest_of_seed
from tests.audit.second.points import step
from tests.audit.second.tape import UNSEEN, Finished, Tape

AWAY = timedelta(seconds=20)


class Table:
    """One match, written over as the tape is read."""

    def __init__(self, tape: Tape) -> None:
        self.tape = tape
        seed = tape.record.told.get((len(tape.record.events), "seed"))
        self.seed: str | None = seed if shape.like(shape.HEX32)(seed) else None
        self.seated: dict[int, str | None] = {}
        self.digests: dict[int, str | None] = {}
        self.host = 0
        self.salt = ""
        self.phase, self.deadline, self.extended = "0.gathering", None, False
        self.agreed: set[int] = set()
        self.round = 0
        self.quiet = 0
        """Rounds without a clue, one after the other."""
        self.reshuffles = 0
        self.deck: list[str] = []
        self.discard: list[str] = []

    deadline: datetime | None

    def lay(self, terms: Any) -> None:
        self.rules, self.places, self.clock = terms["ruleset"], terms["seats"], terms["clock"]
        self.policy, self.first, self.seed_digest = terms["on_timeout"], terms["first"], terms["seed_digest"]
        self.cards = [card for deck in terms["decks"] for card in deck["cards"]]

    def start(self, old: list[int]) -> None:
        """Seats are numbered anew, without gaps."""
        self.host = old.index(self.host)
        self.players = len(old)
        self.full = step(self.rules["hand"], self.players)
        self.hands: list[list[str]] = [[] for _ in old]
        self.scores = [0] * self.players

    def now_in(self, phase: str, deadline: datetime | None) -> None:
        self.phase, self.deadline, self.extended = phase, deadline, False

    def until(self, clock: str) -> datetime | None:
        return self.tape.later(self.clock[clock])

    def wait(self, *types: str) -> Any:
        """The next command of a seat in this phase; None: the time is up."""
        while True:
            event = self.tape.command()
            match event["type"]:
                case "abandon_agreed":
                    self._agrees(event)
                case "deadline_extended":
                    self._extends(event)
                case "time_up":
                    self._from_clock(event)
                    self.tape.holds(event, phase=self.phase)
                    return None
                case type_:
                    self.tape.need(type_ in types, f"not in {self.phase}")
                    self._from_a_seat(event)
                    return event

    def _from_a_seat(self, event: Any) -> None:
        seat = event["actor"]
        self.tape.need(isinstance(seat, int) and 0 <= seat < self.players, "no such seat")
        self.tape.need(event["data"].get("seat") == seat, "who acts is the seat that it names")

    def _from_clock(self, event: Any) -> None:
        self.tape.need(event["actor"] == "clock", "only the clock does this")
        self.tape.need(self.deadline is not None and self.tape.now >= self.deadline, "it isn't time yet")

    def _agrees(self, event: Any) -> None:
        self._from_a_seat(event)
        self.tape.holds(event, seat=event["actor"])
        self.tape.need(event["actor"] not in self.agreed, "it has agreed already")
        self.agreed.add(event["actor"])
        if len(self.agreed) == self.players:
            self.ends("abandoned", [], "agreed")

    def _extends(self, event: Any) -> None:
        self._from_clock(event)
        self.tape.need(not self.extended, "a phase is extended once")
        until = self.tape.now + AWAY
        self.tape.holds(event, phase=self.phase, deadline_at=until, why="outage")
        self.extended, self.deadline = True, until

    def draw(self, type_: str, first: int) -> None:
        """Hands are filled up from the top of the deck, one card at a time, from this seat on."""
        drawn: list[list[str]] = [[] for _ in self.hands]
        seats = [(first + turn) % self.players for turn in range(self.players)]
        while self.deck and (short := [s for s in seats if len(self.hands[s]) + len(drawn[s]) < self.full]):
            for seat in short[: len(self.deck)]:
                drawn[seat].append(self.deck.pop(0))
        event = self.in_hands(type_, drawn)
        for seat, cards in enumerate(drawn):
            self.hands[seat] += self.seen(event, f"hands/{seat}", cards)

    def in_hands(self, type_: str, hands: list[list[str]]) -> Any:
        parts = [f"hands/{seat}" for seat in range(self.players)]
        return self.tape.follows(type_, *parts, counts=[len(cards) for cards in hands])

    def seen(self, event: Any, part: str, cards: list[str]) -> list[str]:
        """The cards that must be in this part, now that it tells them."""
        told: list[str] = self.tape.part(event, part, cards)
        fits = len(told) == len(cards) and all(map(_may_be, cards, told))
        self.tape.need(fits, f"{part} should hold {cards}")
        return told

    def ends(self, status: str, winners: list[int], why: str) -> NoReturn:
        event = self.tape.follows("match_ended", "seed", status=status, winners=winners, why=why)
        self._published(event)

    def ended(self, event: Any, status: str, winners: list[int], why: str) -> NoReturn:
        """By a command."""
        self.tape.holds(event, "seed", status=status, winners=winners, why=why)
        self._published(event)

    def _published(self, event: Any) -> NoReturn:
        self.tape.part(event, "seed", None)
        if self.seed is not None and digest_of_seed(self.seed) != self.seed_digest:
            raise Bad("luck", self.tape.version, "not the seed that was committed to")
        raise Finished


def _may_be(card: str, told: str) -> bool:
    return card in (UNSEEN, told)
