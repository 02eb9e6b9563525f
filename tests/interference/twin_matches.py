"""Twins: two matches that one viewer can't distinguish, and that differ in everything this viewer can't know.

The first is played at random up to some moment. The second has the same commands, but everything that is hidden from
the viewer at that moment differs: other hands, another deck, other owners of the cards on the table, other votes.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from random import Random
from typing import Any

from games.rulebook import Match, decide
from games.rulebook.actions import MayVote
from games.rulebook.cards import Pile
from games.rulebook.commands import Actor, CallOff, Command, ExpirePhase, GiveClue, Open, Sit, Submit, Vote
from games.rulebook.events import DeckReshuffled, DeckShuffled
from games.rulebook.match import (
    Reveal,
    Storytelling,
    Submitting,
    Voting,
    board_of,
    phase_id,
    seated_players,
)
from games.rulebook.player_view import actions
from games.rulebook.rulesets import Ruleset
from games.rulebook.view_types import Viewer
from tests.interference.in_memory_event_log import InMemoryEventLog
from tests.rulebook.match_scenarios import FixedChance
from tests.rulebook.random_absences import AbsenceShares, play_match_with_absences
from tests.rulebook.random_matches import MatchHistory, Step, play_random_match
from tests.rulebook.secrecy_invariants import KnownCards
from tests.rulebook.sent_command import Sent

DECK_LABEL_PATTERN = re.compile(r"deck|reshuffle/.*")


@dataclass(frozen=True, kw_only=True)
class Twins:
    """The two logs, the observing viewer, and how much is hidden from that viewer."""

    viewer: int | None
    first: InMemoryEventLog
    second: InMemoryEventLog
    hidden_count: int
    """Cards that lie elsewhere, and votes that are others, in the second."""
    scripts: tuple["MatchScript", "MatchScript"]
    """How each of them came about."""


@dataclass(frozen=True, kw_only=True)
class MatchScript:
    """The commands of a match, and the random result for each label."""

    commands: tuple[tuple[str, Command | Open], ...]
    """With whose they are."""
    times: tuple[datetime, ...]
    """When each command is sent."""
    draws: Mapping[str, tuple[Pile, Pile]]


class RecordingRandom(FixedChance):
    """A random source that records its requests and results."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.draws: dict[str, tuple[Pile, Pile]] = {}

    def __call__(self, label: str, items: Sequence[str]) -> Pile:
        order = self._order(label, items)
        self.draws[label] = tuple(items), order
        return order

    def _order(self, label: str, items: Sequence[str]) -> Pile:
        return super().__call__(label, items)


class RelocatingRandom(RecordingRandom):
    """The same randomness for a match in which other cards lie in some places."""

    def __init__(self, recorded: RecordingRandom, substitute: Callable[[str, str], str]) -> None:
        super().__init__(0)
        self.recorded, self.substitute = recorded, substitute

    def _order(self, label: str, items: Sequence[str]) -> Pile:
        recorded_items, order = self.recorded.draws[label]
        if DECK_LABEL_PATTERN.fullmatch(label):
            return tuple(self.substitute(card, label) for card in order)
        # Shuffles are blind: they move places, whatever card lies there.
        return tuple(items[recorded_items.index(item)] for item in order)


def generate_twins(
    rules: Ruleset,
    players: int,
    seed: int,
    *,
    missing: float = 0.0,
    resigning: float = 0.0,
    max_commands_per_player: int = 25,
) -> Twins | None:
    """Return a pair at a random moment, after `most` commands for each player at most, or None if the game has none."""
    rng = Random(seed)
    longest = rng.randint(players + 3, max_commands_per_player * players)
    history = play_random_match(
        rules, players, seed, mischief=0.0, missing=missing, resigning=resigning, longest=longest
    )
    steps = _steps_up_to(history, rng.choice((Storytelling, Submitting, Submitting, Voting, Voting, Reveal)))
    if not steps:
        return None
    board = board_of(steps[-1].states[-1])
    assert board is not None
    active_seats = [seat for seat in board.seats if seat not in board.resigned]
    viewer = rng.choice((None, *active_seats, *active_seats))
    return TwinBuilder(history, steps, viewer, rng).build()


def generate_twins_with_absences(
    rules: Ruleset, players: int, seed: int, *, max_commands_per_player: int = 12, **changes: Any
) -> Twins | None:
    """Return a pair of rulebook 2 in which a seat is skipped; half of the viewers sit on such a seat."""
    rng = Random(seed)
    shares = AbsenceShares(leaving=0.15, returning=0.02, mischief=0.0, bots=0.1)
    longest = max_commands_per_player * players
    history = play_match_with_absences(rules, players, seed, shares, longest=longest, **changes)
    steps = _steps_up_to(history, rng.choice((Submitting, Submitting, Voting, Reveal)), with_skipped_seat=True)
    if not steps:
        return None
    board = board_of(steps[-1].states[-1])
    assert board is not None
    present_seats = [seat for seat in board.active_seats if seat not in board.skipped_seats]
    viewer = rng.choice(board.skipped_seats) if rng.random() < 0.5 else rng.choice((None, *present_seats))
    return TwinBuilder(history, steps, viewer, rng).build()


def _steps_up_to(history: MatchHistory, phase: type[Match], *, with_skipped_seat: bool = False) -> list[Step]:
    """Return the steps up to the last moment in this phase; empty if there is none."""
    # Most is hidden while cards are submitted and votes are cast.
    steps = [step for step in history.steps if step.events]
    while steps:
        match = steps[-1].states[-1]
        board = board_of(match)
        if isinstance(match, phase) and not (with_skipped_seat and board and not board.skipped_seats):
            break
        steps.pop()
    return steps


class TwinBuilder:
    """The construction of one pair."""

    def __init__(self, history: MatchHistory, steps: Sequence[Step], viewer: int | None, rng: Random) -> None:
        self.seed, self.steps, self.viewer, self.rng = history.seed, steps, viewer, rng
        self.match = steps[-1].states[-1]
        self.first = InMemoryEventLog(salt_seed=f"{history.seed}/first")
        self.recorded_random = RecordingRandom(history.seed)
        self.first_script = self._replay(
            self.first, self.recorded_random, [Sent(step.actor, step.command) for step in steps]
        )
        self.last_shuffles = dict(self._find_last_shuffles())
        self.substitutes = dict(self._choose_substitutes())
        self.changed_vote_count = 0

    def build(self) -> Twins:
        second = InMemoryEventLog(salt_seed=f"{self.seed}/second")
        second_script = self._replay(
            second, RelocatingRandom(self.recorded_random, self._substitute_in_draw), self._substitute_in_commands()
        )
        hidden = sum(card != other for card, other in self.substitutes.items()) + self.changed_vote_count
        return Twins(
            viewer=self.viewer,
            first=self.first,
            second=second,
            hidden_count=hidden,
            scripts=(self.first_script, second_script),
        )

    def _replay(self, log: InMemoryEventLog, chance: RecordingRandom, commands: Sequence[Sent]) -> MatchScript:
        match: Match | None = None
        played_commands, times = list[tuple[str, Command | Open]](), [step.now for step in self.steps]
        for scripted, now in zip(commands, times, strict=True):
            sent = scripted if match is None else self._redraw_hidden_vote(match, scripted, log)
            decided = decide(match, sent.command, actor=sent.actor, now=now, chance=chance)
            log.append([event for event, _ in decided], _logged_actor(sent), now)
            played_commands.append((_player_id_of(match, sent), sent.command))
            match = decided[-1][1]
        return MatchScript(commands=tuple(played_commands), times=tuple(times), draws=chance.draws)

    def _find_last_shuffles(self) -> Iterator[tuple[str, tuple[str, int]]]:
        """Return the label and the version of each card's last shuffle."""
        events = (event for step in self.steps for event in step.events)
        reshuffles = 0
        for version, event in enumerate(events, 1):
            if isinstance(event, DeckShuffled | DeckReshuffled):
                label = "deck" if isinstance(event, DeckShuffled) else f"reshuffle/{(reshuffles := reshuffles + 1)}"
                yield from ((card, (label, version)) for card in event.order)

    def _choose_substitutes(self) -> Iterator[tuple[str, str]]:
        """Return, for each card, the card that replaces it in the second match. Cards that the viewer has not seen
        since their last shuffle change places, and so do the other players' cards on the table."""
        board = board_of(self.match)
        assert board is not None
        own_cards, face_up = self._known_cards()
        unseen = [card for card in board.terms.cards if card not in own_cards | face_up]
        others_submitted_cards = [
            card
            for seat, cards in enumerate(self.match.submitted_cards if isinstance(self.match, Voting) else ())
            if seat != self.viewer
            for card in cards
            if card not in own_cards
        ]
        for pool in (unseen, others_submitted_cards):
            for label in sorted({self.last_shuffles[card][0] for card in pool}):
                cards = [card for card in pool if self.last_shuffles[card][0] == label]
                yield from zip(cards, self.rng.sample(cards, len(cards)), strict=True)

    def _known_cards(self) -> tuple[set[str], set[str]]:
        """Return the cards that the viewer has held, or that have lain face up, since their last shuffle, by the rules
        and not by what the code under test has shown. A player who passed a hand on knows which player has its cards.
        """
        known, own_seen_at, face_up_at = KnownCards(), dict[str, int](), dict[str, int]()
        for version, event in enumerate((event for step in self.steps for event in step.events), 1):
            known.apply_event(event)
            face_up_at |= dict.fromkeys(known.face_up, version)
            if self.viewer is not None:
                own = known.hands.get(self.viewer, set()) | known.submitted.get(self.viewer, set())
                own_seen_at |= dict.fromkeys(own, version)
        return self._known_since_shuffle(own_seen_at), self._known_since_shuffle(face_up_at)

    def _known_since_shuffle(self, last_seen_at: Mapping[str, int]) -> set[str]:
        return {card for card, (_, version) in self.last_shuffles.items() if last_seen_at.get(card, 0) > version}

    def _substitute_in_draw(self, card: str, label: str) -> str:
        return self.substitutes.get(card, card) if self.last_shuffles[card][0] == label else card

    def _substitute_in_commands(self) -> list[Sent]:
        versions, commands = 0, list[Sent]()
        for step in self.steps:
            commands.append(Sent(step.actor, self._substitute_in_command(step.command, versions)))
            versions += len(step.events)
        return commands

    def _substitute_in_command(self, command: Command | Open, version: int) -> Command | Open:
        match command:
            case Submit(cards=cards):
                return replace(command, cards=tuple(self._substitute_at_version(card, version) for card in cards))
            case GiveClue(card=card) if card is not None:
                return replace(command, card=self._substitute_at_version(card, version))
            case _:
                return command

    def _substitute_at_version(self, card: str, version: int) -> str:
        last_shuffle = self.last_shuffles.get(card)
        return self.substitutes.get(card, card) if last_shuffle and version >= last_shuffle[1] else card

    def _redraw_hidden_vote(self, match: Match, sent: Sent, log: InMemoryEventLog) -> Sent:
        """Redraw the votes that are still secret in the second match."""
        command = sent.command
        is_hidden_vote = (
            isinstance(command, Vote) and sent.actor != self.viewer and phase_id(match) == phase_id(self.match)
        )
        if log is self.first or not is_hidden_vote:
            return sent
        assert isinstance(command, Vote)
        assert isinstance(sent.actor, int)
        (action,) = (a for a in actions(match, Viewer(seat=sent.actor)) if isinstance(a, MayVote))
        slots = tuple(sorted(self.rng.sample(action.slots, self.rng.randint(action.least, action.most))))
        self.changed_vote_count += slots != command.slots
        trap = self.rng.choice(action.trap) if action.trap else None
        return replace(sent, command=replace(command, slots=slots, trap=trap))


def _player_id_of(match: Match | None, sent: Sent) -> str:
    """Return the id of the player who sent the command; None for a command of the service."""
    match sent.command:
        case Open() | Sit() as command:
            return command.player.id or ""
        case ExpirePhase() | CallOff():
            return ""
        case _:
            assert match is not None
            return next(player.id or "" for seat, player, _ in seated_players(match) if seat == sent.actor)


def _logged_actor(sent: Sent) -> Actor:
    return sent.command.seat if isinstance(sent.command, Sit) else sent.actor
