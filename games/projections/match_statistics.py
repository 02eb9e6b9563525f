"""How clues, guesses and cards have fared in a match, counted from its scored rounds.

Automatic moves count for nobody, and neither do points of rounds in which a seat was skipped.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Literal, TypeAlias

from games.rulebook.board import Board
from games.rulebook.cards import Card
from games.rulebook.round import RoundOutcome

ClueOutcome: TypeAlias = Literal["well_told", "found_by_all", "found_by_none"]
_CardPlay: TypeAlias = tuple[ClueOutcome | None, int]
"""A card on the table: how the clue came off if it was the storyteller's card, and the votes that people gave it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatStatistics:
    """What the player on a seat has done, and with what result; Party has no card to be found."""

    points: int = 0
    """The points of the rounds in which the player took part: had not resigned, and was never skipped."""
    told: int = 0
    """Clues in rounds that were scored."""
    well_told: int = 0
    """Clues with which some, but not all, found the card."""
    found_by_all: int = 0
    found_by_none: int = 0
    guessed: int = 0
    """Rounds with a vote for a card that might be the storyteller's."""
    found: int = 0
    gave: int = 0
    """Cards submitted beside the storyteller's."""
    fooled: int = 0
    """Votes that others gave these cards."""


SEAT_COLUMNS = tuple(field.name for field in fields(SeatStatistics))


@dataclass(frozen=True, kw_only=True, slots=True)
class CardStatistics:
    """What people have done with a card; moves of computer players and automatic moves don't count."""

    told: int = 0
    well_told: int = 0
    found: int = 0
    """Votes that found it."""
    submitted: int = 0
    """How often it was on the table as a card that wasn't the storyteller's; in Party as anyone's."""
    votes: int = 0
    """Votes that it got then, except its owner's."""


def seat_statistics(board: Board) -> tuple[SeatStatistics, ...]:
    """Return the statistics of each seat over all scored rounds of the board."""
    rounds = [_RoundCounts(outcome, board) for outcome in board.history]
    return tuple(_seat_statistics(seat, rounds) for seat in board.seats)


def card_statistics(board: Board) -> dict[Card, CardStatistics]:
    """Return the statistics of each card that people have played in a scored round of the board."""
    human_seats = {seat for seat, player in enumerate(board.players) if player.kind != "bot"}
    plays_by_card = defaultdict[Card, list[_CardPlay]](list)
    for outcome in board.history:
        counts = _RoundCounts(outcome, board)
        for index in counts.deliberate_cards:
            if outcome.owners[index] in human_seats:
                human_votes = len(human_seats.intersection(counts.voters[index]))
                clue_outcome = counts.clue_outcome if index == counts.storyteller_card else None
                plays_by_card[outcome.tableau[index]].append((clue_outcome, human_votes))
    return {card: _card_statistics(plays) for card, plays in plays_by_card.items()}


class _RoundCounts:
    """What the statistics of seats and cards need to know of a scored round; cards are indices of its tableau."""

    def __init__(self, outcome: RoundOutcome, board: Board) -> None:
        self.outcome = outcome
        self.voters = [_deliberate_voters(outcome, card) for card in range(len(outcome.tableau))]
        """The seats that voted for each card."""
        self.deliberate_cards = [
            card for card, seat in enumerate(outcome.owners) if seat not in outcome.automatic_submissions
        ]
        self.storyteller_card = None if board.rules.crowd else outcome.owners.index(outcome.storyteller)
        self.clue_outcome = None if self.storyteller_card is None else _clue_outcome(outcome, self.storyteller_card)

    def has_guessed(self, seat: int) -> bool:
        return self.storyteller_card is not None and any(seat in voters for voters in self.voters)

    def has_found(self, seat: int) -> bool:
        return self.storyteller_card is not None and seat in self.voters[self.storyteller_card]

    def cards_given(self, seat: int) -> list[int]:
        """Return the seat's cards that lay beside the storyteller's."""
        if self.storyteller_card is None:
            return []
        return [
            card
            for card in self.deliberate_cards
            if card != self.storyteller_card and self.outcome.owners[card] == seat
        ]


def _seat_statistics(seat: int, rounds: Sequence[_RoundCounts]) -> SeatStatistics:
    clue_outcomes = [counts.clue_outcome for counts in rounds if counts.outcome.storyteller == seat]
    votes_per_card = [len(counts.voters[card]) for counts in rounds for card in counts.cards_given(seat)]
    return SeatStatistics(
        points=_points(seat, [counts.outcome for counts in rounds]),
        told=len(clue_outcomes),
        well_told=clue_outcomes.count("well_told"),
        found_by_all=clue_outcomes.count("found_by_all"),
        found_by_none=clue_outcomes.count("found_by_none"),
        guessed=sum(counts.has_guessed(seat) for counts in rounds),
        found=sum(counts.has_found(seat) for counts in rounds),
        gave=len(votes_per_card),
        fooled=sum(votes_per_card),
    )


def _points(seat: int, outcomes: Sequence[RoundOutcome]) -> int:
    scores = [0, *(outcome.scores[seat] for outcome in outcomes)]
    return sum(
        after - before
        for outcome, (before, after) in zip(outcomes, pairwise(scores), strict=True)
        if seat not in outcome.resigned and seat not in outcome.skipped
    )


def _card_statistics(plays: Sequence[_CardPlay]) -> CardStatistics:
    clues = [(clue_outcome, votes) for clue_outcome, votes in plays if clue_outcome]
    votes_beside = [votes for clue_outcome, votes in plays if not clue_outcome]
    return CardStatistics(
        told=len(clues),
        well_told=sum(clue_outcome == "well_told" for clue_outcome, _ in clues),
        found=sum(votes for _, votes in clues),
        submitted=len(votes_beside),
        votes=sum(votes_beside),
    )


def _deliberate_voters(outcome: RoundOutcome, card: int) -> tuple[int, ...]:
    """Return the seats that voted for the card, except its owner and automatic votes."""
    # In Party one may vote for one's own card. That fools nobody.
    return tuple(
        seat for seat in outcome.votes[card] if seat != outcome.owners[card] and seat not in outcome.automatic_votes
    )


def _clue_outcome(outcome: RoundOutcome, storyteller_card: int) -> ClueOutcome:
    """Return how the clue was scored, for which automatic votes count like any other."""
    if outcome.is_well_told:
        return "well_told"
    return "found_by_all" if outcome.votes[storyteller_card] else "found_by_none"
