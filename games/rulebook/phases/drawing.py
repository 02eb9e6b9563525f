"""Drawing: the table is closed, luck decides deck, hands and (if so agreed) the first storyteller."""

from datetime import datetime

from games.rulebook.board import Board
from games.rulebook.cards import Chance, deal
from games.rulebook.clock import deadline
from games.rulebook.commands import Command
from games.rulebook.events import DeckShuffled, Event, HandsDealt, RoundBegun
from games.rulebook.match import Drawing
from games.rulebook.refusals import Reason, Refused


def act(match: Drawing, command: Command, now: datetime) -> Event:
    raise Refused(Reason.WRONG_PHASE)


def follow(match: Drawing, now: datetime, chance: Chance) -> Event | None:
    board = match.board
    if not any(board.hands) and not board.deck:
        order = chance("deck", board.terms.cards)
        return DeckShuffled(count=len(order), order=order)
    if not any(board.hands):
        hands = deal(board.deck, [board.hand_size for _ in board.seats], first=0)
        return HandsDealt(counts=tuple(map(len, hands)), hands=hands)
    return begin_round(board, _first_storyteller(board, chance), now)


def waiting_for(match: Drawing) -> tuple[int, ...]:
    return ()


def begin_round(board: Board, storyteller: int | None, now: datetime) -> RoundBegun:
    """The next round opens with the storyteller's turn."""
    number = board.round + 1
    return RoundBegun(
        round=number,
        storyteller=storyteller,
        phase=f"{number}.storytelling",
        deadline_at=deadline(now, board.terms.clock.clue),
    )


def _first_storyteller(board: Board, chance: Chance) -> int | None:
    match board.terms.first:
        case "claim":
            return None
        case "host":
            return board.host
        case "luck":
            return int(chance("first", [str(seat) for seat in board.seats])[0])
