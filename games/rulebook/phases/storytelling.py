"""Storytelling: the storyteller chooses a card and gives a clue for it."""

from datetime import datetime

from games.rulebook.actions import Action, MayClaim, MayTell
from games.rulebook.cards import Chance
from games.rulebook.clock import deadline
from games.rulebook.commands import Claim, Command, TellClue
from games.rulebook.events import ClueGiven, Event, StorytellerClaimed
from games.rulebook.match import Storytelling
from games.rulebook.refusals import Reason, Refused


def act(match: Storytelling, command: Command, now: datetime) -> Event:
    match command:
        case Claim():
            return _claim(match, command)
        case TellClue():
            return _tell(match, command, now)
        case _:
            raise Refused(Reason.WRONG_PHASE)


def follow(match: Storytelling, now: datetime, chance: Chance) -> Event | None:
    return None


def actions(match: Storytelling, seat: int | None) -> tuple[Action, ...]:
    board = match.board
    if seat is None or board.storyteller not in (None, seat):
        return ()
    claims = (MayClaim(),) if board.storyteller is None else ()
    return (*claims, MayTell(cards=board.hands[seat]))


def waiting_for(match: Storytelling) -> tuple[int, ...]:
    board = match.board
    return tuple(board.seats) if board.storyteller is None else (board.storyteller,)


def _claim(match: Storytelling, command: Claim) -> Event:
    if match.board.storyteller == command.seat:
        raise Refused(Reason.ALREADY_DONE)
    if match.board.storyteller is not None:
        raise Refused(Reason.NOT_THE_STORYTELLER)
    if command.text is not None:
        raise Refused(Reason.NOT_IN_THESE_RULES, "A claim has no text in these rules.")
    return StorytellerClaimed(seat=command.seat)


def _tell(match: Storytelling, command: TellClue, now: datetime) -> Event:
    board = match.board
    if board.storyteller not in (None, command.seat):
        raise Refused(Reason.NOT_THE_STORYTELLER)
    if command.clue.kind == "text" and not command.clue.text:
        raise Refused(Reason.CLUE_WITHOUT_WORDS)
    if command.card not in board.hands[command.seat]:
        raise Refused(Reason.CARD_NOT_IN_HAND)
    return ClueGiven(
        seat=command.seat,
        kind=command.clue.kind,
        text=command.clue.text,
        card=command.card,
        phase=f"{board.round}.submitting",
        deadline_at=deadline(now, board.terms.clock.submit),
    )
