"""Reconstruct the command behind an event.

A log has events, not commands. To check an event, the verifier rebuilds the command that would lead to it and lets the
rulebook decide on that command.
"""

from collections.abc import Sequence
from datetime import datetime

from games.audit.errors import fail
from games.rulebook import commands, events
from games.rulebook.commands import Command, Open
from games.rulebook.events import Event
from games.rulebook.opened_terms import terms_of_event
from games.rulebook.round import Clue
from games.rulebook.terms import Player

CLOCK_ACTOR = "clock"
STAFF_ACTOR = "staff"


def reconstruct_open_command(first_event: Event, later_events: Sequence[Event]) -> Open | None:
    """Return the command that opened a match, or None if these events can't come from one.

    Args:
        first_event: The match's first event, which has its terms.
        later_events: The events without an actor that follow it: the host and computer players taking their seats.
    """
    taken_seats = [event for event in later_events if isinstance(event, events.SeatTaken) and event.player]
    if not isinstance(first_event, events.MatchOpened) or not taken_seats:
        return None
    terms = terms_of_event(first_event)
    opener, *later_seats = taken_seats
    bots: dict[int, Player] = {}
    for event in later_seats:
        if event.kind == "bot" and event.seat != opener.seat and event.seat in range(terms.seats):
            # Of two on one seat, the first counts. The rulebook then expects fewer events than the record has, and the
            # replay fails.
            bots.setdefault(event.seat, _player_from_event(event))
    return Open(
        terms=terms,
        player=_player_from_event(opener),
        seat=opener.seat,
        entropy_digest=opener.entropy_digest,
        bots=tuple(bots.items()),
        reserved_for=first_event.reserved_for,
        former_host=first_event.former_host,
    )


def reconstruct_command(event: Event, actor: int | str | None, phase: str, at: datetime, version: int) -> Command:  # noqa: C901, PLR0911, PLR0912, RET503  (a case each)
    """Return the command that led to this event.

    Args:
        actor: A seat, "clock", "staff", or None for an automatic event.
        phase: The id of the phase before the event.
        at: The event's time.
        version: The event's version, for the error.

    Raises:
        VerificationError: No command by this actor leads to such an event.
    """
    match event:
        case events.TimeUp() if actor == CLOCK_ACTOR:
            return commands.ExpirePhase(phase=event.phase, outage=False)
        case events.TimeUp() if actor == STAFF_ACTOR:
            return commands.ExpirePhase(phase=event.phase)
        case events.MatchEnded() if actor == STAFF_ACTOR:
            return commands.CallOff()
        case events.DeadlineExtended() if actor == CLOCK_ACTOR:
            return commands.ExpirePhase(phase=event.phase, outage=True)
        case events.MatchStarted() if isinstance(actor, int):
            return commands.Start()
        case events.MatchEnded() if isinstance(actor, int):
            return commands.Abandon()
        case events.MatchEnded() if actor == CLOCK_ACTOR:
            # How long an abandoned match lasts is a setting of the service, not a rule, so any time is accepted.
            return commands.ExpirePhase(phase=phase, expires_at=at)
        case events.SeatTaken() if actor == event.seat:
            # A record doesn't say whether an invite let the player in, so one is assumed.
            return commands.Sit(
                player=_player_from_event(event),
                seat=event.seat,
                entropy_digest=event.entropy_digest,
                is_invited=True,
            )
        case events.SeatTaken(kind="bot") if isinstance(actor, int):
            return commands.SeatBot(target_seat=event.seat, player=_player_from_event(event))
        case events.EntropyRevealed() if actor == event.seat:
            return commands.AddEntropy(entropy=event.entropy, next_digest=event.next_digest)
        case events.MatchStarted() if actor == CLOCK_ACTOR:
            return commands.ExpirePhase(phase=phase)
        case events.SeatMoved() if actor == event.seat:
            return commands.Move(target_seat=event.to)
        case events.HostChanged() if isinstance(actor, int):
            return commands.HandOver(target_seat=event.seat)
        case events.SeatLeft() if actor == event.seat:
            return commands.Stand()
        case events.SeatLeft() if isinstance(actor, int):
            return commands.Clear(target_seat=event.seat)
        case events.ReservationDropped() if actor is None:
            # Nothing in the log leads to it: the player's account was erased or banned.
            return commands.DropReservation(target_seat=event.seat)
        case events.ReservationDropped() if actor == event.seat:
            return commands.Stand()
        case events.ReservationDropped() if isinstance(actor, int):
            return commands.Clear(target_seat=event.seat)
        case events.TimeCalled() if actor == event.seat:
            return commands.CallTime()
        case events.SeatResumed() if actor == event.seat:
            return commands.Resume()
        case events.SeatResigned() if actor == event.seat:
            return commands.Resign()
        case events.StorytellerClaimed(automatic=False) if actor == event.seat:
            return commands.Claim(text=event.text)
        case events.ClueGiven() if actor == event.seat:
            clue = Clue(kind=event.kind, text=event.text)
            return commands.GiveClue(card=event.card, clue=clue)
        case events.CardsSubmitted(automatic=False) if actor == event.seat:
            return commands.Submit(cards=event.cards)
        case events.Signalled() if actor == event.seat:
            return commands.Signal(word=event.word)
        case events.VoteCast(automatic=False) if actor == event.seat:
            return commands.Vote(slots=event.slots, trap=event.trap)
        case events.SeatReady() if actor == event.seat:
            return commands.Ready()
        case events.AbandonAgreed() if actor == event.seat:
            return commands.Abandon()
        case _:
            fail(version, f"No command by {describe_actor(actor)} leads to this event.")


def describe_actor(actor: int | str | None) -> str:
    """Return a phrase such as "seat 3", "the clock" or "nobody"."""
    return f"seat {actor}" if isinstance(actor, int) else f"the {actor}" if actor else "nobody"


def _player_from_event(event: events.SeatTaken) -> Player:
    identity = event.player
    return Player(id=identity.id if identity else None, name=identity.name if identity else None, kind=event.kind)
