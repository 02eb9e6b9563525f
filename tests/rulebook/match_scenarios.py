"""Test scenarios: known players, cards and randomness, and matches played to any phase."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Self

from games.rulebook import Match, Reason, Refused, decide
from games.rulebook.cards import Draw, Pile
from games.rulebook.commands import Command, GiveClue, Open, Ready, Sit, Start, Submit, Vote
from games.rulebook.events import Event
from games.rulebook.match import Gathering, Over, Started, Storytelling, Submitting
from games.rulebook.match import Voting as VotingPhase
from games.rulebook.phases import submitting, voting
from games.rulebook.round import Clue
from games.rulebook.rulesets import CLASSIC, EDITIONS, Ruleset
from games.rulebook.terms import Clock, Deck, Player, Terms
from tests.rulebook.known_entropy import commit_entropy
from tests.rulebook.sent_command import Sent, as_sent

PRINTED_RULESETS = tuple(edition.rules for edition in EDITIONS.values())
RULESETS_AND_PLAYER_COUNTS = tuple((rules, players) for rules in PRINTED_RULESETS for players in rules.players)
ALL_CARDS = tuple(f"card-{number:02}" for number in range(1, 85))
NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
TEXT_CLUE = Clue(kind="text", text="Where is happiness?")
NO_TIME_LIMITS = Clock()
SEED, SEED_DIGEST = "5eed" * 16, "d19e" * 16


def human_players(count: int) -> tuple[Player, ...]:
    return tuple(Player(id=f"id-{seat}", name=f"Player {seat}", kind="human") for seat in range(count))


def deck(cards: Sequence[str] = ALL_CARDS) -> Deck:
    return Deck(name="base", digest="d1", cards=tuple(cards))


def terms(rules: Ruleset = CLASSIC, seats: int = 4, **changes: Any) -> Terms:
    default_terms = Terms(
        ruleset=rules,
        rulebook=1,
        decks=(deck(),),
        seats=seats,
        visibility="public",
        clock=NO_TIME_LIMITS,
        on_timeout="auto",
        first="claim",
        seed_digest="5eed",
    )
    return replace(default_terms, **changes)


class FixedChance:
    """A known source of randomness: seeded by a number, or without one leaving everything in order; single labels can
    be arranged."""

    def __init__(
        self, shuffle_seed: int | None = None, arranged_orders: dict[str, Sequence[str]] | None = None
    ) -> None:
        self.shuffle_seed = shuffle_seed
        self.arranged_orders = arranged_orders or {}
        self.requested_labels: list[str] = []

    def for_draw(self, draw: Draw) -> Self:
        return self

    def seed(self) -> str:
        return SEED

    def commitment(self) -> str:
        return SEED_DIGEST

    def __call__(self, label: str, items: Sequence[str]) -> Pile:
        self.requested_labels.append(label)
        order = list(self.arranged_orders.get(label, items))
        assert sorted(order) == sorted(items), f"{label} was arranged for other cards"
        if self.shuffle_seed is not None and label not in self.arranged_orders:
            random.Random(f"{self.shuffle_seed}/{label}").shuffle(order)
        return tuple(order)


@dataclass(frozen=True, kw_only=True)
class Situation:
    """A match and the result of the last command, with methods for assertions."""

    match: Match | None
    chance: FixedChance
    now: datetime = NOW
    events: tuple[Event, ...] = ()
    refused: Refused | None = None

    def when(self, *commands: Sent | Command | Open) -> "Situation":
        """Issue one command after another; only the last one may be refused."""
        situation = self
        for command in commands:
            assert situation.refused is None, f"refused before the last command: {situation.refused}"
            situation = situation.after_command(command)
        return situation

    def after_command(self, command: Sent | Command | Open) -> "Situation":
        sent = as_sent(command)
        try:
            decided = decide(self.match, sent.command, actor=sent.actor, now=self.now, chance=self.chance)
        except Refused as refused:
            return replace(self, events=(), refused=refused)
        return replace(self, match=decided[-1][1], events=tuple(event for event, _ in decided), refused=None)

    def then(self, *expected: Event | type[Event]) -> Self:
        """Assert exactly these events, each given whole or by its type."""
        assert self.refused is None, f"refused: {self.refused}"
        actual = tuple(
            type(event) if isinstance(expected_event, type) else event
            for event, expected_event in self.pair_events(expected)
        )
        assert actual == expected
        return self

    def pair_events(self, expected: Sequence[Event | type[Event]]) -> list[tuple[Event, Event | type[Event]]]:
        assert len(self.events) == len(expected), f"happened: {[type(event).__name__ for event in self.events]}"
        return list(zip(self.events, expected, strict=True))

    def then_refused(self, reason: Reason) -> Self:
        assert self.refused is not None, f"accepted: {self.events}"
        assert self.refused.reason is reason, self.refused
        return self

    def find(self, event_type: type[Any]) -> Any:
        """Return the one event of this kind."""
        (event,) = (event for event in self.events if isinstance(event, event_type))
        return event

    @property
    def started_match(self) -> Started:
        assert self.match is not None and not isinstance(self.match, Gathering | Over)
        return self.match

    @property
    def finished_match(self) -> Over:
        assert isinstance(self.match, Over)
        return self.match


def given(situation: Situation, now: datetime = NOW) -> Situation:
    return replace(situation, now=now, events=(), refused=None)


def no_match(chance: FixedChance | None = None) -> Situation:
    return Situation(match=None, chance=chance or FixedChance())


def match_in_gathering(
    rules: Ruleset = CLASSIC, players: int = 4, chance: FixedChance | None = None, **changes: Any
) -> Situation:
    """Return a match opened by player 0, with this number of players on the seats from 0 on; further seats are free."""
    host, *others = human_players(players)
    term_changes = {"seats": max(players, min(rules.players)), **changes}
    open_command = Open(terms=terms(rules, **term_changes), player=host)
    return no_match(chance).when(open_command, *(Sit(player=player) for player in others))


def match_in_drawing(
    rules: Ruleset = CLASSIC, players: int = 4, chance: FixedChance | None = None, **changes: Any
) -> Situation:
    """Return a started match whose players have all committed to entropy: it waits for the entropy."""
    host, *others = human_players(players)
    term_changes = {"seats": max(players, min(rules.players)), **changes}
    open_command = Open(terms=terms(rules, **term_changes), player=host, entropy_digest=commit_entropy(host.id or ""))
    sit_commands = (Sit(player=player, entropy_digest=commit_entropy(player.id or "")) for player in others)
    return no_match(chance).when(open_command, *sit_commands, Sent(0, Start()))


def match_in_storytelling(
    rules: Ruleset = CLASSIC, players: int = 4, chance: FixedChance | None = None, **changes: Any
) -> Situation:
    """Return a started match that waits for the first clue."""
    return match_in_gathering(rules, players, chance, **changes).when(Sent(0, Start()))


def match_in_submitting(
    rules: Ruleset = CLASSIC, players: int = 4, chance: FixedChance | None = None, teller: int = 0, **changes: Any
) -> Situation:
    """Return a match that waits for cards: the storyteller has given a clue for the first card of the hand."""
    return give_clue(match_in_storytelling(rules, players, chance, **changes), teller)


def match_in_voting(
    rules: Ruleset = CLASSIC, players: int = 4, chance: FixedChance | None = None, teller: int = 0, **changes: Any
) -> Situation:
    """Return a match that waits for votes: all players have submitted the first cards of the hand."""
    return submit_owed_cards(match_in_submitting(rules, players, chance, teller, **changes))


def match_in_reveal(
    rules: Ruleset = CLASSIC, players: int = 4, chance: FixedChance | None = None, teller: int = 0, **changes: Any
) -> Situation:
    """Return a match that shows the scores: all players voted for the first card that isn't their own."""
    return cast_votes(match_in_voting(rules, players, chance, teller, **changes))


MATCH_IN_PHASE: dict[str, Callable[..., Situation]] = {
    "gathering": match_in_gathering,
    "drawing": match_in_drawing,
    "storytelling": match_in_storytelling,
    "submitting": match_in_submitting,
    "voting": match_in_voting,
    "reveal": match_in_reveal,
}


def give_clue(situation: Situation, teller: int = 0) -> Situation:
    match = situation.match
    assert isinstance(match, Storytelling)
    seat = teller if match.board.storyteller is None else match.board.storyteller
    card = None if match.board.rules.crowd else match.board.hands[seat][0]
    return situation.when(Sent(seat, GiveClue(card=card, clue=TEXT_CLUE)))


def submit_owed_cards(situation: Situation) -> Situation:
    """Submit the first cards in the hand of every player who owes cards; in Team the partner on the lower seat does."""
    assert isinstance(situation.match, Submitting)
    while isinstance(match := situation.match, Submitting):
        seat = submitting.waiting_for(match)[0]
        cards = match.board.hands[seat][: submitting._cards_to_submit(match)]
        situation = situation.when(Sent(seat, Submit(cards=cards)))
    return situation


def cast_votes(situation: Situation, slot_by_seat: dict[int, int] | None = None) -> Situation:
    """Cast all votes for the given slot, or the first that isn't the voter's own; Party's trap is on the last one."""
    match = situation.match
    assert isinstance(match, VotingPhase)
    teller = match.board.storyteller if match.board.rules.crowd else None
    default_slots = {
        seat: next(slot for slot, card in enumerate(match.tableau, start=1) if card not in match.submitted_cards[seat])
        for seat in voting.waiting_for(match)
    }
    votes = {**default_slots, **(slot_by_seat or {})}
    last_slot = len(match.tableau)
    return situation.when(
        *(Sent(seat, Vote(slots=(slot,), trap=last_slot if seat == teller else None)) for seat, slot in votes.items())
    )


def mark_all_ready(situation: Situation) -> Situation:
    return situation.when(*(Sent(seat, Ready()) for seat in situation.started_match.board.seats))


def play_round(situation: Situation, teller: int = 0) -> Situation:
    """Play a whole round from the clue to the next one."""
    scored = cast_votes(submit_owed_cards(give_clue(situation, teller)))
    return scored if isinstance(scored.match, Over) else mark_all_ready(scored)
