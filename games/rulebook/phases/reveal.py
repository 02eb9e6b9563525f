"""Reveal: everyone looks at the scores; then the table is cleared, hands are filled up and the next round begins."""

from datetime import datetime

from games.rulebook.actions import Action, MayReady
from games.rulebook.board import Board
from games.rulebook.cards import Chance, deal
from games.rulebook.commands import Command, Ready
from games.rulebook.endings import abandoned, reached, won
from games.rulebook.events import DeckReshuffled, Discarded, Event, HandsPassed, HandsRefilled, SeatReady
from games.rulebook.match import Reveal
from games.rulebook.phases.drawing import begin_round
from games.rulebook.refusals import Reason, Refused


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
    if board.silent == len(board.players):
        return abandoned("nobody_is_there")
    if why := reached(board):
        return won(board, why)
    if waiting_for(match):
        return None
    if match.lying:
        return Discarded(count=len(match.lying))
    return (
        _refilled(board, chance)
        or (won(board, "last_card") if board.rules.end.deck and not board.deck else None)
        or _passed(match)
        or begin_round(board, board.left_of_storyteller, now)
    )


def actions(match: Reveal, seat: int | None) -> tuple[Action, ...]:
    return () if seat is None or seat not in waiting_for(match) else (MayReady(),)


def waiting_for(match: Reveal) -> tuple[int, ...]:
    return () if match.up else tuple(seat for seat in match.board.present if seat not in match.ready)


def _refilled(board: Board, chance: Chance) -> Event | None:
    """What hands lack. A deck that runs short is dealt first and the discard pile made the deck then (O1-ru, O2-ru),
    or the two are mixed before (O-ja)."""
    wants = [board.hand_size - len(hand) for hand in board.hands]
    if not any(wants):
        return None
    if board.rules.refill == "mix" and len(board.deck) < sum(wants):
        return _new_deck(board, chance)
    if board.deck:
        drawn = deal(board.deck, wants, first=board.left_of_storyteller)
        return HandsRefilled(counts=tuple(map(len, drawn)), hands=drawn)
    return None if board.rules.refill == "none" else _new_deck(board, chance)


def _new_deck(board: Board, chance: Chance) -> Event:
    order = chance(f"reshuffle/{board.reshuffles + 1}", board.deck + board.discard)
    return DeckReshuffled(count=len(order), order=order)


def _passed(match: Reveal) -> Event | None:
    crowd, hands = match.board.rules.crowd, match.board.hands
    if match.passed or crowd is None or not crowd.pass_hands:
        return None
    passed = (hands[-1], *hands[:-1])
    return HandsPassed(counts=tuple(map(len, passed)), hands=passed)
