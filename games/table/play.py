"""Play: the one function through which a match changes, for players, host and clock alike."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeAlias

from django.db import IntegrityError, transaction

from games import herald
from games.eventlog import match_state
from games.eventlog.append import LockedStream, ProcessedCommand, append, find_processed_command, lock
from games.eventlog.batched_sql import WriteBatch
from games.eventlog.command_metadata import CommandMetadata
from games.eventlog.event_reader import Audience
from games.eventlog.event_writer import EventBatch, EventMetadata, new_salt
from games.eventlog.match_state import MatchState
from games.projections.deadline_projection import expires_at
from games.projections.projector import update_projections
from games.rulebook import Reason, Refused, decide
from games.rulebook.commands import CallOff, Command, Open, SeatCommand, Sit, SystemCommand, TimeUp
from games.rulebook.events import SeatTaken
from games.rulebook.match import phase_id, seat_of
from games.rulebook.phases import is_past_phase
from games.table import luck
from games.table.access import NoSuchMatch, may_see, opens_with, reader, set_password
from games.table.invites import good, let_in
from games.table.quota import make_sure_of_room

Ask: TypeAlias = Sit | Callable[[int], SeatCommand]
"""A command of somebody who sits down, or one for whatever seat the caller has when the match is locked."""


class KeyReused(Exception):
    """This account has used the key for another request."""


class MovedOn(Exception):
    """The match is no longer at the version that the caller named."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


@dataclass(frozen=True, kw_only=True, slots=True)
class Fence:
    """What the caller took for granted: the phase's id, the match's version."""

    phase: str | None = None
    version: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class World:
    """Where time and salts come from; a simulation brings its own, so that it can be repeated to the byte."""

    now: datetime | None = None
    """The database's time unless given."""
    salt: Callable[[], str] = new_salt


THIS_WORLD = World()


@dataclass(frozen=True, kw_only=True, slots=True)
class Played:
    """An acknowledged command: the versions it led to, and as whom the caller is told of them."""

    match_id: str
    command_id: str
    first: int
    last: int
    reader: Audience
    written: EventBatch | None = None
    """What it has written; None for a repetition."""


def play(
    match_id: str,
    ask: Ask | SystemCommand,
    *,
    caller: CommandMetadata,
    fence: Fence | None = None,
    password: str | None = None,
    invite: str | None = None,
    invited: bool = False,
    world: World = THIS_WORLD,
) -> Played:
    """Play one command, durably, or not at all; a repetition is answered as it was the first time.

    Args:
        caller: the account, its key for this command, and the digest of the request.
        password: for who sits down at a private match; `invited` are those who need none.
        invite: the code of an invite, by which somebody sits down, at whatever match.

    Raises:
        NoSuchMatch: there is none that this account may know of, or the invite is good for nothing here.
        KeyReused, MovedOn, Kicked, Refused: in this order of checks (key, `If-Match`, phase, rules); nothing has
            changed.
    """
    # Before the lock: a password's hash is slow on purpose.
    invited = invited or (password is not None and opens_with(match_id, password))
    try:
        with transaction.atomic():
            locked = lock(match_id, caller)
            folded, before = locked.state, locked.processed_command
            # Whoever has left a private match still gets the answers that were given there; the house sits nowhere.
            known = isinstance(ask, SystemCommand) or (before is not None and before.match_id == match_id)
            held = good(invite, folded, match_id, locked.now) if invite is not None and not known else None
            if folded is None or not (known or invited or held or may_see(folded.match, caller.account_id)):
                raise NoSuchMatch
            if before:
                return _again(before, folded, caller, match_id)
            check(fence or Fence(), folded)
            if isinstance(ask, Sit):
                ask = let_in(ask, folded, held)
            seat = seat_of(folded.match, caller.account_id)
            stamp = _stamp(match_id, caller, _actor(ask, seat), locked, world)
            return _commit(folded, _command(ask, seat, folded), stamp)
    except Refused as refused:
        raise (refused.with_phase(phase_id(folded.match)) if folded else refused) from None
    except IntegrityError:
        # The same key at the same moment for another match: only the database can see that.
        if find_processed_command(caller):
            raise KeyReused from None
        raise


def open_match(
    match_id: str,
    opening: Callable[[], Open],
    seed: bytes,
    *,
    caller: CommandMetadata,
    password: str | None = None,
    most: int | None = None,
    world: World = THIS_WORLD,
) -> Played:
    """Open a match under a new id, with the luck of this seed; a repetition gives the match opened the first time.

    `opening` makes the command, and may refuse to; a repetition doesn't ask it. `most` is how many matches the account
    may have open.

    Raises:
        KeyReused, Refused, TooManyMatches
    """
    try:
        with transaction.atomic():
            locked = lock(match_id, caller)
            if locked.processed_command:
                return _opened_before(locked.processed_command, caller)
            command = opening()
            if most is not None:
                make_sure_of_room(caller.account_id, most)
            luck.keep(match_id, seed)
            if password is not None:
                set_password(match_id, password)
            return _commit(None, command, _stamp(match_id, caller, 0, locked, world))
    except IntegrityError:
        if found := find_processed_command(caller):
            return _opened_before(found, caller)
        raise


def _commit(folded: MatchState | None, command: Command | Open, stamp: EventMetadata) -> Played:
    match_id = stamp.match_id
    chance = luck.Luck(match_id=match_id, salt=(folded.hash_before_start or folded.hash) if folded else "")
    events = decide(folded.match if folded else None, command, now=stamp.at, chance=chance)
    if stamp.actor is None and isinstance(events[0], SeatTaken):
        stamp = replace(stamp, actor=events[0].seat)
    writes = WriteBatch()
    written = append(folded, events, stamp, writes)
    after = written.state_after
    update_projections(match_id, folded, after, writes)
    writes.flush()
    transaction.on_commit(lambda: match_state.cache_put(match_id, after))
    transaction.on_commit(lambda: herald.tell(match_id, after.version))
    return Played(
        match_id=match_id,
        command_id=stamp.command_metadata.command_id,
        first=written.first_version,
        last=after.version,
        reader=reader(after, stamp.command_metadata.account_id),
        written=written,
    )


def _again(before: ProcessedCommand, folded: MatchState, caller: CommandMetadata, match_id: str) -> Played:
    if before.match_id != match_id or before.request_digest != caller.request_digest:
        raise KeyReused
    return Played(
        match_id=match_id,
        command_id=caller.command_id,
        first=before.first_version,
        last=before.last_version,
        reader=reader(folded, caller.account_id),
    )


def _opened_before(before: ProcessedCommand, caller: CommandMetadata) -> Played:
    folded = match_state.load(before.match_id)
    assert folded is not None, "an acknowledged command has its match"
    return _again(before, folded, caller, before.match_id)


def check(fence: Fence, folded: MatchState) -> None:
    """Whether the match is as the caller took for granted.

    Raises:
        MovedOn, Refused
    """
    if fence.version is not None and fence.version != folded.version:
        raise MovedOn(folded.version)
    if fence.phase is not None and fence.phase != phase_id(folded.match):
        raise Refused(Reason.PHASE_OVER if is_past_phase(fence.phase, folded.match) else Reason.WRONG_PHASE)


def _actor(ask: Ask | SystemCommand, seat: int | None) -> int | str | None:
    if isinstance(ask, TimeUp) and not ask.forced:
        return "clock"
    return "staff" if isinstance(ask, SystemCommand) else seat


def _command(ask: Ask | SystemCommand, seat: int | None, folded: MatchState) -> Command:
    if isinstance(ask, TimeUp):
        return replace(ask, expires_at=expires_at(folded))
    if isinstance(ask, Sit | CallOff):
        return ask
    if seat is None:
        raise Refused(Reason.NOT_SEATED)
    return ask(seat)


def _stamp(
    match_id: str, caller: CommandMetadata, actor: int | str | None, locked: LockedStream, world: World
) -> EventMetadata:
    """Time goes to the millisecond, and never back: the database's clock may be set."""
    at = world.now or locked.now
    at = at.replace(microsecond=at.microsecond // 1000 * 1000)
    at = max(at, locked.state.last_event_at) if locked.state else at
    return EventMetadata(match_id=match_id, command_metadata=caller, actor=actor, at=at, salt_factory=world.salt)
