"""The timeline of a match: what in its log concerns its players, and whom. Derived from events alone."""

from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from threading import Lock
from typing import Literal, TypeAlias

from games.eventlog.event_reader import RecordedEvent, StreamHead, load_events, stream_head
from games.eventlog.match_state import BrokenChain, MatchState, advance, evolve_each, is_confirmed, may_continue
from games.eventlog.unreadable_logs import skip_unreadable
from games.rulebook import Match
from games.rulebook.events import MatchEnded, MatchOpened, MatchStarted, SeatLeft, SeatSkipped, SeatTaken
from games.rulebook.match import Gathering, kicked_players_of, phase_id, seated_players
from games.rulebook.waiting import waiting_for

MAX_CACHED_TIMELINES = 1024
"""How many timelines a process caches, least recently used out first."""

TimelineEntryKind: TypeAlias = Literal["seated", "started", "my_turn", "ended", "kicked", "skipped", "invited"]


@dataclass(frozen=True, kw_only=True, slots=True)
class TimelineEntry:
    """Something in a log that concerns some of the people at the table, with the seat of each by account."""

    kind: TimelineEntryKind
    version: int
    at: datetime
    phase: str
    """The ID of the phase that the match was in then."""
    seat_by_account: Mapping[str, int]


@dataclass(frozen=True, kw_only=True, slots=True)
class Timeline:
    """A match at a version, and all entries up to it."""

    state: MatchState
    entries: tuple[TimelineEntry, ...]

    def entries_of(self, account: str, after: int) -> list[TimelineEntry]:
        """Return the entries that concern the account after a version."""
        # Backwards, because clients that keep up need only the last few.
        newest_first = []
        for entry in reversed(self.entries):
            if entry.version <= after:
                break
            if account in entry.seat_by_account:
                newest_first.append(entry)
        return newest_first[::-1]


_cache: OrderedDict[str, Timeline] = OrderedDict()
_cache_lock = Lock()


def load_timeline(match_id: str, head: StreamHead) -> Timeline:
    """Return the timeline of a match up to its head, or beyond it if this process has read on meanwhile."""
    with _cache_lock:
        cached = _cache.get(match_id)
    if cached is not None and cached.state.version > head.version:
        # The head may have been read before the cached timeline, or the database has gone back.
        head = stream_head(match_id) or head
    if cached is not None and is_confirmed(cached.state, head):
        return cached
    timeline = _continue_or_reload(match_id, cached, head)
    with _cache_lock:
        _cache[match_id] = timeline
        _cache.move_to_end(match_id)
        if len(_cache) > MAX_CACHED_TIMELINES:
            _cache.popitem(last=False)
    return timeline


def load_timelines(match_ids: Collection[str]) -> dict[str, Timeline]:
    """Return the timelines of these matches, each up to its newest version, without those that can't be read."""
    timelines = {}
    for match_id in match_ids:
        with skip_unreadable(match_id):
            if head := stream_head(match_id):
                timelines[match_id] = load_timeline(match_id, head)
    return timelines


def _continue_or_reload(match_id: str, cached: Timeline | None, head: StreamHead) -> Timeline:
    """Return the cached timeline with the events after it, if the log continues it, or else the one of the whole log.

    After an erasure the log is read again, too: the cached accounts and states have the names that were erased.
    """
    if cached is not None and may_continue(cached.state, head):
        with suppress(BrokenChain):
            timeline = _extend(match_id, cached, head)
            if is_confirmed(timeline.state, head):
                return timeline
    return _extend(match_id, None, head)


def _extend(match_id: str, timeline: Timeline | None, head: StreamHead) -> Timeline:
    state, entries = (timeline.state, list(timeline.entries)) if timeline else (None, [])
    steps = evolve_each(state, load_events(match_id, state.version if state else 0, head.version))
    new_state = advance(state, _collect_entries(state.match if state else None, steps, entries))
    assert new_state is not None, "a match with a head has events"
    return Timeline(state=replace(new_state, erasure_count=head.erasure_count), entries=tuple(entries))


def _collect_entries(
    match: Match | None, steps: Iterable[tuple[RecordedEvent, Match]], entries: list[TimelineEntry]
) -> Iterator[tuple[RecordedEvent, Match]]:
    """Pass the steps on, and add to `entries` what in each event and command concerns people."""
    before_command, last = match, None
    for record, after in steps:
        # Only the first event of a command has an actor. A turn counts only if the command's last event leaves it to
        # the player: what luck plays at once is nobody's turn.
        if record.actor is not None and last is not None and match is not None:
            entries.extend(_turn(before_command, match, last))
            before_command = match
        entries.extend(_entries_of_event(record, match, after))
        match, last = after, record
        yield record, after
    if last is not None and match is not None:
        entries.extend(_turn(before_command, match, last))


def _entries_of_event(record: RecordedEvent, before: Match | None, after: Match) -> Iterator[TimelineEntry]:
    event = record.event
    match event:
        case MatchOpened():
            reserved = {player.id: seat for seat, player in enumerate(event.reserved_for) if player}
            yield from _made("invited", record, after, reserved)
        case SeatTaken():
            yield from _made("seated", record, after, _people(after, event.seat))
        case SeatLeft() if before is not None:
            removed = kicked_players_of(after)
            kicked = {account: seat for account, seat in _people(before, event.seat).items() if account in removed}
            yield from _made("kicked", record, after, kicked)
        case MatchStarted():
            yield from _made("started", record, after, _people(after))
        case SeatSkipped():
            yield from _made("skipped", record, after, _people(after, event.seat))
        case MatchEnded():
            yield from _made("ended", record, after, _people(after))
        case _:
            pass


def _turn(before: Match | None, after: Match, last: RecordedEvent) -> Iterator[TimelineEntry]:
    """Yield the entry of those for whom the match has begun to wait; there is none while a lobby waits for its host."""
    if isinstance(after, Gathering):
        return
    waited_for = waiting_for(before) if before is not None and phase_id(before) == phase_id(after) else ()
    new_seats = set(waiting_for(after)).difference(waited_for)
    yield from _made("my_turn", last, after, _people(after, *new_seats) if new_seats else {})


def _made(
    kind: TimelineEntryKind, record: RecordedEvent, after: Match, people: Mapping[str, int]
) -> Iterator[TimelineEntry]:
    if people:
        yield TimelineEntry(
            kind=kind, version=record.version, at=record.at, phase=phase_id(after), seat_by_account=people
        )


def _people(match: Match, *seats: int) -> dict[str, int]:
    """Return the seats of people by account; without `seats`, of all."""
    return {
        player.id: seat
        for seat, player, _ in seated_players(match)
        if player.id is not None and player.kind != "bot" and (not seats or seat in seats)
    }
