"""Who votes in a round, and for what: asked of the cards that were given, whatever the edition."""

from games.rulebook.board import Board
from games.rulebook.cards import Pile


def voting_seats(board: Board, submitted_cards: tuple[Pile, ...]) -> tuple[int, ...]:
    """In Party everyone; in Team the partner who didn't give the team's card; else all but the storyteller."""
    if board.rules.crowd:
        return tuple(board.seats)
    others = [seat for seat in board.seats if not board.is_storyteller_or_partner(seat)]
    return tuple(seat for seat in others if (partner := board.partner(seat)) is None or submitted_cards[partner])


def choosable_slots(board: Board, own_cards: Pile, tableau: Pile) -> tuple[int, ...]:
    """The slots that a voter who gave these cards may choose: Party allows the own card (O1-ru, O2-ru)."""
    return tuple(slot for slot, card in enumerate(tableau, start=1) if board.rules.crowd or card not in own_cards)


def can_be_voted_on(board: Board, submitted_cards: tuple[Pile, ...]) -> bool:
    """Whether there are voters, and each of them would have two slots to choose from."""
    tableau = tuple(card for cards in submitted_cards for card in cards)
    entitled_seats = voting_seats(board, submitted_cards)
    return bool(entitled_seats) and all(
        len(choosable_slots(board, submitted_cards[seat], tableau)) > 1 for seat in entitled_seats
    )
