"""What a match is now: the fold of its log, kept in this process so that only what is new has to be read."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from threading import Lock
from types import MappingProxyType

from games.eventlog.digests import GENESIS_HASH
from games.eventlog.event_reader import RecordedEvent, StreamHead, load_events, stream_head
from games.eventlog.match_tally import EMPTY_TALLY, MatchTally, evolve_tally
from games.rulebook import Match, evolve
from games.rulebook.events import MatchStarted, SeatLeft, SeatResigned, SeatTaken
from games.rulebook.match import Gathering

MAX_CACHED_STATES = 4096
"""How many matches a process keeps folded."""
NO_RESIGNATIONS: Mapping[int, int] = MappingProxyType({})


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchState:
    """A match at a version. `locked` is the head hash when the lobby was locked: the salt of all its luck.

    `resigned` has the version at which each seat's player has left: they are told as the public is from then on.
    """

    version: int
    hash: str
    opened_at: datetime
    last_event_at: datetime
    """When the last event happened."""
    match: Match
    hash_before_start: str | None
    resignation_versions: Mapping[int, int]
    phase_began_at: datetime
    """When the present phase began."""
    kicked_accounts: frozenset[str] = frozenset()
    """Accounts whose seats the host has freed, and who haven't sat down again."""
    erasure_count: int = 0
    """How often something had been erased when the log was read."""
    tally: MatchTally = EMPTY_TALLY


_cache: OrderedDict[str, MatchState] = OrderedDict()
_cache_lock = Lock()


def fold(state: MatchState | None, events: Iterable[RecordedEvent]) -> MatchState | None:
    """The fold with further events; what it is in between is nobody's business, and so no record."""
    match, digest, hash_before_start = (
        (state.match, state.hash, state.hash_before_start) if state else (None, GENESIS_HASH, None)
    )
    opened_at, phase_began_at = (state.opened_at, state.phase_began_at) if state else (None, None)
    last: RecordedEvent | None = None
    resignation_versions, kicked_accounts = (
        (state.resignation_versions, state.kicked_accounts) if state else (NO_RESIGNATIONS, frozenset[str]())
    )
    tally = state.tally if state else EMPTY_TALLY
    for last in events:
        assert last.prev == digest, "the log is broken: the chain does not hold"
        before, match, digest = match, evolve(match, last.event), last.hash
        tally = evolve_tally(tally, last.event, match)
        if before is None or before.name != match.name:
            opened_at, phase_began_at = opened_at or last.at, last.at
        if isinstance(last.event, MatchStarted):
            hash_before_start = last.prev
        elif isinstance(last.event, SeatResigned):
            resignation_versions = {**resignation_versions, last.event.seat: last.version}
        elif isinstance(last.event, SeatLeft | SeatTaken):
            kicked_accounts = _update_kicked_accounts(kicked_accounts, before, last)
    if last is None or match is None or opened_at is None or phase_began_at is None:
        return state
    return MatchState(
        version=last.version,
        hash=digest,
        opened_at=opened_at,
        last_event_at=last.at,
        match=match,
        hash_before_start=hash_before_start,
        resignation_versions=resignation_versions,
        phase_began_at=phase_began_at,
        kicked_accounts=kicked_accounts,
        erasure_count=state.erasure_count if state else 0,
        tally=tally,
    )


def _update_kicked_accounts(
    kicked_accounts: frozenset[str], before: Match | None, record: RecordedEvent
) -> frozenset[str]:
    """Whoever sits down is so no more; a computer player whose seat is freed never minds."""
    event = record.event
    if isinstance(event, SeatTaken):
        return kicked_accounts - {event.player.id} if event.player else kicked_accounts
    if not isinstance(event, SeatLeft) or record.actor in (event.seat, None) or not isinstance(before, Gathering):
        return kicked_accounts
    player = before.seats[event.seat]
    return (
        kicked_accounts
        if player is None or player.id is None or player.kind == "bot"
        else kicked_accounts | {player.id}
    )


def apply_event(state: MatchState | None, record: RecordedEvent) -> MatchState:
    """The fold with one further event; None before the first."""
    after = fold(state, (record,))
    assert after is not None
    return after


def load(match_id: str, known_head: StreamHead | None = None) -> MatchState | None:
    """The match as its log stands; None when there is none. `end` spares a look when the head is known."""
    known_head = known_head or stream_head(match_id)
    return None if known_head is None else _load_up_to(match_id, known_head)


def load_at_version(match_id: str, version: int) -> MatchState | None:
    """The match as it was at a version that the log has."""
    return fold(None, load_events(match_id, 0, version))


def cache_get(match_id: str) -> MatchState | None:
    """The last fold this process kept of the match: a committed one, though perhaps no longer the newest."""
    with _cache_lock:
        return _cache.get(match_id)


def cache_put(match_id: str, state: MatchState) -> None:
    """Keep a fold of what is committed; never one that could still be rolled back."""
    with _cache_lock:
        cached = _cache.get(match_id)
        if cached is None or (cached.erasure_count, cached.version) < (state.erasure_count, state.version):
            _cache[match_id] = state
        _cache.move_to_end(match_id)
        if len(_cache) > MAX_CACHED_STATES:
            _cache.popitem(last=False)


def cache_clear() -> None:
    """Empty the cache, as a new process would find it."""
    with _cache_lock:
        _cache.clear()


def reload(match_id: str, upto: int, erasure_count: int) -> MatchState | None:
    """The match from its log alone, when something has been erased since this process read it."""
    state = load_at_version(match_id, upto)
    return replace(state, erasure_count=erasure_count) if state else None


def _load_up_to(match_id: str, known_head: StreamHead) -> MatchState | None:
    cached = cache_get(match_id)
    if cached is not None and cached.erasure_count == known_head.erasure_count:
        if cached.version > known_head.version:
            return load_at_version(match_id, known_head.version)
        state = fold(cached, load_events(match_id, cached.version, known_head.version))
    else:
        state = reload(match_id, known_head.version, known_head.erasure_count)
    if state is not None:
        cache_put(match_id, state)
    return state
