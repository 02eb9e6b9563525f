"""Who votes in a round, and on which cards; derived from the submitted cards for every edition."""

from collections.abc import Collection

from games.rulebook.board import Board
from games.rulebook.cards import Pile
from games.rulebook.seating import partner_seat


def eligible_voters(
    seat_count: int, storyteller: int | None, submitting_seats: Collection[int], *, crowd: bool, teams: bool
) -> tuple[int, ...]:
    """Return the seats that may vote: everyone in Party, in Team the partner who didn't submit, else all but one.

    Args:
        storyteller: the storyteller's seat; neither it nor, in Team, its partner votes.
        submitting_seats: the seats that have submitted cards.
        crowd: whether the rules are those of Party.
        teams: whether the rules are those of Team.
    """
    if crowd:
        return tuple(range(seat_count))
    if not teams:
        return tuple(seat for seat in range(seat_count) if seat != storyteller)
    partners = ((seat, partner_seat(seat, seat_count)) for seat in range(seat_count))
    # A team that submitted no card has no voter: nobody is the partner who didn't submit.
    return tuple(
        seat for seat, partner in partners if storyteller not in (seat, partner) and partner in submitting_seats
    )


def voting_seats(board: Board, submitted_cards: tuple[Pile, ...]) -> tuple[int, ...]:
    """Return the seats that may vote on this board, after these cards were submitted."""
    return eligible_voters(
        len(board.players),
        board.storyteller,
        [seat for seat, cards in enumerate(submitted_cards) if cards],
        crowd=board.rules.crowd is not None,
        teams=board.rules.teams,
    )


def choosable_slots(board: Board, own_cards: Pile, tableau: Pile) -> tuple[int, ...]:
    """Return the slots that a voter with these cards may choose; Party allows one's own card (O1-ru, O2-ru)."""
    return tuple(slot for slot, card in enumerate(tableau, start=1) if board.rules.crowd or card not in own_cards)


def can_be_voted_on(board: Board, submitted_cards: tuple[Pile, ...]) -> bool:
    """Return whether there are voters, and each of them has at least two slots to choose from."""
    tableau = tuple(card for cards in submitted_cards for card in cards)
    entitled_seats = voting_seats(board, submitted_cards)
    # The rulebooks don't have this case. It arises only under `skip`; with a single slot to choose there is no vote.
    return bool(entitled_seats) and all(
        len(choosable_slots(board, submitted_cards[seat], tableau)) > 1 for seat in entitled_seats
    )
