"""Submitting: every seat that owes a card submits it face down; then the tableau is laid."""

from datetime import datetime
from typing import get_args

from games.rulebook.actions import Action, MaySignal, MaySubmit
from games.rulebook.cards import Chance
from games.rulebook.commands import Command, Signal, Submit
from games.rulebook.endings import match_abandoned
from games.rulebook.events import CardsSubmitted, Event, RoundCalledOff, Signalled, TableauLaid
from games.rulebook.match import Submitting
from games.rulebook.phase_clock import phase_deadline
from games.rulebook.refusals import Reason, Refused
from games.rulebook.round import SignalWord
from games.rulebook.rulesets import value_for_player_count
from games.rulebook.timeouts import automatic_seats, is_aborted
from games.rulebook.voters import can_be_voted_on


def act(match: Submitting, command: Command, seat: int, now: datetime) -> Event:
    match command:
        case Submit():
            return _submit(match, command, seat)
        case Signal():
            return _signal(match, command, seat)
        case _:
            raise Refused(Reason.WRONG_PHASE)


def follow(match: Submitting, now: datetime, chance: Chance) -> Event | None:
    board = match.board
    if is_aborted(match):
        return match_abandoned("time_up", board)
    # One seat at a time: each submission is an event of its own, and `follow` is called again after it.
    if seats := automatic_seats(match, _seats_owing_cards(match)):
        return _submit_automatically(match, seats, chance)
    if waiting_for(match):
        return None
    # Under `skip` missing cards stay missing, so the tableau can be too small to vote on.
    if not can_be_voted_on(board, match.submitted_cards):
        assert board.storyteller is not None
        return RoundCalledOff(round=board.round, storyteller=board.storyteller, why="too_few_cards")
    return _lay_tableau(match, now, chance)


def actions(match: Submitting, seat: int | None) -> tuple[Action, ...]:
    if seat is None or seat not in waiting_for(match):
        return ()
    words = _remaining_signals(match, seat)
    signals = (MaySignal(words=words),) if words else ()
    return (MaySubmit(cards=match.board.hands[seat], count=_cards_to_submit(match)), *signals)


def waiting_for(match: Submitting) -> tuple[int, ...]:
    """Return the seats that owe cards, until time is up."""
    return (
        ()
        if match.time_is_up
        else tuple(seat for seat in _seats_owing_cards(match) if seat not in match.board.unattended_seats)
    )


def _seats_owing_cards(match: Submitting) -> tuple[int, ...]:
    """Return the seats that have yet to submit.

    Of two partners these are both, until one has submitted the team's card (O1-ru, O2-ru, O-ja). The storyteller's card
    came with the clue, but the storyteller's partner submits one, too. In Party everyone submits.
    """
    return tuple(
        seat
        for seat in match.board.seats
        if not match.submitted_cards[seat] and not _has_partner_submitted(match, seat)
    )


def _has_partner_submitted(match: Submitting, seat: int) -> bool:
    partner = match.board.partner(seat)
    return (
        partner is not None and not match.board.is_storyteller_or_partner(seat) and bool(match.submitted_cards[partner])
    )


def _submit(match: Submitting, command: Submit, seat: int) -> Event:
    cards = command.cards
    if seat == match.board.storyteller and not match.board.rules.crowd:
        raise Refused(Reason.YOU_ARE_THE_STORYTELLER)
    if match.submitted_cards[seat]:
        raise Refused(Reason.ALREADY_DONE)
    if _has_partner_submitted(match, seat):
        raise Refused(Reason.ALREADY_DONE, "Your partner has already submitted your team's card.")
    if len(cards) != _cards_to_submit(match):
        raise Refused(Reason.WRONG_NUMBER, f"Number of cards to submit: {_cards_to_submit(match)}, not {len(cards)}.")
    if len(set(cards)) != len(cards):
        raise Refused(Reason.CHOSEN_TWICE)
    if not set(cards) <= set(match.board.hands[seat]):
        raise Refused(Reason.CARD_NOT_IN_HAND)
    return CardsSubmitted(seat=seat, cards=cards)


def _signal(match: Submitting, command: Signal, seat: int) -> Event:
    if not match.board.rules.teams:
        raise Refused(Reason.NOT_IN_THESE_RULES, "These rules have no teams.")
    if match.board.is_storyteller_or_partner(seat):
        raise Refused(Reason.NOT_IN_THESE_RULES, "Both partners of the storyteller's team submit a card.")
    if command.word not in _remaining_signals(match, seat):
        raise Refused(Reason.ALREADY_DONE)
    return Signalled(seat=seat, word=command.word)


def _remaining_signals(match: Submitting, seat: int) -> tuple[SignalWord, ...]:
    """Return the words the seat hasn't said yet this round: partners agree in public, and don't chat."""
    has_choice = match.board.rules.teams and not match.board.is_storyteller_or_partner(seat)
    if not has_choice or seat not in waiting_for(match):
        return ()
    return tuple(word for word in get_args(SignalWord) if word not in match.signals[seat])


def _submit_automatically(match: Submitting, owing_seats: tuple[int, ...], chance: Chance) -> Event:
    """Submit random cards for the first seat that owes some; in Team from both partners' hands if both owe."""
    board = match.board
    # The team owes one card, and either partner may give it, so both hands are shuffled together.
    team_seats = [seat for seat in owing_seats if seat in (owing_seats[0], board.partner(owing_seats[0]))]
    order = chance(
        f"auto/{board.round}.submitting/{owing_seats[0]}", [card for seat in team_seats for card in board.hands[seat]]
    )
    giver = next(seat for seat in team_seats if order[0] in board.hands[seat])
    cards = tuple(card for card in order if card in board.hands[giver])[: _cards_to_submit(match)]
    return CardsSubmitted(seat=giver, automatic=True, cards=cards)


def _lay_tableau(match: Submitting, now: datetime, chance: Chance) -> Event:
    """Return the tableau in random order.

    The cards are sorted before they are shuffled, so that neither their owners nor the order of submission influence
    the result.
    """
    board = match.board
    sorted_cards = sorted(card for cards in match.submitted_cards for card in cards)
    return TableauLaid(
        tableau=chance(f"tableau/{board.round}", sorted_cards),
        phase=f"{board.round}.voting",
        deadline_at=phase_deadline(now, board.terms.clock.vote),
    )


def _cards_to_submit(match: Submitting) -> int:
    return value_for_player_count(match.board.rules.submits, len(match.board.players))
