"""Playing again: whoever had a seat at a match that is over gets the one match that follows it, or opens it."""

import secrets
from dataclasses import replace

from django.db import IntegrityError, transaction

from games.eventlog import match_state
from games.eventlog.append import find_processed_command
from games.eventlog.command_metadata import CommandMetadata
from games.eventlog.match_state import MatchState
from games.rulebook import RULEBOOK_VERSION, Reason, Refused
from games.rulebook.commands import Open, Sit
from games.rulebook.match import Gathering, Over, assigned_seat_of, seat_of, seated_players, terms_of
from games.table import luck
from games.table.access import NoSuchMatch, hand_on_password, may_see, reader
from games.table.models import Rematch
from games.table.play import Fence, Played, check, open_match, play
from games.table.robots import new_robot, robot_of


def rematch(match_id: str, sit: Sit, *, caller: CommandMetadata, fence: Fence, most: int | None = None) -> Played:
    """Open the next match on the same terms, or sit down there; a repetition is answered as it was the first time.

    Raises:
        NoSuchMatch, KeyReused, MovedOn, Kicked, Refused: as for other commands; that the next match is full or has
            begun, too.
        TooManyMatches
    """
    over = match_state.load(match_id)
    if over is None or not may_see(over.match, caller.account_id):
        raise NoSuchMatch
    if before := find_processed_command(caller):
        return play(before.match_id, sit, caller=caller)
    check(fence, over)
    running = not isinstance(over.match, Over)
    if (seat_of if running else assigned_seat_of)(over.match, caller.account_id) is None:
        raise Refused(Reason.NOT_SEATED)
    if running:
        raise Refused(Reason.WRONG_PHASE)
    return _join(match_id, sit, caller) or _opened(match_id, over, sit, caller, most)


def _join(match_id: str, sit: Sit, caller: CommandMetadata) -> Played | None:
    """Sit down at the next match; None if there is none (any more)."""
    next_id = _next(match_id)
    if next_id is None or _fell_through(next_id):
        return None
    try:
        return play(next_id, sit, caller=caller, invited=True)
    except Refused:
        if there := there_already(next_id, caller):
            return there
        raise


def _next(match_id: str) -> str | None:
    return Rematch.objects.filter(match_id=match_id).values_list("next_id", flat=True).first()


def _fell_through(next_id: str) -> bool:
    """Whether the match has ended in its lobby: then there may be another one."""
    folded = match_state.load(next_id)
    return folded is not None and isinstance(folded.match, Over) and isinstance(folded.match.last_phase, Gathering)


def there_already(match_id: str, caller: CommandMetadata) -> Played | None:
    """The match as it is, for who sits there already and asks anew."""
    folded = match_state.load(match_id)
    assert folded is not None, "it is written together with its first events"
    if assigned_seat_of(folded.match, caller.account_id) is None:
        return None
    return Played(
        match_id=match_id,
        command_id=caller.command_id,
        first=folded.version,
        last=folded.version,
        reader=reader(folded, caller.account_id),
    )


def _opened(match_id: str, over: MatchState, sit: Sit, caller: CommandMetadata, most: int | None) -> Played:
    next_id, seed = secrets.token_hex(16), luck.new_seed()
    opening = _opening(over, sit, luck.commitment(seed))
    try:
        with transaction.atomic():
            _take_the_place(match_id, _next(match_id), next_id)
            hand_on_password(match_id, next_id)
            return open_match(next_id, lambda: opening, seed, caller=caller, most=most)
    except IntegrityError:
        joined = _join(match_id, sit, caller)
        if joined is None:
            raise
        return joined


def _take_the_place(match_id: str, former: str | None, next_id: str) -> None:
    """Be the match that follows, in place of one that fell through. Who comes second waits here, and then fails."""
    if former is None:
        Rematch.objects.create(match_id=match_id, next_id=next_id)
    elif not (_fell_through(former) and Rematch.objects.filter(next_id=former).update(next_id=next_id)):
        raise IntegrityError


def _opening(over: MatchState, sit: Sit, seed_digest: str) -> Open:
    """The same terms with luck of its own, and the same computer players, where they sat if the seat is free."""
    terms = replace(terms_of(over.match), seed_digest=seed_digest, rulebook=RULEBOOK_VERSION)
    free = list(range(1, terms.seats))
    bots = []
    for seat, sat, _ in seated_players(over.match):
        robot = robot_of(sat.id or "")
        if robot is not None and free:
            place = free.pop(free.index(seat) if seat in free else 0)
            bots.append((place, new_robot(robot, place)))
    return Open(terms=terms, player=sit.player, entropy_digest=sit.entropy_digest, bots=tuple(bots))
