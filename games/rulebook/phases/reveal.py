"""The reveal: everyone sees the scores; then the table is cleared, hands are refilled and the next round begins."""

from datetime import datetime

from games.rulebook.actions import Action, MayReady
from games.rulebook.board import Board
from games.rulebook.cards import Chance, deal
from games.rulebook.commands import Command, Ready
from games.rulebook.endings import match_abandoned, match_won, reached_end
from games.rulebook.events import DeckReshuffled, Discarded, Event, HandsPassed, HandsRefilled, SeatReady
from games.rulebook.match import Reveal
from games.rulebook.phases.drawing import begin_round
from games.rulebook.refusals import Reason, Refused


def act(match: Reveal, command: Command, seat: int, now: datetime) -> Event:
    match command:
        case Ready():
            if seat in match.ready:
                raise Refused(Reason.ALREADY_DONE)
            return SeatReady(seat=seat)
        case _:
            raise Refused(Reason.WRONG_PHASE)


def follow(match: Reveal, now: datetime, chance: Chance) -> Event | None:
    board = match.board
    # Each of these steps is one event, and `follow` is called again after it, so the order here is the order in which a
    # round ends. A whole lap without a clue means that nobody plays any more.
    if board.rounds_without_clue == len(board.players):
        return match_abandoned("nobody_is_there")
    if why := reached_end(board):
        return match_won(board, why)
    if waiting_for(match):
        return None
    if match.cards_on_table:
        return Discarded(count=len(match.cards_on_table))
    return (
        _refill_hands(board, chance)
        or (match_won(board, "last_card") if board.rules.end.deck and not board.deck else None)
        or _pass_hands(match)
        or begin_round(board, board.left_of_storyteller, now)
    )


def actions(match: Reveal, seat: int | None) -> tuple[Action, ...]:
    return () if seat is None or seat not in waiting_for(match) else (MayReady(),)


def waiting_for(match: Reveal) -> tuple[int, ...]:
    return () if match.time_is_up else tuple(seat for seat in match.board.active_seats if seat not in match.ready)


def _refill_hands(board: Board, chance: Chance) -> Event | None:
    """Return the event that refills the hands, or None if nothing is left to do.

    A deck that runs short is dealt first, and then the discard pile becomes the deck (O1-ru, O2-ru); or the two are
    shuffled together before (O-ja).
    """
    # Deck and discard pile together always hold enough: the decks have a full hand for everyone, and the table has been
    # cleared.
    wanted_counts = [board.hand_size - len(hand) for hand in board.hands]
    if not any(wanted_counts):
        return None
    if board.rules.refill == "mix" and len(board.deck) < sum(wanted_counts):
        return _reshuffle_deck(board, chance)
    if board.deck:
        drawn = deal(board.deck, wanted_counts, first_seat=board.left_of_storyteller)
        return HandsRefilled(counts=tuple(map(len, drawn)), hands=drawn)
    return None if board.rules.refill == "none" else _reshuffle_deck(board, chance)


def _reshuffle_deck(board: Board, chance: Chance) -> Event:
    order = chance(f"reshuffle/{board.reshuffles + 1}", board.deck + board.discard)
    return DeckReshuffled(count=len(order), order=order)


def _pass_hands(match: Reveal) -> Event | None:
    hands = match.board.hands
    if match.hands_passed or not match.board.passes_hands:
        return None
    new_hands = (hands[-1], *hands[:-1])
    return HandsPassed(counts=tuple(map(len, new_hands)), hands=new_hands)
