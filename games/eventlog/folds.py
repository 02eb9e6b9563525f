"""What a match is now: the fold of its log, kept in this process so that only what is new has to be read."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from threading import Lock
from types import MappingProxyType

from games.eventlog.digests import GENESIS
from games.eventlog.read import HeadRow, Recorded, head, recorded
from games.eventlog.tally import NOTHING, Tally, counted
from games.rulebook import Match, evolve
from games.rulebook.events import MatchStarted, SeatLeft, SeatResigned, SeatTaken
from games.rulebook.match import Gathering

KEPT = 4096
"""How many matches a process keeps folded."""
NOBODY: Mapping[int, int] = MappingProxyType({})


@dataclass(frozen=True, kw_only=True, slots=True)
class Folded:
    """A match at a version. `locked` is the head hash when the lobby was locked: the salt of all its luck.

    `resigned` has the version at which each seat's player has left: they are told as the public is from then on.
    """

    version: int
    hash: str
    opened_at: datetime
    at: datetime
    """When the last event happened."""
    match: Match
    locked: str | None
    resigned: Mapping[int, int]
    phase_at: datetime
    """When the present phase began."""
    kicked: frozenset[str] = frozenset()
    """Accounts whose seats the host has freed, and who haven't sat down again."""
    erased: int = 0
    """How often something had been erased when the log was read."""
    tally: Tally = NOTHING


_kept: OrderedDict[str, Folded] = OrderedDict()
_lock = Lock()


def add(folded: Folded | None, log: Iterable[Recorded]) -> Folded | None:
    """The fold with further events; what it is in between is nobody's business, and so no record."""
    match, digest, locked = (folded.match, folded.hash, folded.locked) if folded else (None, GENESIS, None)
    opened_at, phase_at = (folded.opened_at, folded.phase_at) if folded else (None, None)
    last: Recorded | None = None
    resigned, kicked = (folded.resigned, folded.kicked) if folded else (NOBODY, frozenset[str]())
    tally = folded.tally if folded else NOTHING
    for last in log:
        assert last.prev == digest, "the log is broken: the chain does not hold"
        before, match, digest = match, evolve(match, last.event), last.hash
        tally = counted(tally, last.event, match)
        if before is None or before.name != match.name:
            opened_at, phase_at = opened_at or last.at, last.at
        if isinstance(last.event, MatchStarted):
            locked = last.prev
        elif isinstance(last.event, SeatResigned):
            resigned = {**resigned, last.event.seat: last.version}
        elif isinstance(last.event, SeatLeft | SeatTaken):
            kicked = _kicked(kicked, before, last)
    if last is None or match is None or opened_at is None or phase_at is None:
        return folded
    return Folded(
        version=last.version,
        hash=digest,
        opened_at=opened_at,
        at=last.at,
        match=match,
        locked=locked,
        resigned=resigned,
        phase_at=phase_at,
        kicked=kicked,
        erased=folded.erased if folded else 0,
        tally=tally,
    )


def _kicked(kicked: frozenset[str], before: Match | None, record: Recorded) -> frozenset[str]:
    """Whoever sits down is so no more; a computer player whose seat is freed never minds."""
    event = record.event
    if isinstance(event, SeatTaken):
        return kicked - {event.player.id} if event.player else kicked
    if not isinstance(event, SeatLeft) or record.actor in (event.seat, None) or not isinstance(before, Gathering):
        return kicked
    player = before.seats[event.seat]
    return kicked if player is None or player.id is None or player.kind == "bot" else kicked | {player.id}


def step(folded: Folded | None, record: Recorded) -> Folded:
    """The fold with one further event; None before the first."""
    after = add(folded, (record,))
    assert after is not None
    return after


def now(match_id: str, end: HeadRow | None = None) -> Folded | None:
    """The match as its log stands; None when there is none. `end` spares a look when the head is known."""
    end = end or head(match_id)
    return None if end is None else _at(match_id, end)


def at(match_id: str, version: int) -> Folded | None:
    """The match as it was at a version that the log has."""
    return add(None, recorded(match_id, 0, version))


def kept(match_id: str) -> Folded | None:
    """The last fold this process kept of the match: a committed one, though perhaps no longer the newest."""
    with _lock:
        return _kept.get(match_id)


def keep(match_id: str, folded: Folded) -> None:
    """Keep a fold of what is committed; never one that could still be rolled back."""
    with _lock:
        known = _kept.get(match_id)
        if known is None or (known.erased, known.version) < (folded.erased, folded.version):
            _kept[match_id] = folded
        _kept.move_to_end(match_id)
        if len(_kept) > KEPT:
            _kept.popitem(last=False)


def forget_all() -> None:
    """Empty the cache, as a new process would find it."""
    with _lock:
        _kept.clear()


def anew(match_id: str, upto: int, erased: int) -> Folded | None:
    """The match from its log alone, when something has been erased since this process read it."""
    folded = at(match_id, upto)
    return replace(folded, erased=erased) if folded else None


def _at(match_id: str, end: HeadRow) -> Folded | None:
    known = kept(match_id)
    if known is not None and known.erased == end.erased:
        if known.version > end.version:
            return at(match_id, end.version)
        folded = add(known, recorded(match_id, known.version, end.version))
    else:
        folded = anew(match_id, end.version, end.erased)
    if folded is not None:
        keep(match_id, folded)
    return folded
