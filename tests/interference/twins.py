"""Twins: two matches of which one viewer knows the same, and which differ in all that this viewer can't know.

The first is played at random up to some moment. The second has the same commands, but what is hidden from the viewer
at that moment is another: other hands, another deck, other owners of the cards on the table, other votes.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from games.rulebook import Match, decide, evolve
from games.rulebook.actions import MayVote
from games.rulebook.cards import Pile
from games.rulebook.commands import CallOff, Command, Open, Sit, Submit, TellClue, TimeUp, Vote
from games.rulebook.events import DeckReshuffled, DeckShuffled
from games.rulebook.match import (
    Reveal,
    Storytelling,
    Submitting,
    Voting,
    board_of,
    deadline_of,
    phase_id,
    seated_players,
)
from games.rulebook.player_view import actions
from games.rulebook.rulesets import Ruleset
from games.rulebook.view_types import Viewer
from tests.interference.log import Log
from tests.rulebook.playing import Step, Story, played
from tests.rulebook.secrecy import Known
from tests.rulebook.table import NOW, Luck

DECKS = re.compile(r"deck|reshuffle/.*")


@dataclass(frozen=True, kw_only=True)
class Twins:
    """The two logs, whose eyes look, and how much is hidden from them."""

    viewer: int | None
    first: Log
    second: Log
    hidden: int
    """Cards that lie elsewhere, and votes that are others, in the second."""
    plays: tuple["Played", "Played"]
    """How each of them came about."""


@dataclass(frozen=True, kw_only=True)
class Played:
    """The commands of a match, and what luck said to each label."""

    commands: tuple[tuple[str, Command | Open], ...]
    """With whose they are."""
    said: Mapping[str, tuple[Pile, Pile]]


class Recorded(Luck):
    """Luck that keeps what it was asked and what it said."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.said: dict[str, tuple[Pile, Pile]] = {}

    def __call__(self, label: str, items: Sequence[str]) -> Pile:
        order = self._order(label, items)
        self.said[label] = tuple(items), order
        return order

    def _order(self, label: str, items: Sequence[str]) -> Pile:
        return super().__call__(label, items)


class Elsewhere(Recorded):
    """The same luck for a match in which other cards lie in some places."""

    def __init__(self, first: Recorded, instead: Callable[[str, str], str]) -> None:
        super().__init__(0)
        self.first, self.instead = first, instead

    def _order(self, label: str, items: Sequence[str]) -> Pile:
        asked, order = self.first.said[label]
        if DECKS.fullmatch(label):
            return tuple(self.instead(card, label) for card in order)
        # Luck is blind: it moves places, whatever lies there.
        return tuple(items[asked.index(item)] for item in order)


def twins(
    rules: Ruleset, players: int, seed: int, *, missing: float = 0.0, resigning: float = 0.0, most: int = 25
) -> Twins | None:
    """A pair at a random moment, after `most` commands for each player at most; None if that is none of the game."""
    rng = Random(seed)
    longest = rng.randint(players + 3, most * players)
    story = played(rules, players, seed, mischief=0.0, missing=missing, resigning=resigning, longest=longest)
    steps = [step for step in story.steps if step.events]
    # Most is hidden while cards and votes are being given.
    wanted = rng.choice((Storytelling, Submitting, Submitting, Voting, Voting, Reveal))
    while steps and not isinstance(steps[-1].states[-1], wanted):
        steps.pop()
    if not steps:
        return None
    last = board_of(steps[-1].states[-1])
    assert last is not None
    playing = [seat for seat in last.seats if seat not in last.resigned]
    viewer = rng.choice((None, *playing, *playing))
    return Pair(story, steps, viewer, rng).twins()


class Pair:
    """The making of one pair."""

    def __init__(self, story: Story, steps: Sequence[Step], viewer: int | None, rng: Random) -> None:
        self.seed, self.steps, self.viewer, self.rng = story.seed, steps, viewer, rng
        self.match = steps[-1].states[-1]
        self.first = Log(name=f"{story.seed}/first")
        self.luck = Recorded(story.seed)
        self.played = self._replay(self.first, self.luck, [step.command for step in steps])
        self.shuffled = dict(self._shuffled())
        self.other = dict(self._other_cards())
        self.votes = 0

    def twins(self) -> Twins:
        second = Log(name=f"{self.seed}/second")
        other = self._replay(second, Elsewhere(self.luck, self._where), self._other_commands())
        hidden = sum(card != other for card, other in self.other.items()) + self.votes
        return Twins(viewer=self.viewer, first=self.first, second=second, hidden=hidden, plays=(self.played, other))

    def _replay(self, log: Log, chance: Recorded, commands: Sequence[Command | Open]) -> Played:
        match: Match | None = None
        now, played = NOW, []
        for asked in commands:
            command = asked if match is None else self._redrawn(match, asked, log)
            if isinstance(command, TimeUp) and not command.forced and match:
                now = max(now, deadline_of(match) or NOW)
            events = decide(match, command, now=now, chance=chance)
            log.append(events, _actor(command))
            played.append((_whose(match, command), command))
            for event in events:
                match = evolve(match, event)
        return Played(commands=tuple(played), said=chance.said)

    def _shuffled(self) -> Iterator[tuple[str, tuple[str, int]]]:
        """Under which label and in which version each card was shuffled last."""
        events = (event for step in self.steps for event in step.events)
        reshuffles = 0
        for version, event in enumerate(events, 1):
            if isinstance(event, DeckShuffled | DeckReshuffled):
                label = "deck" if isinstance(event, DeckShuffled) else f"reshuffle/{(reshuffles := reshuffles + 1)}"
                yield from ((card, (label, version)) for card in event.order)

    def _other_cards(self) -> Iterator[tuple[str, str]]:
        """Which card lies in the second match where this one lies in the first: what the viewer has not been told of
        since it was shuffled changes places, and so do the others' cards on the table."""
        board = board_of(self.match)
        assert board is not None
        held, face_up = self._known()
        unseen = [card for card in board.terms.cards if card not in held | face_up]
        lying = [
            card
            for seat, cards in enumerate(self.match.submitted_cards if isinstance(self.match, Voting) else ())
            if seat != self.viewer
            for card in cards
            if card not in held
        ]
        for pool in (unseen, lying):
            for label in sorted({self.shuffled[card][0] for card in pool}):
                cards = [card for card in pool if self.shuffled[card][0] == label]
                yield from zip(cards, self.rng.sample(cards, len(cards)), strict=True)

    def _known(self) -> tuple[set[str], set[str]]:
        """Cards that the viewer has held, and that have lain face up, since they were shuffled last: by the rules,
        whatever the code under test has told. Whoever had a card in a hand that went on knows who has it."""
        known, held, face_up = Known(), dict[str, int](), dict[str, int]()
        for version, event in enumerate((event for step in self.steps for event in step.events), 1):
            known.learn(event)
            face_up |= dict.fromkeys(known.face_up, version)
            if self.viewer is not None:
                own = known.hands.get(self.viewer, set()) | known.submitted.get(self.viewer, set())
                held |= dict.fromkeys(own, version)
        return self._since(held), self._since(face_up)

    def _since(self, last: Mapping[str, int]) -> set[str]:
        return {card for card, (_, version) in self.shuffled.items() if last.get(card, 0) > version}

    def _where(self, card: str, label: str) -> str:
        return self.other.get(card, card) if self.shuffled[card][0] == label else card

    def _other_commands(self) -> list[Command | Open]:
        versions, commands = 0, list[Command | Open]()
        for step in self.steps:
            commands.append(self._other_command(step.command, versions))
            versions += len(step.events)
        return commands

    def _other_command(self, command: Command | Open, version: int) -> Command | Open:
        match command:
            case Submit(cards=cards):
                return replace(command, cards=tuple(self._instead(card, version) for card in cards))
            case TellClue(card=card) if card is not None:
                return replace(command, card=self._instead(card, version))
            case _:
                return command

    def _instead(self, card: str, version: int) -> str:
        since = self.shuffled.get(card)
        return self.other.get(card, card) if since and version >= since[1] else card

    def _redrawn(self, match: Match, command: Command | Open, log: Log) -> Command | Open:
        """Votes that are still secret are others in the second match."""
        hidden = isinstance(command, Vote) and command.seat != self.viewer and phase_id(match) == phase_id(self.match)
        if log is self.first or not hidden:
            return command
        assert isinstance(command, Vote)
        (may,) = (a for a in actions(match, Viewer(seat=command.seat)) if isinstance(a, MayVote))
        slots = tuple(sorted(self.rng.sample(may.slots, self.rng.randint(may.least, may.most))))
        self.votes += slots != command.slots
        return replace(command, slots=slots, trap=self.rng.choice(may.trap) if may.trap else None)


def _whose(match: Match | None, command: Command | Open) -> str:
    """The id of the player whose command it is; the house has none."""
    match command:
        case Open() | Sit():
            return command.player.id or ""
        case TimeUp() | CallOff():
            return ""
        case _:
            assert match is not None
            return next(player.id or "" for seat, player, _ in seated_players(match) if seat == command.seat)


def _actor(command: Command | Open) -> int | str | None:
    match command:
        case TimeUp(forced=False):
            return "clock"
        case TimeUp() | CallOff():
            return "staff"
        case Open():
            return None
        case _:
            return getattr(command, "seat", None)
