"""The tally of a match: how clues, guesses and cards have fared in its rounds so far.

The state of a match doesn't hold earlier rounds, so the tally is kept up as they pass. Automatic moves count for
nobody.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal, TypeAlias

from games.rulebook import Match
from games.rulebook.board import Board
from games.rulebook.cards import Card
from games.rulebook.events import CardsSubmitted, Event, RoundBegun, RoundScored, VoteCast
from games.rulebook.match import board_of
from games.rulebook.round import Shown

ClueOutcome: TypeAlias = Literal["well_told", "found_by_all", "found_by_none"]


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatTally:
    """What the player on a seat has done, and with what result; Party has no card to be found."""

    points: int = 0
    """The points of the seat until its player resigned."""
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


@dataclass(frozen=True, kw_only=True, slots=True)
class CardTally:
    """What people have done with a card; moves of computer players and automatic moves don't count."""

    told: int = 0
    well_told: int = 0
    found: int = 0
    """Votes that found it."""
    submitted: int = 0
    """How often it was on the table as a card that wasn't the storyteller's; in Party as anyone's."""
    votes: int = 0
    """Votes that it got then, except its owner's."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchTally:
    """The tallies of all seats and cards; empty until a round has been scored."""

    seats: tuple[SeatTally, ...] = ()
    cards: Mapping[Card, CardTally] = field(default_factory=dict)
    automatic_submissions: tuple[int, ...] = ()
    """Seats whose cards were submitted automatically in this round."""
    automatic_votes: tuple[int, ...] = ()
    """Seats whose votes were cast automatically in this round."""


EMPTY_TALLY = MatchTally()


def evolve_tally(tally: MatchTally, event: Event, match: Match) -> MatchTally:
    """Return the tally after one further event; `match` is the state after it."""
    match event:
        case CardsSubmitted() if event.automatic:
            return replace(tally, automatic_submissions=(*tally.automatic_submissions, event.seat))
        case VoteCast() if event.automatic:
            return replace(tally, automatic_votes=(*tally.automatic_votes, event.seat))
        case RoundBegun():
            return replace(tally, automatic_submissions=(), automatic_votes=())
        case RoundScored():
            board = board_of(match)
            assert board is not None, "rounds are scored on a board"
            return _add_round(tally, _RoundContext(tally, event, board))
        case _:
            return tally


class _RoundContext:
    """What the tallies of seats and cards need to know of a scored round."""

    def __init__(self, tally: MatchTally, event: RoundScored, board: Board) -> None:
        self.board, self.scores, self.tableau, self.storyteller = board, event.scores, event.tableau, event.storyteller
        self.human_seats = {seat for seat, player in enumerate(board.players) if player.kind != "bot"}
        self.automatic_seats = tally.automatic_submissions
        self.voters_by_slot = {shown.slot: _deliberate_voters(tally, shown) for shown in event.tableau}
        self.storyteller_card = (
            None if board.rules.crowd else next(card for card in event.tableau if card.seat == self.storyteller)
        )
        self.outcome = _clue_outcome(event, self.storyteller_card) if self.storyteller_card else None
        self.guessing_seats = (
            {seat for votes in self.voters_by_slot.values() for seat in votes} if self.storyteller_card else set()
        )


def _add_round(tally: MatchTally, context: _RoundContext) -> MatchTally:
    seat_tallies = tally.seats or (SeatTally(),) * len(context.board.players)
    cards = dict(tally.cards)
    for shown in context.tableau:
        if shown.seat in context.human_seats and shown.seat not in context.automatic_seats:
            cards[shown.card] = _interned(_updated_card_tally(cards.get(shown.card, CardTally()), shown, context))
    return replace(
        tally,
        seats=tuple(_updated_seat_tally(old, seat, context) for seat, old in enumerate(seat_tallies)),
        cards=cards,
    )


def _updated_seat_tally(old: SeatTally, seat: int, context: _RoundContext) -> SeatTally:
    storyteller_card, outcome = context.storyteller_card, context.outcome if seat == context.storyteller else None
    cards_given = [
        shown for shown in context.tableau if shown.seat == seat and storyteller_card and shown is not storyteller_card
    ]
    cards_given = [] if seat in context.automatic_seats else cards_given
    return SeatTally(
        points=old.points if seat in context.board.resigned else context.scores[seat],
        told=old.told + (seat == context.storyteller),
        well_told=old.well_told + (outcome == "well_told"),
        found_by_all=old.found_by_all + (outcome == "found_by_all"),
        found_by_none=old.found_by_none + (outcome == "found_by_none"),
        guessed=old.guessed + (seat in context.guessing_seats),
        found=old.found + (storyteller_card is not None and seat in context.voters_by_slot[storyteller_card.slot]),
        gave=old.gave + len(cards_given),
        fooled=old.fooled + sum(len(context.voters_by_slot[shown.slot]) for shown in cards_given),
    )


def _updated_card_tally(old: CardTally, shown: Shown, context: _RoundContext) -> CardTally:
    is_storyteller_card = shown is context.storyteller_card
    human_votes = len(context.human_seats.intersection(context.voters_by_slot[shown.slot]))
    return CardTally(
        told=old.told + is_storyteller_card,
        well_told=old.well_told + (is_storyteller_card and context.outcome == "well_told"),
        found=old.found + (human_votes if is_storyteller_card else 0),
        submitted=old.submitted + (not is_storyteller_card),
        votes=old.votes + (0 if is_storyteller_card else human_votes),
    )


@lru_cache(maxsize=1024)
def _interned(tally: CardTally) -> CardTally:
    """Return one shared object for equal tallies.

    Most cards fare alike, and every cached match has one tally per card, so this saves much memory.
    """
    return tally


def _deliberate_voters(tally: MatchTally, shown: Shown) -> tuple[int, ...]:
    """Return the seats that voted for the card, except its owner and automatic votes."""
    return tuple(seat for seat in shown.votes if seat != shown.seat and seat not in tally.automatic_votes)


def _clue_outcome(event: RoundScored, storyteller_card: Shown) -> ClueOutcome:
    """Return how the clue was scored, for which automatic votes count like any other."""
    if any(award.why == "well_told" for award in event.awards):
        return "well_told"
    return "found_by_all" if storyteller_card.votes else "found_by_none"
