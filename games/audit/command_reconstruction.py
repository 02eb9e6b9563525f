"""Which command an event is the outcome of: the way back from the log to what somebody asked for."""

from collections.abc import Sequence
from datetime import datetime

from games.audit.errors import fail
from games.rulebook import commands as ask
from games.rulebook import events as happened
from games.rulebook.commands import Command, Open
from games.rulebook.events import Event
from games.rulebook.round import Clue
from games.rulebook.terms import Player, Terms

CLOCK_ACTOR = "clock"
STAFF_ACTOR = "staff"


def reconstruct_open_command(first_event: Event, later_events: Sequence[Event]) -> Open | None:
    """The command that opened a match with its terms and these who took seats: its host, and who came along."""
    taken_seats = [event for event in later_events if isinstance(event, happened.SeatTaken) and event.player]
    if not isinstance(first_event, happened.MatchOpened) or not taken_seats:
        return None
    terms = Terms(**{name: getattr(first_event, name) for name in Terms.__dataclass_fields__})
    host, *later_seats = taken_seats
    bots: dict[int, Player] = {}
    for event in later_seats:
        if event.kind == "bot" and 0 < event.seat < terms.seats:
            bots.setdefault(event.seat, _player_from_event(event))
    return Open(
        terms=terms, player=_player_from_event(host), entropy_digest=host.entropy_digest, bots=tuple(bots.items())
    )


def reconstruct_command(event: Event, actor: int | str | None, phase: str, at: datetime, version: int) -> Command:  # noqa: C901, PLR0911, PLR0912, RET503  (a case each)
    """The command whose own outcome this event is, in that phase and at that time.

    Raises:
        Broken: no command of this actor leads to it.
    """
    match event:
        case happened.TimeUp() if actor == CLOCK_ACTOR:
            return ask.TimeUp(phase=event.phase)
        case happened.TimeUp() if actor == STAFF_ACTOR:
            return ask.TimeUp(phase=event.phase, forced=True)
        case happened.MatchEnded() if actor == STAFF_ACTOR:
            return ask.CallOff()
        case happened.DeadlineExtended() if actor == CLOCK_ACTOR:
            return ask.TimeUp(phase=event.phase, outage=True)
        case happened.MatchStarted() if isinstance(actor, int):
            return ask.Start(seat=actor)
        case happened.MatchEnded() if isinstance(actor, int):
            return ask.Abandon(seat=actor)
        case happened.MatchEnded() if actor == CLOCK_ACTOR:
            # How long the house waits for matches that nobody cares for is no matter of the rules.
            return ask.TimeUp(phase=phase, expires_at=at)
        case happened.SeatTaken() if actor == event.seat:
            return ask.Sit(player=_player_from_event(event), seat=event.seat, entropy_digest=event.entropy_digest)
        case happened.SeatTaken(kind="bot") if isinstance(actor, int):
            return ask.SeatBot(seat=actor, target_seat=event.seat, player=_player_from_event(event))
        case happened.EntropyRevealed() if actor == event.seat:
            return ask.AddEntropy(seat=event.seat, entropy=event.entropy, next_digest=event.next_digest)
        case happened.MatchStarted() if actor == CLOCK_ACTOR:
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
            fail(version, f"No command of {describe_actor(actor)} leads to this event.")


def describe_actor(actor: int | str | None) -> str:
    return f"seat {actor}" if isinstance(actor, int) else f"the {actor}" if actor else "nobody"


def _player_from_event(event: happened.SeatTaken) -> Player:
    identity = event.player
    return Player(id=identity.id if identity else None, name=identity.name if identity else None, kind=event.kind)
