"""What lies on the table and who sits at it; what is the same in every phase."""

from datetime import datetime, timedelta
from typing import Any, NoReturn

from tests.audit.second import shape
from tests.audit.second.bad import Bad
from tests.audit.second.dice import digest_of_seed
from tests.audit.second.points import step
from tests.audit.second.tape import Finished, Tape

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
        self.kinds: dict[int, str] = {}
        self.agreed: set[int] = set()
        self.resigned: set[int] = set()
        self.round = 0
        self.quiet = 0
        """Rounds without a clue, one after the other."""
        self.reshuffles = 0
        self.deck: list[str] = []
        self.discard: list[str] = []

    deadline: datetime | None

    def lay(self, terms: Any) -> None:
        self.rules, self.places, self.clock = terms["ruleset"], terms["seats"], terms["clock"]
        self.start_when_full = terms.get("start") == "full"
        self.policy, self.first, self.seed_digest = terms["on_timeout"], terms["first"], terms["seed_digest"]
        self.cards = [card for deck in terms["decks"] for card in deck["cards"]]

    def start(self, old: list[int]) -> None:
        """Seats are numbered anew, without gaps."""
        self.host = old.index(self.host)
        self.kinds = {new: self.kinds[seat] for new, seat in enumerate(old)}
        self.players = len(old)
        self.full = step(self.rules["hand"], self.players)
        self.hands: list[list[str]] = [[] for _ in old]
        self.scores = [0] * self.players

    def now_in(self, phase: str, deadline: datetime | None) -> None:
        self.phase, self.deadline, self.extended = phase, deadline, False

    def until(self, clock: str) -> datetime | None:
        return self.tape.later(self.clock[clock])

    @property
    def present(self) -> list[int]:
        return [seat for seat in range(self.players) if seat not in self.resigned]

    @property
    def people(self) -> list[int]:
        """Who sits there and is no computer player."""
        return sorted(seat for seat, kind in self.kinds.items() if kind != "bot" and seat not in self.resigned)

    def wait(self, *types: str) -> Any:
        """The next command of a seat in this phase, or that it has resigned; None: the time is up."""
        while True:
            event = self.tape.command()
            match event["type"]:
                case "abandon_agreed":
                    self._agrees(event)
                case "seat_resigned":
                    self._resigns(event)
                    return event
                case "match_ended" if event["actor"] == "staff":
                    self.ended(event, "abandoned", [], "staff")
                case "match_ended":
                    self.tape.need(event["actor"] == "clock" and self.deadline is None, "it doesn't end like this")
                    self.ended(event, "abandoned", [], "nobody_moved")
                case "deadline_extended":
                    self._extends(event)
                case "host_changed":
                    self.hands_over(event)
                case "time_up":
                    if event["actor"] != "staff":
                        self._from_clock(event)
                    self.tape.holds(event, phase=self.phase)
                    return None
                case type_:
                    self.tape.need(type_ in types, f"not in {self.phase}")
                    self._from_a_seat(event)
                    return event

    def hands_over(self, event: Any) -> None:
        """The host makes somebody else the host, in the lobby or later."""
        to = event["data"].get("seat")
        self.tape.holds(event, seat=to)
        self.tape.need(event["actor"] == self.host, "only the host hands this over")
        self.tape.need(shape.number(to) and to in self.people and to != self.host, "only to another person")
        self.host = to

    def _from_a_seat(self, event: Any) -> None:
        seat = event["actor"]
        self.tape.need(seat in self.present, "nobody sits there")
        self.tape.need(event["data"].get("seat") == seat, "who acts is the seat that it names")

    def _from_clock(self, event: Any) -> None:
        self.tape.need(event["actor"] == "clock", "only the clock does this")
        self.tape.need(self.deadline is not None and self.tape.now >= self.deadline, "it isn't time yet")

    def _agrees(self, event: Any) -> None:
        self._from_a_seat(event)
        self.tape.holds(event, seat=event["actor"])
        self.tape.need(event["actor"] not in self.agreed, "it has agreed already")
        self.agreed.add(event["actor"])
        self._left()

    def _resigns(self, event: Any) -> None:
        self._from_a_seat(event)
        self.tape.holds(event, seat=event["actor"])
        self.resigned.add(event["actor"])
        self._left()

    def _left(self) -> None:
        """The match ends if nobody is left, or who is left agrees: people alone are asked, where there are any."""
        if self.resigned and not self.people:
            self.ends("abandoned", [], "everybody_resigned")
        if self.agreed and set(self.people or range(self.players)) <= self.agreed:
            self.ends("abandoned", [], "agreed")
        if self.host in self.resigned:
            self.host = self.people[0]
            self.tape.follows("host_changed", seat=self.host)

    def _extends(self, event: Any) -> None:
        self._from_clock(event)
        self.tape.need(not self.extended, "a phase is extended once")
        until = self.tape.now + AWAY
        self.tape.holds(event, phase=self.phase, deadline_at=until, why="outage")
        self.extended, self.deadline = True, until

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
