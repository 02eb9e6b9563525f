"""Voting: every voter chooses in secret; the last vote scores the round."""

from dataclasses import replace
from datetime import datetime

from games.rulebook.actions import Action, MayVote
from games.rulebook.cards import Chance
from games.rulebook.commands import Command, Vote
from games.rulebook.endings import match_abandoned, reached_end
from games.rulebook.events import Event, RoundScored, VoteCast
from games.rulebook.match import Voting
from games.rulebook.phase_clock import phase_deadline
from games.rulebook.refusals import Reason, Refused
from games.rulebook.round import Award, Shown
from games.rulebook.rulesets import value_for_player_count
from games.rulebook.scoring import add_awards, score
from games.rulebook.timeouts import automatic_seats, is_aborted
from games.rulebook.voters import choosable_slots, voting_seats


def act(match: Voting, command: Command, seat: int, now: datetime) -> Event:
    match command:
        case Vote():
            return _vote(match, command, seat)
        case _:
            raise Refused(Reason.WRONG_PHASE)


def follow(match: Voting, now: datetime, chance: Chance) -> Event | None:
    if is_aborted(match):
        return match_abandoned("time_up", match.board)
    if seats := automatic_seats(match, _seats_missing_votes(match)):
        return _vote_automatically(match, seats[0], chance)
    return None if waiting_for(match) else _score_round(match, now)


def actions(match: Voting, seat: int | None) -> tuple[Action, ...]:
    if seat is None or seat not in waiting_for(match):
        return ()
    slots = choosable_slots(match.board, match.submitted_cards[seat], match.tableau)
    trap = slots if _must_set_trap(match, seat) else None
    return (MayVote(slots=slots, least=1, most=min(_max_votes(match), len(slots)), trap=trap),)


def waiting_for(match: Voting) -> tuple[int, ...]:
    """Return the voters who haven't voted, until time is up."""
    return (
        ()
        if match.time_is_up
        else tuple(seat for seat in _seats_missing_votes(match) if seat not in match.board.unattended_seats)
    )


def _seats_missing_votes(match: Voting) -> tuple[int, ...]:
    return tuple(seat for seat in voting_seats(match.board, match.submitted_cards) if match.votes[seat] is None)


def _max_votes(match: Voting) -> int:
    return value_for_player_count(match.board.rules.votes, len(match.board.players))


def _must_set_trap(match: Voting, seat: int) -> bool:
    return match.board.rules.crowd is not None and seat == match.board.storyteller


def _vote(match: Voting, command: Vote, seat: int) -> Event:
    slots = command.slots
    if seat not in voting_seats(match.board, match.submitted_cards):
        is_storyteller = seat == match.board.storyteller
        raise Refused(Reason.YOU_ARE_THE_STORYTELLER if is_storyteller else Reason.NOT_A_VOTER)
    if match.votes[seat] is not None:
        raise Refused(Reason.ALREADY_DONE)
    if not 1 <= len(slots) <= _max_votes(match):
        raise Refused(Reason.WRONG_NUMBER, f"Choose from 1 to {_max_votes(match)} slots, not {len(slots)}.")
    if len(set(slots)) != len(slots):
        raise Refused(Reason.CHOSEN_TWICE, "A second vote must be for another card.")
    _check_trap(match, command, seat)
    all_slots = range(1, len(match.tableau) + 1)
    if not {*slots, 1 if command.trap is None else command.trap} <= set(all_slots):
        raise Refused(Reason.NOT_ON_THE_TABLE, f"Slots are numbered from 1 to {len(match.tableau)}.")
    if not set(slots) <= set(choosable_slots(match.board, match.submitted_cards[seat], match.tableau)):
        raise Refused(Reason.YOUR_OWN_CARD)
    # The order of two votes means nothing, so it isn't recorded.
    return VoteCast(seat=seat, slots=tuple(sorted(slots)), trap=command.trap)


def _check_trap(match: Voting, command: Vote, seat: int) -> None:
    if not match.board.rules.crowd:
        if command.trap is not None:
            raise Refused(Reason.NOT_IN_THESE_RULES, "These rules have no trap.")
    elif _must_set_trap(match, seat):
        if command.trap is None:
            raise Refused(Reason.TRAP_MISSING)
    elif command.trap is not None:
        raise Refused(Reason.NOT_THE_STORYTELLER, "Only the storyteller sets the trap.")


def _vote_automatically(match: Voting, seat: int, chance: Chance) -> Event:
    slots = choosable_slots(match.board, match.submitted_cards[seat], match.tableau)
    # There are at least two slots to choose from, or the round would have been called off (`can_be_voted_on`). A single
    # vote is enough, also where a second one is allowed.
    first, second, *_ = map(int, chance(f"auto/{match.board.round}.voting/{seat}", [str(slot) for slot in slots]))
    return VoteCast(seat=seat, automatic=True, slots=(first,), trap=second if _must_set_trap(match, seat) else None)


def _score_round(match: Voting, now: datetime) -> Event:
    board = match.board
    assert board.storyteller is not None
    owners = {slot: _owner_of(match, card) for slot, card in enumerate(match.tableau, start=1)}
    # Who missed the vote under `skip` stays among the voters, with no slots: "all found" means all who were entitled.
    votes = {seat: match.votes[seat] or () for seat in voting_seats(board, match.submitted_cards)}
    awards = score(board.rules, len(board.players), board.storyteller, owners, votes, match.trap)
    scores = add_awards(board.rules, board.scores, awards)
    # Whether these scores end the match must be known before the event exists, because the event says which phase
    # follows.
    is_over = reached_end(replace(board, scores=scores)) is not None
    return RoundScored(
        round=board.round,
        storyteller=board.storyteller,
        tableau=tuple(
            Shown(slot=slot, card=card, seat=owners[slot], votes=tuple(seat for seat in votes if slot in votes[seat]))
            for slot, card in enumerate(match.tableau, start=1)
        ),
        trap=match.trap,
        awards=_sort_by_seat(awards),
        scores=scores,
        phase=None if is_over else f"{board.round}.reveal",
        deadline_at=None if is_over else phase_deadline(now, board.terms.clock.reveal),
    )


def _owner_of(match: Voting, card: str) -> int:
    return next(seat for seat, cards in enumerate(match.submitted_cards) if card in cards)


def _sort_by_seat(awards: tuple[Award, ...]) -> tuple[Award, ...]:
    return tuple(sorted(awards, key=lambda award: award.seat))
