"""A table to test at: people, cards and luck that are known, and matches played to any phase."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Self

from games.rulebook import Match, Reason, Refused, decide, evolve
from games.rulebook.cards import Draw, Pile
from games.rulebook.commands import Command, Open, Ready, Sit, Start, Submit, TellClue, Vote
from games.rulebook.events import Event
from games.rulebook.match import Gathering, Over, Started, Storytelling, Submitting
from games.rulebook.match import Voting as VotingPhase
from games.rulebook.phases import submitting, voting
from games.rulebook.round import Clue
from games.rulebook.rulesets import CLASSIC, EDITIONS, Ruleset
from games.rulebook.terms import Clock, Deck, Player, Terms
from tests.rulebook.entropy import committed

RULES = tuple(edition.rules for edition in EDITIONS.values())
TABLES = tuple((rules, players) for rules in RULES for players in rules.players)
BOX = tuple(f"card-{number:02}" for number in range(1, 85))
NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
WORDS = Clue(kind="text", text="Where is happiness?")
NO_LIMITS = Clock()
SEED, DIGEST = "5eed" * 16, "d19e" * 16


def people(count: int) -> tuple[Player, ...]:
    return tuple(Player(id=f"id-{seat}", name=f"Player {seat}", kind="human") for seat in range(count))


def deck(cards: Sequence[str] = BOX) -> Deck:
    return Deck(name="base", digest="d1", cards=tuple(cards))


def terms(rules: Ruleset = CLASSIC, seats: int = 4, **changes: Any) -> Terms:
    usual = Terms(
        ruleset=rules,
        rulebook=1,
        decks=(deck(),),
        seats=seats,
        visibility="public",
        clock=NO_LIMITS,
        on_timeout="auto",
        first="claim",
        seed_digest="5eed",
    )
    return replace(usual, **changes)


class Luck:
    """Chance that is known: by number, or without one everything stays in its order; single labels can be arranged."""

    def __init__(self, number: int | None = None, arranged: dict[str, Sequence[str]] | None = None) -> None:
        self.number = number
        self.arranged = arranged or {}
        self.asked: list[str] = []

    def of(self, draw: Draw) -> Self:
        return self

    def seed(self) -> str:
        return SEED

    def commitment(self) -> str:
        return DIGEST

    def __call__(self, label: str, items: Sequence[str]) -> Pile:
        self.asked.append(label)
        row = list(self.arranged.get(label, items))
        assert sorted(row) == sorted(items), f"{label} was arranged with other cards"
        if self.number is not None and label not in self.arranged:
            random.Random(f"{self.number}/{label}").shuffle(row)
        return tuple(row)


@dataclass(frozen=True, kw_only=True)
class Situation:
    """A match, what the last command led to, and what can be said about it."""

    match: Match | None
    luck: Luck
    now: datetime = NOW
    events: tuple[Event, ...] = ()
    refused: Refused | None = None

    def when(self, *commands: Command | Open) -> "Situation":
        """One command after another; only the last one may be refused."""
        situation = self
        for command in commands:
            assert situation.refused is None, f"refused on the way: {situation.refused}"
            situation = situation.after(command)
        return situation

    def after(self, command: Command | Open) -> "Situation":
        try:
            events = decide(self.match, command, now=self.now, chance=self.luck)
        except Refused as refused:
            return replace(self, events=(), refused=refused)
        match = self.match
        for event in events:
            match = evolve(match, event)
        return replace(self, match=match, events=events, refused=None)

    def then(self, *expected: Event | type[Event]) -> Self:
        """Exactly these events, each given whole or by its type."""
        assert self.refused is None, f"refused: {self.refused}"
        shown = tuple(type(event) if isinstance(want, type) else event for event, want in self.pairs(expected))
        assert shown == expected
        return self

    def pairs(self, expected: Sequence[Event | type[Event]]) -> list[tuple[Event, Event | type[Event]]]:
        assert len(self.events) == len(expected), f"happened: {[type(event).__name__ for event in self.events]}"
        return list(zip(self.events, expected, strict=True))

    def then_refused(self, reason: Reason) -> Self:
        assert self.refused is not None, f"accepted: {self.events}"
        assert self.refused.reason is reason, self.refused
        return self

    def find(self, kind: type[Any]) -> Any:
        """The one event of this kind."""
        (found,) = (event for event in self.events if isinstance(event, kind))
        return found

    @property
    def started(self) -> Started:
        assert self.match is not None and not isinstance(self.match, Gathering | Over)
        return self.match

    @property
    def over(self) -> Over:
        assert isinstance(self.match, Over)
        return self.match


def given(situation: Situation, now: datetime = NOW) -> Situation:
    return replace(situation, now=now, events=(), refused=None)


def an_empty_house(luck: Luck | None = None) -> Situation:
    return Situation(match=None, luck=luck or Luck())


def a_lobby(rules: Ruleset = CLASSIC, players: int = 4, luck: Luck | None = None, **changes: Any) -> Situation:
    """Opened by player 0, with so many players on the seats from 0 on; further seats are free."""
    host, *others = people(players)
    wanted = {"seats": max(players, min(rules.players)), **changes}
    opened = Open(terms=terms(rules, **wanted), player=host)
    return an_empty_house(luck).when(opened, *(Sit(player=player) for player in others))


def a_draw(rules: Ruleset = CLASSIC, players: int = 4, luck: Luck | None = None, **changes: Any) -> Situation:
    """Started, and everyone has committed to entropy: the match waits for it."""
    host, *others = people(players)
    wanted = {"seats": max(players, min(rules.players)), **changes}
    opened = Open(terms=terms(rules, **wanted), player=host, entropy_digest=committed(host.id or ""))
    sit = (Sit(player=player, entropy_digest=committed(player.id or "")) for player in others)
    return an_empty_house(luck).when(opened, *sit, Start(seat=0))


def a_round(rules: Ruleset = CLASSIC, players: int = 4, luck: Luck | None = None, **changes: Any) -> Situation:
    """Started: the match waits for the first clue."""
    return a_lobby(rules, players, luck, **changes).when(Start(seat=0))


def a_clue(
    rules: Ruleset = CLASSIC, players: int = 4, luck: Luck | None = None, teller: int = 0, **changes: Any
) -> Situation:
    """The teller has given a clue for the first card in the hand: the match waits for cards."""
    return tell(a_round(rules, players, luck, **changes), teller)


def a_tableau(
    rules: Ruleset = CLASSIC, players: int = 4, luck: Luck | None = None, teller: int = 0, **changes: Any
) -> Situation:
    """Everyone has given the first cards in the hand: the match waits for votes."""
    return submit(a_clue(rules, players, luck, teller, **changes))


def a_result(
    rules: Ruleset = CLASSIC, players: int = 4, luck: Luck | None = None, teller: int = 0, **changes: Any
) -> Situation:
    """Everyone has voted for the first card that isn't their own: the match shows the scores."""
    return vote(a_tableau(rules, players, luck, teller, **changes))


PHASES: dict[str, Callable[..., Situation]] = {
    "gathering": a_lobby,
    "drawing": a_draw,
    "storytelling": a_round,
    "submitting": a_clue,
    "voting": a_tableau,
    "reveal": a_result,
}


def tell(situation: Situation, teller: int = 0) -> Situation:
    match = situation.match
    assert isinstance(match, Storytelling)
    seat = teller if match.board.storyteller is None else match.board.storyteller
    card = None if match.board.rules.crowd else match.board.hands[seat][0]
    return situation.when(TellClue(seat=seat, card=card, clue=WORDS))


def submit(situation: Situation) -> Situation:
    """Everyone who owes cards gives the first ones in the hand; in Team the partner on the lower seat."""
    assert isinstance(situation.match, Submitting)
    while isinstance(match := situation.match, Submitting):
        seat = submitting.waiting_for(match)[0]
        cards = match.board.hands[seat][: submitting._cards_to_submit(match)]
        situation = situation.when(Submit(seat=seat, cards=cards))
    return situation


def vote(situation: Situation, slots: dict[int, int] | None = None) -> Situation:
    """Everyone votes for the slot named, or for the first that isn't their own; Party's trap is on the last one."""
    match = situation.match
    assert isinstance(match, VotingPhase)
    teller = match.board.storyteller if match.board.rules.crowd else None
    first = {
        seat: next(slot for slot, card in enumerate(match.tableau, start=1) if card not in match.submitted_cards[seat])
        for seat in voting.waiting_for(match)
    }
    votes = {**first, **(slots or {})}
    last = len(match.tableau)
    return situation.when(
        *(Vote(seat=seat, slots=(slot,), trap=last if seat == teller else None) for seat, slot in votes.items())
    )


def ready(situation: Situation) -> Situation:
    return situation.when(*(Ready(seat=seat) for seat in situation.started.board.seats))


def next_round(situation: Situation, teller: int = 0) -> Situation:
    """A whole round from the clue to the next one."""
    shown = vote(submit(tell(situation, teller)))
    return shown if isinstance(shown.match, Over) else ready(shown)
