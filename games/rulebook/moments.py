"""Moments: where in a match somebody who looks back would want to stop. All of it is what everybody knows."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from games.rulebook.events import (
    CardsSubmitted,
    ClueGiven,
    DeckReshuffled,
    Event,
    MatchEnded,
    MatchStarted,
    RoundBegun,
    RoundCalledOff,
    RoundScored,
    StorytellerClaimed,
    TableauLaid,
    TimeUp,
    VoteCast,
)
from games.rulebook.scoring import leaders

Kind: TypeAlias = Literal[
    "start",
    "round",
    "claim",
    "clue",
    "tableau",
    "scores",
    "lead",
    "called_off",
    "automatic",
    "time_up",
    "reshuffle",
    "end",
]


@dataclass(frozen=True, kw_only=True, slots=True)
class Moment:
    """A version worth looking at. `seats` are whose moment it is: who tells, who leads now, who has won."""

    version: int
    at: datetime
    round: int
    kind: Kind
    seats: tuple[int, ...] = ()


def moments(log: Iterable[tuple[int, datetime, Event]]) -> Iterator[Moment]:
    """The moments of a log, given as versions, times and events."""
    number, ahead = 0, tuple[int, ...]()
    for version, at, event in log:
        if isinstance(event, RoundBegun):
            number = event.round
        if (found := _moment(event)) is not None:
            kind, seats = found
            yield Moment(version=version, at=at, round=number, kind=kind, seats=seats)
        if isinstance(event, RoundScored) and max(event.scores) and (lead := leaders(event.scores)) != ahead:
            ahead = lead
            yield Moment(version=version, at=at, round=number, kind="lead", seats=lead)


def _moment(event: Event) -> tuple[Kind, tuple[int, ...]] | None:
    match event:
        case MatchStarted():
            return "start", ()
        case RoundBegun():
            return "round", () if event.storyteller is None else (event.storyteller,)
        case StorytellerClaimed():
            return "automatic" if event.automatic else "claim", (event.seat,)
        case ClueGiven():
            return "clue", (event.seat,)
        case CardsSubmitted(automatic=True) | VoteCast(automatic=True):
            return "automatic", (event.seat,)
        case TableauLaid():
            return "tableau", ()
        case RoundScored():
            return "scores", tuple(sorted({award.seat for award in event.awards}))
        case RoundCalledOff():
            return "called_off", (event.storyteller,)
        case TimeUp():
            return "time_up", ()
        case DeckReshuffled():
            return "reshuffle", ()
        case MatchEnded():
            return "end", event.winners
        case _:
            return None
