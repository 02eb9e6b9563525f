"""`decide` turns a command into events, and adds the events that follow from them automatically."""

from datetime import datetime, timedelta
from typing import assert_never

from games.rulebook import absence
from games.rulebook.agreement import is_agreed
from games.rulebook.board import Board
from games.rulebook.calling_time import call_time
from games.rulebook.cards import Chance
from games.rulebook.commands import (
    Abandon,
    Actor,
    CallOff,
    CallTime,
    Command,
    DropReservation,
    ExpirePhase,
    HandOver,
    Open,
    Resign,
    Resume,
    Sit,
    Stand,
)
from games.rulebook.endings import match_abandoned
from games.rulebook.events import AbandonAgreed, DeadlineExtended, Event, HostChanged, MatchEnded, SeatResigned, TimeUp
from games.rulebook.evolve import evolve
from games.rulebook.fast_replace import replace
from games.rulebook.host_actions import hand_over
from games.rulebook.match import (
    Drawing,
    Gathering,
    Match,
    Over,
    Reveal,
    Started,
    Storytelling,
    Submitting,
    Voting,
    active_seats_of,
    at_time,
    board_of,
    deadline_of,
    draw_of,
    kicked_players_of,
    phase_id,
)
from games.rulebook.phase_clock import LATENESS_OF_OUTAGE, OUTAGE_EXTENSION
from games.rulebook.phases import drawing, gathering, is_past_phase, reveal, storytelling, submitting, voting
from games.rulebook.refusals import Reason, Refused


def decide(
    match: Match | None, command: Command | Open, *, actor: Actor, now: datetime, chance: Chance
) -> list[tuple[Event, Match]]:
    """Return the events that a command leads to, in order, each with the match after it; at least one.

    Args:
        match: the state before the command; None if the command opens the match.
        command: what is asked for.
        actor: who asks for it; not used for `Open` and `Sit`, which name their player.
        now: the time that deadlines are counted from.
        chance: the source of randomness; called, with a label, only when something is shuffled.

    Raises:
        Refused: the rules don't allow the command now. Nothing has changed.
    """
    # In the log a match is opened by the seat that its host takes.
    actor = command.seat if isinstance(command, Open) else actor
    decided: list[tuple[Event, Match]] = []
    for number, event in enumerate(_events_of_command(match, command, actor, now)):
        match = evolve(match, event, None if number else actor, now)
        decided.append((event, match))
    assert match is not None
    # Automatic events have no actor. In the log only the first event of a command names one.
    while (next_event := follow(match, now, chance)) is not None:
        match = evolve(match, next_event, None, now)
        decided.append((next_event, match))
    # However a match ends, its seed is published, so that its shuffles can be verified. It is added here because phases
    # end a match in many places, and the draw whose seed is published is the one that the match ended with.
    last, _ = decided[-1]
    if isinstance(last, MatchEnded):
        decided[-1] = (replace(last, seed=chance.for_draw(draw_of(match)).seed()), match)
    return decided


def _events_of_command(match: Match | None, command: Command | Open, actor: Actor, now: datetime) -> list[Event]:
    """Return what the command itself leads to, without what follows automatically."""
    if isinstance(command, Open):
        if match is not None:
            raise Refused(Reason.WRONG_PHASE)
        return list(gathering.first_events(command, now))
    if match is None:
        raise Refused(Reason.WRONG_PHASE)
    return [act(match, command, actor, now)]


def act(match: Match, command: Command, actor: Actor, now: datetime) -> Event:
    """Return the one event that the command itself stands for.

    Raises:
        Refused: the rules don't allow the command now.
    """
    match = at_time(match, now)
    # These come before the check for a seat: the server has none, and `Sit` is sent by somebody who doesn't have one
    # yet.
    if isinstance(command, ExpirePhase | CallOff):
        return _act_for_server(match, command, actor, now)
    if isinstance(command, Sit):
        return _sit(match, command)
    if isinstance(match, Gathering) and (event := _decline(match, command, actor)):
        return event
    if not isinstance(actor, int) or actor not in active_seats_of(match):
        raise Refused(Reason.NOT_SEATED)
    return _act_for_seat(match, command, actor, now)


def _act_for_server(match: Match, command: ExpirePhase | CallOff, actor: Actor, now: datetime) -> Event:
    match command, actor:
        case ExpirePhase(), "clock" | "staff":
            return _end_phase(match, command, now, forced=actor == "staff")
        case CallOff(), "staff":
            return _call_off(match)
        case _:
            raise Refused(Reason.NOT_SEATED, "Only the server can send this command.")


def _decline(match: Gathering, command: Command, actor: Actor) -> Event | None:
    """Return the event by which a reserved seat is given up by its player, or by the server; None for other commands.

    The actor is the seat as long as nobody sits on it.
    """
    match command:
        case DropReservation() if actor is None:
            return gathering.drop_reservation(match, command.target_seat)
        case Stand() if isinstance(actor, int) and actor in match.reserved_seats:
            return gathering.drop_reservation(match, actor)
        case _:
            return None


def _sit(match: Match, command: Sit) -> Event:
    # Checked before the phase, so that kicked players get the same answer after the start.
    if command.player.id in kicked_players_of(match) and not command.is_invited:
        raise Refused(Reason.KICKED)
    if not isinstance(match, Gathering):
        raise Refused(Reason.WRONG_PHASE)
    return gathering.sit(match, command)


def _act_for_seat(match: Match, command: Command, seat: int, now: datetime) -> Event:
    # In the lobby `Abandon` is the host's decision (see gathering.py). Once the match has started it needs everybody's
    # agreement, whatever the phase.
    if isinstance(command, HandOver) and not isinstance(match, Over):
        return hand_over(match, command, seat)
    if not isinstance(match, Gathering | Over):
        match command:
            case Abandon() | Resign():
                return _abandon_or_resign(match.board, command, seat)
            case CallTime():
                return call_time(match, seat, now)
            case Resume():
                return absence.resume(match, seat, now)
            case _:
                absence.check_may_move(match, seat)
    match match:
        case Gathering():
            return gathering.act(match, command, seat, now)
        case Drawing():
            return drawing.act(match, command, seat, now)
        case Storytelling():
            return storytelling.act(match, command, seat, now)
        case Submitting():
            return submitting.act(match, command, seat, now)
        case Voting():
            return voting.act(match, command, seat, now)
        case Reveal():
            return reveal.act(match, command, seat, now)
        case Over():
            raise Refused(Reason.WRONG_PHASE)
        case _:
            assert_never(match)


def follow(match: Match, now: datetime, chance: Chance) -> Event | None:
    """Return the next event that follows automatically, or None if the match waits for someone."""
    chance = chance.for_draw(draw_of(match))
    # Absence and departures come before the phase's own events: a match that everybody has left must end, or rest,
    # rather than play on automatically. Anyone who is back counts for an agreement, which is looked at after every
    # event, so also before another seat is skipped.
    if not isinstance(match, Gathering | Over):
        if event := (
            absence.follow_return(match, now) or _follow_departures(match.board, now) or absence.follow_misses(match)
        ):
            return event
        if match.board.is_resting:
            return None
    match match:
        case Gathering():
            return gathering.follow(match, now, chance)
        case Drawing():
            return drawing.follow(match, now, chance)
        case Storytelling():
            return storytelling.follow(match, now, chance)
        case Submitting():
            return submitting.follow(match, now, chance)
        case Voting():
            return voting.follow(match, now, chance)
        case Reveal():
            return reveal.follow(match, now, chance)
        case Over():
            return None
        case _:
            assert_never(match)


def _end_phase(match: Match, command: ExpirePhase, now: datetime, *, forced: bool) -> Event:
    """Return the event for a clock tick, or for the staff's decision (`forced`).

    A tick that comes late or twice is refused because its phase has gone, one that comes early because it isn't time
    yet.
    """
    if command.phase != phase_id(match):
        raise Refused(Reason.PHASE_OVER if is_past_phase(command.phase, match) else Reason.WRONG_PHASE)
    # Staff may end a phase at any time, also one without a deadline, so this comes before the deadline is looked at.
    if forced:
        return _force_phase_end(match, command)
    # A full table is started by the clock and not by the last `Sit`: the clock is just another sender of commands, so
    # the start is an entry of its own in the log, and the last player can still leave before it.
    if isinstance(match, Gathering) and gathering.starts_automatically(match):
        return gathering.start_match(match, now)
    deadline_at, ends_at = deadline_of(match), absence.ends_at(match)
    if ends_at is not None and now >= ends_at and (deadline_at is None or ends_at <= deadline_at):
        return absence.end_match(match)
    if deadline_at is None:
        return _expire_match(match, command, now)
    if isinstance(match, Gathering | Over) or now < deadline_at:
        raise Refused(Reason.NOT_YET)
    if not match.extended and _is_late(match, command, now - deadline_at):
        return DeadlineExtended(phase=command.phase, deadline_at=now + OUTAGE_EXTENSION, why="outage")
    return TimeUp(phase=command.phase)


def _is_late(match: Started, command: ExpirePhase, lateness: timedelta) -> bool:
    """Return whether a phase's end was noticed so late that players may not have been able to act in time."""
    if command.outage is not None and not match.board.terms.handles_absence:
        return command.outage
    return lateness > LATENESS_OF_OUTAGE


def _force_phase_end(match: Match, command: ExpirePhase) -> Event:
    """The staff needs no deadline, only a phase that can time out."""
    if isinstance(match, Gathering | Over):
        raise Refused(Reason.WRONG_PHASE)
    return TimeUp(phase=command.phase)


def _call_off(match: Match) -> Event:
    if isinstance(match, Over):
        raise Refused(Reason.WRONG_PHASE)
    return match_abandoned("staff", board_of(match))


def _expire_match(match: Match, command: ExpirePhase, now: datetime) -> Event:
    """End a match that has been idle for too long."""
    if isinstance(match, Over) or command.expires_at is None or now < command.expires_at:
        raise Refused(Reason.NOT_YET)
    return match_abandoned("lobby_expired" if isinstance(match, Gathering) else "nobody_moved", board_of(match))


def _abandon_or_resign(board: Board, command: Abandon | Resign, seat: int) -> Event:
    """Agree to end the match, or leave it to the others; the same in every started phase."""
    if isinstance(command, Resign):
        return SeatResigned(seat=seat)
    if seat in board.agreed_to_abandon:
        raise Refused(Reason.ALREADY_DONE)
    return AbandonAgreed(seat=seat)


def _follow_departures(board: Board, now: datetime) -> Event | None:
    """Return what follows when players have resigned or agreed to abandon the match."""
    if board.resigned and not board.non_bot_seats:
        return match_abandoned("everybody_resigned", board)
    if is_agreed(board, now):
        return match_abandoned("agreed", board)
    return HostChanged(seat=board.non_bot_seats[0]) if board.host in board.resigned else None
