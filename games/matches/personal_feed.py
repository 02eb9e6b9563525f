"""What concerns an account: its matches as they are now, and what has happened in them since a cursor."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from games.matches.feed_cursor import FeedCursor, decode_cursor, encode_cursor
from games.matches.participation import MyMatch, NextMatch, Participation, find_participations, is_over, my_match
from games.matches.timeline import Concern, ConcernKind, load_timeline
from games.projections.models import MatchRow
from games.rulebook.match import assigned_seat_of

MAX_ENTRIES = 200
"""Entries in one answer; what is left comes with the next one."""
MAX_NAMED_MATCHES = 160
"""Matches in a cursor: those listed, and others of which something is untold or could be told again."""

EntryKind: TypeAlias = Literal[ConcernKind, "rematch"]


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
    rematch: NextMatch | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class FeedPage:
    """The account's matches, what has happened since the cursor of the request, and the cursor for the next one."""

    cursor: str
    matches: Sequence[MyMatch]
    entries: Sequence[FeedEntry]


@dataclass(frozen=True, kw_only=True, slots=True)
class _Reading:
    """A match that concerns the account, and what it hasn't been told of it.

    `told_before` is the version up to which it has been told before, `told_finally` the one after all of `untold`.
    """

    participation: Participation
    line: MyMatch | None
    untold: Sequence[Concern] = ()
    told_before: int
    told_finally: int

    @property
    def match_id(self) -> str:
        return self.participation.match_id

    def told_after(self, last_told: int | None) -> int:
        """Return up to which version the account has been told of everything, if `last_told` was told last."""
        told = self.told_before if last_told is None else last_told
        return told if self.untold and self.untold[-1].version > told else self.told_finally


def read_feed(account: str, cursor: str | None) -> FeedPage:
    """Return the account's feed after a cursor; without one, the list of matches alone.

    Raises:
        InvalidCursor: the cursor was not given to this account.
    """
    known = None if cursor is None else decode_cursor(cursor, account)
    told_versions = known.versions if known else {}
    readings = [_read(participation, account, known) for participation in find_participations(account, told_versions)]
    concerns = _first_concerns(readings)
    next_ids = {reading.match_id: reading.participation.next_id for reading in readings}
    rematches = {match_id: next_id for match_id, next_id in next_ids.items() if next_id is not None}
    untold_rematches = {
        match_id: next_id for match_id, next_id in rematches.items() if known is not None and next_id not in known.told
    }
    next_cursor = FeedCursor(
        versions=_next_versions(readings, told_versions, concerns), told=frozenset(rematches.values())
    )
    return FeedPage(
        cursor=encode_cursor(next_cursor, account),
        matches=[reading.line for reading in readings if reading.participation.is_listed and reading.line],
        entries=[
            *(_entry(match_id, concern, account) for match_id, concern in concerns),
            *_rematch_entries(untold_rematches),
        ],
    )


def _read(participation: Participation, account: str, known: FeedCursor | None) -> _Reading:
    told_before = 0 if known is None else known.versions.get(participation.match_id, 0)
    head_version = participation.head.version
    if is_over(participation) and participation.seat is not None and (known is None or told_before == head_version):
        # What is over and has been told needs no log; most matches of a list are so.
        line = my_match(participation, None, account)
        return _Reading(participation=participation, line=line, told_before=told_before, told_finally=head_version)
    timeline = load_timeline(participation.match_id, participation.head)
    concerns = timeline.concerns_of(account, told_before)
    is_seated = assigned_seat_of(timeline.state.match, account) is not None
    last_version = concerns[-1].version if concerns else told_before
    return _Reading(
        participation=participation,
        line=my_match(participation, timeline.state, account),
        untold=() if known is None else concerns,
        told_before=told_before,
        # Somebody who was removed learns nothing more of the match, not even how its version grows.
        told_finally=timeline.state.version if is_seated else last_version,
    )


def _first_concerns(readings: Sequence[_Reading]) -> list[tuple[str, Concern]]:
    """Return the oldest concerns that the account hasn't been told of, with their matches; at most `MAX_ENTRIES`.

    Those of one version are not divided, so there may be a few more: a cursor names versions.
    """
    untold = [(reading.match_id, concern) for reading in readings for concern in reading.untold]
    # Stable, so that the concerns of one version stay in order.
    untold.sort(key=lambda pair: (pair[1].at, pair[0], pair[1].version))
    end = MAX_ENTRIES
    while end < len(untold) and _version_of(untold[end]) == _version_of(untold[end - 1]):
        end += 1
    return untold[:end]


def _version_of(pair: tuple[str, Concern]) -> tuple[str, int]:
    return pair[0], pair[1].version


def _next_versions(
    readings: Sequence[_Reading], told_versions: Mapping[str, int], concerns: Sequence[tuple[str, Concern]]
) -> dict[str, int]:
    """Return the versions for the next cursor, with the least important matches last, and not too many of them."""
    last_told = {match_id: concern.version for match_id, concern in concerns}
    versions_by_rank: list[dict[str, int]] = [{}, {}, {}]
    for reading in readings:
        told = reading.told_after(last_told.get(reading.match_id))
        has_more = told != reading.told_finally
        if reading.participation.is_listed or has_more or reading.participation.is_recent:
            rank = 0 if reading.participation.is_listed else 1 if has_more else 2
            versions_by_rank[rank][reading.match_id] = told
    # Matches that the account has left by itself. They stay named, so that nothing is repeated if it comes back.
    read_ids = {reading.match_id for reading in readings}
    left = {match_id: version for match_id, version in told_versions.items() if match_id not in read_ids}
    versions = versions_by_rank[0] | versions_by_rank[1] | versions_by_rank[2] | left
    return dict(list(versions.items())[:MAX_NAMED_MATCHES])


def _entry(match_id: str, concern: Concern, account: str) -> FeedEntry:
    return FeedEntry(
        kind=concern.kind,
        match=match_id,
        at=concern.at,
        version=concern.version,
        seat=concern.seat_by_account[account],
        phase=concern.phase,
    )


def _rematch_entries(rematches: Mapping[str, str]) -> Iterator[FeedEntry]:
    if not rematches:
        return
    opened = MatchRow.objects.filter(match_id__in=rematches.values())
    opened_at = dict(opened.values_list("match_id", "opened_at"))
    for match_id, next_id in rematches.items():
        yield FeedEntry(kind="rematch", match=match_id, at=opened_at[next_id], rematch=NextMatch(match=next_id))
