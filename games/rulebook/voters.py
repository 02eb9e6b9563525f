"""Who votes in a round, and on which cards; derived from the submitted cards for every edition."""

from games.rulebook.board import Board
from games.rulebook.cards import Pile


def voting_seats(board: Board, submitted_cards: tuple[Pile, ...]) -> tuple[int, ...]:
    """Return the voters: everyone in Party, in Team the partner who didn't submit, else all but the storyteller."""
    if board.rules.crowd:
        return tuple(board.seats)
    others = [seat for seat in board.seats if not board.is_storyteller_or_partner(seat)]
    return tuple(seat for seat in others if (partner := board.partner(seat)) is None or submitted_cards[partner])


def choosable_slots(board: Board, own_cards: Pile, tableau: Pile) -> tuple[int, ...]:
    """Return the slots that a voter with these cards may choose; Party allows one's own card (O1-ru, O2-ru)."""
    return tuple(slot for slot, card in enumerate(tableau, start=1) if board.rules.crowd or card not in own_cards)


def can_be_voted_on(board: Board, submitted_cards: tuple[Pile, ...]) -> bool:
    """Return whether there are voters, and each of them has at least two slots to choose from."""
    tableau = tuple(card for cards in submitted_cards for card in cards)
    entitled_seats = voting_seats(board, submitted_cards)
    return bool(entitled_seats) and all(
        len(choosable_slots(board, submitted_cards[seat], tableau)) > 1 for seat in entitled_seats
    )
