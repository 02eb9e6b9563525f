"""Voting: every guesser chooses secretly; the last vote scores the round."""

from datetime import datetime

from games.rulebook.actions import Action, MayVote
from games.rulebook.cards import Chance
from games.rulebook.clock import deadline
from games.rulebook.commands import Command, Vote
from games.rulebook.events import Event, RoundScored, VoteCast
from games.rulebook.match import Voting
from games.rulebook.refusals import Reason, Refused
from games.rulebook.round import Award, Shown
from games.rulebook.rulesets import at
from games.rulebook.scoring import add, score


def act(match: Voting, command: Command, now: datetime) -> Event:
    match command:
        case Vote():
            return _vote(match, command)
        case _:
            raise Refused(Reason.WRONG_PHASE)


def follow(match: Voting, now: datetime, chance: Chance) -> Event | None:
    return None if waiting_for(match) else _scored(match, now)


def actions(match: Voting, seat: int | None) -> tuple[Action, ...]:
    if seat is None or seat not in waiting_for(match):
        return ()
    slots = tuple(slot for slot, card in _slots(match).items() if card not in match.given[seat])
    return (MayVote(slots=slots, least=1, most=min(_most(match), len(slots))),)


def waiting_for(match: Voting) -> tuple[int, ...]:
    return tuple(seat for seat in _voters(match) if match.votes[seat] is None)


def _voters(match: Voting) -> tuple[int, ...]:
    """Everyone but the storyteller."""
    return tuple(seat for seat in match.board.seats if seat != match.board.storyteller)


def _most(match: Voting) -> int:
    return at(match.board.rules.votes, len(match.board.players))


def _slots(match: Voting) -> dict[int, str]:
    return dict(enumerate(match.tableau, start=1))


def _vote(match: Voting, command: Vote) -> Event:
    seat, slots = command.seat, command.slots
    if seat not in _voters(match):
        raise Refused(Reason.YOU_ARE_THE_STORYTELLER)
    if match.votes[seat] is not None:
        raise Refused(Reason.ALREADY_DONE)
    if command.trap is not None:
        raise Refused(Reason.NOT_IN_THESE_RULES, "There is no trap in these rules.")
    if not 1 <= len(slots) <= _most(match):
        raise Refused(Reason.WRONG_NUMBER, f"From 1 to {_most(match)} slots may be chosen, not {len(slots)}.")
    if len(set(slots)) != len(slots):
        raise Refused(Reason.CHOSEN_TWICE, "The second vote is for another card.")
    if not set(slots) <= set(_slots(match)):
        raise Refused(Reason.NOT_ON_THE_TABLE, f"Slots are numbered from 1 to {len(match.tableau)}.")
    if any(_slots(match)[slot] in match.given[seat] for slot in slots):
        raise Refused(Reason.YOUR_OWN_CARD)
    return VoteCast(seat=seat, slots=tuple(sorted(slots)))


def _scored(match: Voting, now: datetime) -> Event:
    board = match.board
    assert board.storyteller is not None
    owners = {slot: _owner(match, card) for slot, card in _slots(match).items()}
    votes = {seat: match.votes[seat] or () for seat in _voters(match)}
    awards = score(board.rules, len(board.players), board.storyteller, owners, votes)
    scores = add(board.scores, awards)
    ended = board.rules.end.points is not None and max(scores) >= board.rules.end.points
    return RoundScored(
        round=board.round,
        storyteller=board.storyteller,
        tableau=tuple(
            Shown(slot=slot, card=card, seat=owners[slot], votes=tuple(s for s in votes if slot in votes[s]))
            for slot, card in _slots(match).items()
        ),
        trap=None,
        awards=_in_seat_order(awards),
        scores=scores,
        phase=None if ended else f"{board.round}.reveal",
        deadline_at=None if ended else deadline(now, board.terms.clock.reveal),
    )


def _owner(match: Voting, card: str) -> int:
    return next(seat for seat, cards in enumerate(match.given) if card in cards)


def _in_seat_order(awards: tuple[Award, ...]) -> tuple[Award, ...]:
    return tuple(sorted(awards, key=lambda award: award.seat))
