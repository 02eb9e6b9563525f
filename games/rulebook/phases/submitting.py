"""Submitting: everyone who owes a card gives it face down; then the tableau is laid."""

from datetime import datetime

from games.rulebook.actions import Action, MaySubmit
from games.rulebook.cards import Chance
from games.rulebook.clock import deadline
from games.rulebook.commands import Command, Submit
from games.rulebook.events import CardsSubmitted, Event, TableauLaid
from games.rulebook.match import Submitting
from games.rulebook.refusals import Reason, Refused
from games.rulebook.rulesets import at


def act(match: Submitting, command: Command, now: datetime) -> Event:
    match command:
        case Submit():
            return _submit(match, command)
        case _:
            raise Refused(Reason.WRONG_PHASE)


def follow(match: Submitting, now: datetime, chance: Chance) -> Event | None:
    """Sorted before they are shuffled: neither owner nor time of submission may move a card."""
    if waiting_for(match):
        return None
    board = match.board
    lying = sorted(card for cards in match.given for card in cards)
    return TableauLaid(
        tableau=chance(f"tableau/{board.round}", lying),
        phase=f"{board.round}.voting",
        deadline_at=deadline(now, board.terms.clock.vote),
    )


def actions(match: Submitting, seat: int | None) -> tuple[Action, ...]:
    if seat is None or seat not in waiting_for(match):
        return ()
    return (MaySubmit(cards=match.board.hands[seat], count=_count(match)),)


def waiting_for(match: Submitting) -> tuple[int, ...]:
    """Whoever has given nothing: the storyteller's card came with the clue."""
    return tuple(seat for seat, cards in enumerate(match.given) if not cards)


def _submit(match: Submitting, command: Submit) -> Event:
    seat, cards = command.seat, command.cards
    if seat == match.board.storyteller:
        raise Refused(Reason.YOU_ARE_THE_STORYTELLER)
    if match.given[seat]:
        raise Refused(Reason.ALREADY_DONE)
    if len(cards) != _count(match):
        raise Refused(Reason.WRONG_NUMBER, f"{_count(match)} to be submitted here, not {len(cards)}.")
    if len(set(cards)) != len(cards):
        raise Refused(Reason.CHOSEN_TWICE)
    if not set(cards) <= set(match.board.hands[seat]):
        raise Refused(Reason.CARD_NOT_IN_HAND)
    return CardsSubmitted(seat=seat, cards=cards)


def _count(match: Submitting) -> int:
    return at(match.board.rules.submits, len(match.board.players))
