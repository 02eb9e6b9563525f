"""The tally of a match: how clues, guesses and cards have fared in its rounds so far, for whoever asks when it is over.

A fold has forgotten its earlier rounds, so it counts while they pass. What luck has played is nobody's.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias, TypeVar

from games.rulebook import Match
from games.rulebook.board import Board
from games.rulebook.cards import Card
from games.rulebook.events import CardsSubmitted, Event, RoundBegun, RoundScored, VoteCast
from games.rulebook.match import board_of
from games.rulebook.round import Shown

Outcome: TypeAlias = Literal["well_told", "found_by_all", "found_by_none"]
Deed: TypeAlias = Outcome | Literal["told", "guessed", "found", "gave", "fooled"]
Fate: TypeAlias = Literal["told", "well_told", "found", "submitted", "votes"]
T = TypeVar("T", "SeatTally", "CardTally")


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
            return _with_round(tally, event, board)
        case _:
            return tally


def _with_round(tally: Tally, event: RoundScored, board: Board) -> Tally:
    seats = list(tally.seats or (SeatTally(),) * len(board.players))
    for (seat, deed), times in Counter(_deeds(tally, event, board)).items():
        seats[seat] = _more(seats[seat], deed, times)
    for seat in board.present:
        seats[seat] = replace(seats[seat], points=event.scores[seat])
    cards = dict(tally.cards)
    for (card, fate), times in Counter(_fates(tally, event, board)).items():
        cards[card] = _more(cards.get(card, CardTally()), fate, times)
    return replace(tally, seats=tuple(seats), cards=cards)


def _deeds(tally: Tally, event: RoundScored, board: Board) -> Iterator[tuple[int, Deed]]:
    """What each seat has done in this round, each as often as it has."""
    yield event.storyteller, "told"
    if board.rules.crowd:
        return
    told = next(shown for shown in event.tableau if shown.seat == event.storyteller)
    yield event.storyteller, _outcome(event, told)
    for seat in {voter for shown in event.tableau for voter in _votes(tally, shown)}:
        yield seat, "guessed"
        if seat in told.votes:
            yield seat, "found"
    for shown in event.tableau:
        if shown != told and shown.seat not in tally.given_by_luck:
            yield shown.seat, "gave"
            yield from ((shown.seat, "fooled") for _ in _votes(tally, shown))


def _fates(tally: Tally, event: RoundScored, board: Board) -> Iterator[tuple[Card, Fate]]:
    """How each card that a person has chosen fared in this round."""
    people = {seat for seat, player in enumerate(board.players) if player.kind != "bot"}
    for shown in event.tableau:
        if shown.seat not in people or shown.seat in tally.given_by_luck:
            continue
        told = shown.seat == event.storyteller and not board.rules.crowd
        yield shown.card, "told" if told else "submitted"
        if told and _outcome(event, shown) == "well_told":
            yield shown.card, "well_told"
        for voter in _votes(tally, shown):
            if voter in people:
                yield shown.card, "found" if told else "votes"


def _votes(tally: Tally, shown: Shown) -> Iterator[int]:
    """Whose votes the card has drawn, but for its owner's and those that luck has cast."""
    return (seat for seat in shown.votes if seat != shown.seat and seat not in tally.voted_by_luck)


def _outcome(event: RoundScored, told: Shown) -> Outcome:
    """As it was scored: a vote by luck counts there as any other."""
    if any(award.why == "well_told" for award in event.awards):
        return "well_told"
    return "found_by_all" if told.votes else "found_by_none"


def _more(tally: T, what: str, times: int) -> T:
    return replace(tally, **{what: getattr(tally, what) + times})
