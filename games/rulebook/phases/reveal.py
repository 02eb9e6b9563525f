"""Reveal: everyone looks at the scores; then the table is cleared, hands are filled up and the next round begins."""

from datetime import datetime

from games.rulebook.actions import Action, MayReady
from games.rulebook.board import Board
from games.rulebook.cards import Chance, deal
from games.rulebook.commands import Command, Ready
from games.rulebook.events import DeckReshuffled, Discarded, EndedWhy, Event, HandsRefilled, MatchEnded, SeatReady
from games.rulebook.match import Reveal
from games.rulebook.phases.drawing import begin_round
from games.rulebook.refusals import Reason, Refused
from games.rulebook.scoring import leaders


def act(match: Reveal, command: Command, now: datetime) -> Event:
    match command:
        case Ready(seat=seat):
            if seat in match.ready:
                raise Refused(Reason.ALREADY_DONE)
            return SeatReady(seat=seat)
        case _:
            raise Refused(Reason.WRONG_PHASE)


def follow(match: Reveal, now: datetime, chance: Chance) -> Event | None:
    board = match.board
    if board.rules.end.points is not None and max(board.scores) >= board.rules.end.points:
        return _ended(board, "points")
    if waiting_for(match):
        return None
    if match.lying:
        return Discarded(count=len(match.lying))
    return (
        _refilled(board, chance)
        or (_ended(board, "last_card") if board.rules.end.deck and not board.deck else None)
        or begin_round(board, board.left_of_storyteller, now)
    )


def actions(match: Reveal, seat: int | None) -> tuple[Action, ...]:
    return () if seat is None or seat in match.ready else (MayReady(),)


def waiting_for(match: Reveal) -> tuple[int, ...]:
    return tuple(seat for seat in match.board.seats if seat not in match.ready)


def _refilled(board: Board, chance: Chance) -> Event | None:
    """What the deck still has is dealt first; only then does the discard pile become the deck (O1-ru, O2-ru)."""
    wants = [board.hand_size - len(hand) for hand in board.hands]
    if not any(wants):
        return None
    if board.deck:
        drawn = deal(board.deck, wants, first=board.left_of_storyteller)
        return HandsRefilled(counts=tuple(map(len, drawn)), hands=drawn)
    if board.rules.refill == "none":
        return None
    order = chance(f"reshuffle/{board.reshuffles + 1}", board.discard)
    return DeckReshuffled(count=len(order), order=order)


def _ended(board: Board, why: EndedWhy) -> MatchEnded:
    return MatchEnded(status="over", winners=leaders(board.scores), why=why)
