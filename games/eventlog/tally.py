"""The tally of a match: how clues, guesses and cards have fared in its rounds so far, for whoever asks when it is over.

A fold has forgotten its earlier rounds, so it counts while they pass. What luck has played is nobody's.
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

Outcome: TypeAlias = Literal["well_told", "found_by_all", "found_by_none"]


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatTally:
    """What somebody has done at a seat, and what came of it; with the crowd there is no card to be found."""

    points: int = 0
    """Those that the seat had while its player was there."""
    told: int = 0
    well_told: int = 0
    """Clues by which some found the card, and some didn't."""
    found_by_all: int = 0
    found_by_none: int = 0
    guessed: int = 0
    """Rounds with a vote for what might be the storyteller's card."""
    found: int = 0
    gave: int = 0
    """Cards laid beside the storyteller's."""
    fooled: int = 0
    """Votes that others gave these."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CardTally:
    """What people have done with a card: no computer player, and no luck."""

    told: int = 0
    well_told: int = 0
    found: int = 0
    """Votes by which it was found."""
    submitted: int = 0
    """How often it lay there as another's card than the storyteller's, with the crowd as anybody's."""
    votes: int = 0
    """Votes that it has drawn then, but for its owner's."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Tally:
    """Of each seat and each card, once a round has been scored."""

    seats: tuple[SeatTally, ...] = ()
    cards: Mapping[Card, CardTally] = field(default_factory=dict)
    given_by_luck: tuple[int, ...] = ()
    """Seats for which luck has given a card in this round."""
    voted_by_luck: tuple[int, ...] = ()


NOTHING = Tally()


def counted(tally: Tally, event: Event, match: Match) -> Tally:
    """The tally with one further event, after which the match is so."""
    match event:
        case CardsSubmitted() if event.automatic:
            return replace(tally, given_by_luck=(*tally.given_by_luck, event.seat))
        case VoteCast() if event.automatic:
            return replace(tally, voted_by_luck=(*tally.voted_by_luck, event.seat))
        case RoundBegun():
            return replace(tally, given_by_luck=(), voted_by_luck=())
        case RoundScored():
            board = board_of(match)
            assert board is not None, "rounds are scored on a board"
            return _with_round(tally, _Scored(tally, event, board))
        case _:
            return tally


class _Scored:
    """A round that was scored, as it is looked at for every seat and every card."""

    def __init__(self, tally: Tally, event: RoundScored, board: Board) -> None:
        self.board, self.scores, self.tableau, self.teller = board, event.scores, event.tableau, event.storyteller
        self.people = {seat for seat, player in enumerate(board.players) if player.kind != "bot"}
        self.by_luck = tally.given_by_luck
        self.votes = {shown.slot: _votes(tally, shown) for shown in event.tableau}
        self.told = None if board.rules.crowd else next(card for card in event.tableau if card.seat == self.teller)
        self.outcome = _outcome(event, self.told) if self.told else None
        self.guessers = {seat for votes in self.votes.values() for seat in votes} if self.told else set()


def _with_round(tally: Tally, scored: _Scored) -> Tally:
    before = tally.seats or (SeatTally(),) * len(scored.board.players)
    cards = dict(tally.cards)
    for shown in scored.tableau:
        if shown.seat in scored.people and shown.seat not in scored.by_luck:
            cards[shown.card] = _shared(_card(cards.get(shown.card, CardTally()), shown, scored))
    return replace(tally, seats=tuple(_seat(old, seat, scored) for seat, old in enumerate(before)), cards=cards)


def _seat(old: SeatTally, seat: int, scored: _Scored) -> SeatTally:
    told, outcome = scored.told, scored.outcome if seat == scored.teller else None
    gave = [shown for shown in scored.tableau if shown.seat == seat and told and shown is not told]
    gave = [] if seat in scored.by_luck else gave
    return SeatTally(
        points=old.points if seat in scored.board.resigned else scored.scores[seat],
        told=old.told + (seat == scored.teller),
        well_told=old.well_told + (outcome == "well_told"),
        found_by_all=old.found_by_all + (outcome == "found_by_all"),
        found_by_none=old.found_by_none + (outcome == "found_by_none"),
        guessed=old.guessed + (seat in scored.guessers),
        found=old.found + (told is not None and seat in scored.votes[told.slot]),
        gave=old.gave + len(gave),
        fooled=old.fooled + sum(len(scored.votes[shown.slot]) for shown in gave),
    )


def _card(old: CardTally, shown: Shown, scored: _Scored) -> CardTally:
    told = shown is scored.told
    votes = len(scored.people.intersection(scored.votes[shown.slot]))
    return CardTally(
        told=old.told + told,
        well_told=old.well_told + (told and scored.outcome == "well_told"),
        found=old.found + (votes if told else 0),
        submitted=old.submitted + (not told),
        votes=old.votes + (0 if told else votes),
    )


@lru_cache(maxsize=1024)
def _shared(tally: CardTally) -> CardTally:
    """Most cards fare alike, and many matches are kept folded: equal tallies are one."""
    return tally


def _votes(tally: Tally, shown: Shown) -> tuple[int, ...]:
    """Whose votes the card has drawn, but for its owner's and those that luck has cast."""
    return tuple(seat for seat in shown.votes if seat != shown.seat and seat not in tally.voted_by_luck)


def _outcome(event: RoundScored, told: Shown) -> Outcome:
    """As it was scored: a vote by luck counts there as any other."""
    if any(award.why == "well_told" for award in event.awards):
        return "well_told"
    return "found_by_all" if told.votes else "found_by_none"
