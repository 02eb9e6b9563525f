"""What concerns an account: its matches as they are now, and what has happened in them since a cursor."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from games.eventlog.event_reader import StreamHead, hashes_at_versions
from games.eventlog.stream_position import HistoryMismatch, VersionAhead
from games.eventlog.unreadable_logs import skip_unreadable
from games.matches.feed_cursor import HASH_PREFIX_CHARS, FeedCursor, decode_cursor, encode_cursor
from games.matches.participation import MyMatch, Participation, find_participations, is_over, my_match
from games.matches.rematch_links import LinkedMatch
from games.matches.timeline import TimelineEntry, TimelineEntryKind, load_timeline
from games.projections.models import MatchRow
from games.rulebook.match import assigned_seat_of

MAX_ENTRIES = 200
"""Entries in one answer; what is left comes with the next one."""
MAX_NAMED_MATCHES = 160
"""Matches in a cursor: those listed, and others of which entries are undelivered or could be delivered again."""

EntryKind: TypeAlias = Literal[TimelineEntryKind, "rematch"]


@dataclass(frozen=True, kw_only=True, slots=True)
class FeedEntry:
    """Something that happened to the account in a match; `version` is null for what is in no log.

    `seat` is the account's seat then, `phase` the phase then, and `rematch` the match that now follows this one.
    """

    kind: EntryKind
    match: str
    at: datetime
    version: int | None = None
    seat: int | None = None
    phase: str | None = None
    rematch: LinkedMatch | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class FeedPage:
    """The account's matches, what has happened since the cursor of the request, and the cursor for the next one."""

    cursor: str
    matches: Sequence[MyMatch]
    entries: Sequence[FeedEntry]


@dataclass(frozen=True, kw_only=True, slots=True)
class _Reading:
    """A match that concerns the account, and its entries that haven't been delivered to the account.

    `delivered_before` is the version up to which entries were delivered before, `version_after_all` the one that is
    reached when all of `undelivered` have been.
    """

    participation: Participation
    line: MyMatch | None
    undelivered: Sequence[TimelineEntry] = ()
    delivered_before: int
    version_after_all: int

    @property
    def match_id(self) -> str:
        return self.participation.match_id

    def delivered_after(self, last_delivered: int | None) -> int:
        """Return up to which version everything is delivered, if the entry of version `last_delivered` was the last."""
        delivered = self.delivered_before if last_delivered is None else last_delivered
        return delivered if self.undelivered and self.undelivered[-1].version > delivered else self.version_after_all


def read_feed(account: str, cursor: str | None) -> FeedPage:
    """Return the account's feed after a cursor; without one, the list of matches alone.

    Raises:
        InvalidCursor: the cursor was not given to this account.
        VersionAhead, HistoryMismatch: the log of a match no longer has what the cursor names.
    """
    known = None if cursor is None else decode_cursor(cursor, account)
    delivered_versions = known.versions if known else {}
    participations = find_participations(account, delivered_versions)
    if known is not None:
        _require_histories(participations, known)
    readings = [_read(participation, account, known) for participation in participations]
    entries = _first_entries(readings)
    next_ids = {reading.match_id: reading.participation.next_id for reading in readings}
    rematches = {match_id: next_id for match_id, next_id in next_ids.items() if next_id is not None}
    new_rematches = {
        match_id: next_id
        for match_id, next_id in rematches.items()
        if known is not None and next_id not in known.announced
    }
    versions = _next_versions(readings, delivered_versions, entries)
    next_cursor = FeedCursor(
        versions=versions,
        announced=frozenset(rematches.values()),
        hash_prefixes=_hash_prefixes(versions, participations, known),
    )
    return FeedPage(
        cursor=encode_cursor(next_cursor, account),
        matches=[reading.line for reading in readings if reading.participation.is_listed and reading.line],
        entries=[
            *(_entry(match_id, entry, account) for match_id, entry in entries),
            *_rematch_entries(new_rematches),
        ],
    )


def require_feed_position(account: str, cursor: str) -> None:
    """Raise unless a feed can be read after this cursor.

    Raises:
        InvalidCursor: the cursor was not given to this account.
        VersionAhead, HistoryMismatch: the log of a match no longer has what the cursor names.
    """
    known = decode_cursor(cursor, account)
    _require_histories(find_participations(account, known.versions), known)


def _require_histories(participations: Sequence[Participation], known: FeedCursor) -> None:
    """Raise unless the logs still have the positions of the cursor.

    Raises:
        VersionAhead, HistoryMismatch
    """
    heads = {participation.match_id: participation.head for participation in participations}
    named = {match_id: version for match_id, version in known.versions.items() if match_id in heads}
    prefixes = _prefixes_at(named, heads)
    for match_id, version in named.items():
        if version > heads[match_id].version:
            raise VersionAhead(match_id=match_id)
        if known.hash_prefixes.get(match_id) and prefixes.get(match_id) != known.hash_prefixes[match_id]:
            raise HistoryMismatch(match_id=match_id)


def _hash_prefixes(
    versions: Mapping[str, int], participations: Sequence[Participation], known: FeedCursor | None
) -> dict[str, str]:
    heads = {participation.match_id: participation.head for participation in participations}
    delivered_before, known_prefixes = (known.versions, known.hash_prefixes) if known else ({}, {})
    unchanged = {
        match_id: prefix
        for match_id, prefix in known_prefixes.items()
        if versions.get(match_id) == delivered_before[match_id]
    }
    changed = {match_id: version for match_id, version in versions.items() if match_id not in unchanged}
    return unchanged | _prefixes_at(changed, heads)


def _prefixes_at(versions: Mapping[str, int], heads: Mapping[str, StreamHead]) -> dict[str, str]:
    """Return how the hashes at these versions begin, by match; without those that aren't known."""
    positions = {match_id: version for match_id, version in versions.items() if match_id in heads and version}
    at_head = {
        match_id: heads[match_id].hash for match_id, version in positions.items() if version == heads[match_id].version
    }
    before_head = {match_id: version for match_id, version in positions.items() if match_id not in at_head}
    hashes = at_head | hashes_at_versions(before_head)
    return {match_id: digest[:HASH_PREFIX_CHARS] for match_id, digest in hashes.items()}


def _read(participation: Participation, account: str, known: FeedCursor | None) -> _Reading:
    delivered_before = 0 if known is None else known.versions.get(participation.match_id, 0)
    head_version = participation.head.version
    if (
        is_over(participation)
        and participation.seat is not None
        and (known is None or delivered_before == head_version)
    ):
        # What is over and has been delivered needs no log; most matches of a list are so.
        line = my_match(participation, None, account)
        return _Reading(
            participation=participation, line=line, delivered_before=delivered_before, version_after_all=head_version
        )
    timeline = None
    with skip_unreadable(participation.match_id):
        timeline = load_timeline(participation.match_id, participation.head)
    if timeline is None:
        # What the read models say, and nothing new until it can be read again.
        line = my_match(participation, None, account)
        return _Reading(
            participation=participation,
            line=line,
            delivered_before=delivered_before,
            version_after_all=delivered_before,
        )
    entries = timeline.entries_of(account, delivered_before)
    is_seated = assigned_seat_of(timeline.state.match, account) is not None
    last_version = entries[-1].version if entries else delivered_before
    return _Reading(
        participation=participation,
        line=my_match(participation, timeline.state, account),
        undelivered=() if known is None else entries,
        delivered_before=delivered_before,
        # Somebody who was removed learns nothing more of the match, not even how its version grows.
        version_after_all=timeline.state.version if is_seated else last_version,
    )


def _first_entries(readings: Sequence[_Reading]) -> list[tuple[str, TimelineEntry]]:
    """Return the oldest entries that haven't been delivered, with their matches; at most `MAX_ENTRIES`.

    Those of one version are not divided, so there may be a few more: a cursor names versions.
    """
    undelivered = [(reading.match_id, entry) for reading in readings for entry in reading.undelivered]
    # Stable, so that the entries of one version stay in order.
    undelivered.sort(key=lambda pair: (pair[1].at, pair[0], pair[1].version))
    end = MAX_ENTRIES
    while end < len(undelivered) and _version_of(undelivered[end]) == _version_of(undelivered[end - 1]):
        end += 1
    return undelivered[:end]


def _version_of(pair: tuple[str, TimelineEntry]) -> tuple[str, int]:
    return pair[0], pair[1].version


def _next_versions(
    readings: Sequence[_Reading], delivered_versions: Mapping[str, int], entries: Sequence[tuple[str, TimelineEntry]]
) -> dict[str, int]:
    """Return the versions for the next cursor, with the least important matches last, and not too many of them."""
    last_delivered = {match_id: entry.version for match_id, entry in entries}
    versions_by_rank: list[dict[str, int]] = [{}, {}, {}]
    for reading in readings:
        delivered = reading.delivered_after(last_delivered.get(reading.match_id))
        has_more = delivered != reading.version_after_all
        if reading.participation.is_listed or has_more or reading.participation.is_recent:
            rank = 0 if reading.participation.is_listed else 1 if has_more else 2
            versions_by_rank[rank][reading.match_id] = delivered
    # Matches that the account has left by itself. They stay named, so that nothing is repeated if it comes back.
    read_ids = {reading.match_id for reading in readings}
    left = {match_id: version for match_id, version in delivered_versions.items() if match_id not in read_ids}
    versions = versions_by_rank[0] | versions_by_rank[1] | versions_by_rank[2] | left
    return dict(list(versions.items())[:MAX_NAMED_MATCHES])


def _entry(match_id: str, entry: TimelineEntry, account: str) -> FeedEntry:
    return FeedEntry(
        kind=entry.kind,
        match=match_id,
        at=entry.at,
        version=entry.version,
        seat=entry.seat_by_account[account],
        phase=entry.phase,
    )


def _rematch_entries(rematches: Mapping[str, str]) -> Iterator[FeedEntry]:
    if not rematches:
        return
    opened = MatchRow.objects.filter(match_id__in=rematches.values())
    opened_at = dict(opened.values_list("match_id", "opened_at"))
    for match_id, next_id in rematches.items():
        yield FeedEntry(kind="rematch", match=match_id, at=opened_at[next_id], rematch=LinkedMatch(match=next_id))
