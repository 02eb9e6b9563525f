"""Storytelling: the storyteller chooses a card and gives a clue; in Party the clue comes before the cards are seen."""

from datetime import datetime

from games.rulebook.actions import Action, MayClaim, MayTell
from games.rulebook.cards import Chance
from games.rulebook.commands import Claim, Command, GiveClue
from games.rulebook.endings import match_abandoned
from games.rulebook.events import ClueGiven, Event, RoundCalledOff, StorytellerClaimed
from games.rulebook.match import Storytelling
from games.rulebook.phase_clock import phase_deadline
from games.rulebook.refusals import Reason, Refused
from games.rulebook.timeouts import is_aborted


def act(match: Storytelling, command: Command, seat: int, now: datetime) -> Event:
    match command:
        case Claim():
            return _claim(match, command, seat)
        case GiveClue():
            return _give_clue(match, command, seat, now)
        case _:
            raise Refused(Reason.WRONG_PHASE)


def follow(match: Storytelling, now: datetime, chance: Chance) -> Event | None:
    """Return what follows when time is up, or the storyteller has resigned or is skipped.

    If nobody has claimed the role, a seat is chosen at random and gets the full time. A storyteller without a clue
    loses the turn: the round is called off.
    """
    board = match.board
    # Before the other cases: under `abort` a missed clue ends the match, and no round is called off.
    if is_aborted(match):
        return match_abandoned("time_up", board)
    if not match.time_is_up and board.storyteller not in board.unattended_seats:
        return None
    if board.storyteller is None:
        # Not among the seats that have resigned: their turn would be called off at once.
        drawn_seat = int(chance("first", [str(seat) for seat in board.active_seats])[0])
        return StorytellerClaimed(
            seat=drawn_seat, automatic=True, deadline_at=phase_deadline(now, board.terms.clock.clue)
        )
    return RoundCalledOff(round=board.round, storyteller=board.storyteller, why="no_clue")


def actions(match: Storytelling, seat: int | None) -> tuple[Action, ...]:
    board = match.board
    if seat is None or seat not in waiting_for(match):
        return ()
    claims = (MayClaim(text=board.rules.airship),) if board.storyteller is None else ()
    return (*claims, MayTell(cards=None if board.rules.crowd else board.hands[seat]))


def waiting_for(match: Storytelling) -> tuple[int, ...]:
    board = match.board
    return tuple(
        seat for seat in board.seats if seat not in board.unattended_seats and board.storyteller in (None, seat)
    )


def _claim(match: Storytelling, command: Claim, seat: int) -> Event:
    if match.board.storyteller == seat:
        raise Refused(Reason.ALREADY_DONE)
    if match.board.storyteller is not None:
        raise Refused(Reason.NOT_THE_STORYTELLER)
    if command.text is not None and not match.board.rules.airship:
        raise Refused(Reason.NOT_IN_THESE_RULES, "A claim has no text under these rules.")
    return StorytellerClaimed(seat=seat, text=command.text)


def _give_clue(match: Storytelling, command: GiveClue, seat: int, now: datetime) -> Event:
    board = match.board
    if board.storyteller not in (None, seat):
        raise Refused(Reason.NOT_THE_STORYTELLER)
    # Clues by sound, song or mime (C-ru, C-uk) are given outside the service, so they need no text.
    if command.clue.kind == "text" and not command.clue.text:
        raise Refused(Reason.CLUE_WITHOUT_WORDS)
    _check_card(match, command, seat)
    return ClueGiven(
        seat=seat,
        kind=command.clue.kind,
        text=command.clue.text,
        card=command.card,
        phase=f"{board.round}.submitting",
        deadline_at=phase_deadline(now, board.terms.clock.submit),
    )


def _check_card(match: Storytelling, command: GiveClue, seat: int) -> None:
    if match.board.rules.crowd:
        if command.card is not None:
            raise Refused(Reason.NOT_IN_THESE_RULES, "The clue comes before the cards are seen, so it can't name one.")
    elif command.card is None:
        raise Refused(Reason.CLUE_WITHOUT_CARD)
    elif command.card not in match.board.hands[seat]:
        raise Refused(Reason.CARD_NOT_IN_HAND)
