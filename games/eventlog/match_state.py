"""The state of a match, folded from its log.

Each process caches states, so that only new events have to be read. A cached state is believed only as far as the
chain of hashes confirms it: a database that was restored, or failed over to a standby, may have lost its last events,
and may have others now at the same versions.
"""

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from threading import Lock
from types import MappingProxyType

from games.eventlog.digests import GENESIS_HASH
from games.eventlog.event_reader import RecordedEvent, StreamHead, load_events, stream_head
from games.eventlog.unreadable_logs import reading_log
from games.rulebook import Match, evolve
from games.rulebook.events import MatchStarted, SeatResigned

MAX_CACHED_STATES = 4096
"""How many states a process caches (least recently used out first): about 25 to 95 MiB when full."""
NO_RESIGNATIONS: Mapping[int, int] = MappingProxyType({})


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchState:
    """A match at a version.

    `hash_before_start` is the head's hash when the lobby was closed: the salt of all shuffles of the match.
    `resignation_versions` has, by seat, the version at which the player resigned: from then on they see what the public
    sees.
    """

    version: int
    hash: str
    opened_at: datetime
    last_event_at: datetime
    match: Match
    hash_before_start: str | None
    resignation_versions: Mapping[int, int]
    phase_began_at: datetime
    """When the current phase began."""
    erasure_count: int = 0
    """The head's count of erasures when the log was read. Each erasure raises it by a random step."""

    @property
    def head(self) -> StreamHead:
        """The head that the log had at this version."""
        return StreamHead(version=self.version, hash=self.hash, erasure_count=self.erasure_count)


class BrokenChain(AssertionError):
    """An event doesn't continue the state that it is applied to."""

    def __init__(self) -> None:
        super().__init__("the log is broken: the chain does not hold")


_cache: OrderedDict[str, MatchState] = OrderedDict()
_cache_lock = Lock()


def fold(state: MatchState | None, events: Iterable[RecordedEvent]) -> MatchState | None:
    """Return the state with further events applied; `state` is None before the first event.

    Returns `state` itself if there are no events.
    """
    return advance(state, evolve_each(state, events))


def evolve_each(state: MatchState | None, events: Iterable[RecordedEvent]) -> Iterator[tuple[RecordedEvent, Match]]:
    """Yield each further event with the match after it.

    Raises:
        BrokenChain: an event doesn't name the hash of the one before.
    """
    match, digest = (state.match, state.hash) if state else (None, GENESIS_HASH)
    for record in events:
        if record.prev != digest:
            raise BrokenChain
        match, digest = evolve(match, record.event, record.actor, record.at), record.hash
        yield record, match


def advance(state: MatchState | None, steps: Iterable[tuple[RecordedEvent, Match]]) -> MatchState | None:
    """Return the state after further events that come with the match after each; `state` itself if there are none."""
    # Local variables, and one MatchState at the end: making a frozen record for every event would cost a good part of a
    # long replay.
    match, hash_before_start = (state.match, state.hash_before_start) if state else (None, None)
    opened_at, phase_began_at = (state.opened_at, state.phase_began_at) if state else (None, None)
    last: RecordedEvent | None = None
    resignation_versions = state.resignation_versions if state else NO_RESIGNATIONS
    for last, after in steps:
        if match is None or match.name != after.name:
            opened_at, phase_began_at = opened_at or last.at, last.at
        match = after
        if isinstance(last.event, MatchStarted):
            hash_before_start = last.prev
        elif isinstance(last.event, SeatResigned):
            resignation_versions = {**resignation_versions, last.event.seat: last.version}
    if last is None or match is None or opened_at is None or phase_began_at is None:
        return state
    return MatchState(
        version=last.version,
        hash=last.hash,
        opened_at=opened_at,
        last_event_at=last.at,
        match=match,
        hash_before_start=hash_before_start,
        resignation_versions=resignation_versions,
        phase_began_at=phase_began_at,
        erasure_count=state.erasure_count if state else 0,
    )


def load(match_id: str, known_head: StreamHead | None = None) -> MatchState | None:
    """Return the newest state of the match, or None if there is no such match.

    `known_head` saves a query if the caller has read the head already, and wants the state at that version.

    Raises:
        UnreadableLog
    """
    cached = cache_get(match_id)
    # Read after the cache: a head that is behind the cached state says that the database has gone back. A known head
    # may be older than the cache, and says so only if it is read again.
    is_ahead = known_head is not None and cached is not None and cached.version > known_head.version
    head = stream_head(match_id) if known_head is None or is_ahead else known_head
    state = _load_newest(match_id, cached, head)
    if known_head is None or state is None or state.version <= known_head.version:
        return state
    return load_at_version(match_id, known_head.version)


def load_at_version(match_id: str, version: int) -> MatchState | None:
    """Return the match as it was at a version that the log has, read from the log alone.

    Raises:
        UnreadableLog
    """
    with reading_log(match_id):
        return fold(None, load_events(match_id, 0, version))


def cache_get(match_id: str) -> MatchState | None:
    """Return the cached state: committed, but perhaps no longer the newest."""
    with _cache_lock:
        return _cache.get(match_id)


def cache_put(match_id: str, state: MatchState) -> None:
    """Cache a state of committed events; never one that could still be rolled back."""
    with _cache_lock:
        cached = _cache.get(match_id)
        # Threads may arrive out of order: an older state must not replace a newer one, nor one from before an erasure
        # the one after it.
        if cached is None or (cached.erasure_count, cached.version) < (state.erasure_count, state.version):
            _cache[match_id] = state
        _cache.move_to_end(match_id)
        if len(_cache) > MAX_CACHED_STATES:
            _cache.popitem(last=False)


def cache_drop(match_id: str, state: MatchState | None) -> None:
    """Remove this state from the cache; one that has replaced it meanwhile stays."""
    with _cache_lock:
        if state is not None and _cache.get(match_id) is state:
            del _cache[match_id]


def cache_clear() -> None:
    """Empty the cache, as in a new process."""
    with _cache_lock:
        _cache.clear()


def is_confirmed(state: MatchState, head: StreamHead) -> bool:
    """Return whether a state is that of this head. A number alone says nothing: the log may be another one."""
    return state.head == head


def may_continue(state: MatchState, head: StreamHead) -> bool:
    """Return whether a log with this head may continue the state, so that only the events after it have to be read."""
    is_behind = state.version < head.version and state.erasure_count == head.erasure_count
    return is_behind or is_confirmed(state, head)


def continue_or_reload(
    match_id: str, cached: MatchState | None, new_events: Iterable[RecordedEvent], head: StreamHead
) -> MatchState | None:
    """Return the match at this head: the cached state with the events after it, if that is what the log has.

    Otherwise the cached state leaves the cache, and the log is read from its beginning.

    Raises:
        UnreadableLog
    """
    if cached is None or may_continue(cached, head):
        with reading_log(match_id), suppress(BrokenChain):
            state = fold(cached, new_events)
            if state is not None and cached is None:
                state = replace(state, erasure_count=head.erasure_count)
            if state is not None and is_confirmed(state, head):
                return state
    cache_drop(match_id, cached)
    return reload(match_id, head.version, head.erasure_count)


def reload(match_id: str, upto: int, erasure_count: int) -> MatchState | None:
    """Return the match from its log alone; needed when what this process has read is no longer what the log has."""
    state = load_at_version(match_id, upto)
    return replace(state, erasure_count=erasure_count) if state else None


def _load_newest(match_id: str, cached: MatchState | None, head: StreamHead | None) -> MatchState | None:
    if head is None:
        cache_drop(match_id, cached)
        return None
    new_events = load_events(match_id, cached.version if cached else 0, head.version)
    state = continue_or_reload(match_id, cached, new_events, head)
    if state is not None:
        cache_put(match_id, state)
    return state
