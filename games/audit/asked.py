"""Which command an event is the outcome of: the way back from the log to what somebody asked for."""

from collections.abc import Sequence
from datetime import datetime

from games.audit.broken import broken
from games.rulebook import commands as ask
from games.rulebook import events as happened
from games.rulebook.commands import Command, Open
from games.rulebook.events import Event
from games.rulebook.round import Clue
from games.rulebook.terms import Player, Terms

CLOCK = "clock"
STAFF = "staff"


def opening(first: Event, others: Sequence[Event]) -> Open | None:
    """The command that opened a match with its terms and these who took seats: its host, and who came along."""
    taken = [event for event in others if isinstance(event, happened.SeatTaken) and event.player]
    if not isinstance(first, happened.MatchOpened) or not taken:
        return None
    terms = Terms(**{name: getattr(first, name) for name in Terms.__dataclass_fields__})
    host, *came_along = taken
    bots: dict[int, Player] = {}
    for event in came_along:
        if event.kind == "bot" and 0 < event.seat < terms.seats:
            bots.setdefault(event.seat, _player(event))
    return Open(terms=terms, player=_player(host), entropy_digest=host.entropy_digest, bots=tuple(bots.items()))


def command(event: Event, actor: int | str | None, phase: str, at: datetime, version: int) -> Command:  # noqa: C901, PLR0911, PLR0912, RET503  (a case each)
    """The command whose own outcome this event is, in that phase and at that time.

    Raises:
        Broken: no command of this actor leads to it.
    """
    match event:
        case happened.TimeUp() if actor == CLOCK:
            return ask.TimeUp(phase=event.phase)
        case happened.TimeUp() if actor == STAFF:
            return ask.TimeUp(phase=event.phase, forced=True)
        case happened.MatchEnded() if actor == STAFF:
            return ask.CallOff()
        case happened.DeadlineExtended() if actor == CLOCK:
            return ask.TimeUp(phase=event.phase, outage=True)
        case happened.MatchStarted() if isinstance(actor, int):
            return ask.Start(seat=actor)
        case happened.MatchEnded() if isinstance(actor, int):
            return ask.Abandon(seat=actor)
        case happened.MatchEnded() if actor == CLOCK:
            # How long the house waits for matches that nobody cares for is no matter of the rules.
            return ask.TimeUp(phase=phase, expires_at=at)
        case happened.SeatTaken() if actor == event.seat:
            return ask.Sit(player=_player(event), seat=event.seat, entropy_digest=event.entropy_digest)
        case happened.SeatTaken(kind="bot") if isinstance(actor, int):
            return ask.SeatBot(seat=actor, target_seat=event.seat, player=_player(event))
        case happened.EntropyRevealed() if actor == event.seat:
            return ask.AddEntropy(seat=event.seat, entropy=event.entropy, next_digest=event.next_digest)
        case happened.MatchStarted() if actor == CLOCK:
            return ask.TimeUp(phase=phase)
        case happened.SeatMoved() if actor == event.seat:
            return ask.Move(seat=event.seat, target_seat=event.to)
        case happened.HostChanged() if isinstance(actor, int):
            return ask.HandOver(seat=actor, target_seat=event.seat)
        case happened.SeatLeft() if actor == event.seat:
            return ask.Stand(seat=event.seat)
        case happened.SeatLeft() if isinstance(actor, int):
            return ask.Clear(seat=actor, target_seat=event.seat)
        case happened.SeatResigned() if actor == event.seat:
            return ask.Resign(seat=event.seat)
        case happened.StorytellerClaimed(automatic=False) if actor == event.seat:
            return ask.Claim(seat=event.seat, text=event.text)
        case happened.ClueGiven() if actor == event.seat:
            clue = Clue(kind=event.kind, text=event.text)
            return ask.TellClue(seat=event.seat, card=event.card, clue=clue)
        case happened.CardsSubmitted(automatic=False) if actor == event.seat:
            return ask.Submit(seat=event.seat, cards=event.cards)
        case happened.Signalled() if actor == event.seat:
            return ask.Signal(seat=event.seat, word=event.word)
        case happened.VoteCast(automatic=False) if actor == event.seat:
            return ask.Vote(seat=event.seat, slots=event.slots, trap=event.trap)
        case happened.SeatReady() if actor == event.seat:
            return ask.Ready(seat=event.seat)
        case happened.AbandonAgreed() if actor == event.seat:
            return ask.Abandon(seat=event.seat)
        case _:
            broken(version, f"No command of {told(actor)} leads to this event.")


def told(actor: int | str | None) -> str:
    return f"seat {actor}" if isinstance(actor, int) else f"the {actor}" if actor else "nobody"


def _player(event: happened.SeatTaken) -> Player:
    person = event.player
    return Player(id=person.id if person else None, name=person.name if person else None, kind=event.kind)
