"""The links between matches and their rematches: which match follows which."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.db import IntegrityError

from games.eventlog.batched_sql import select
from games.eventlog.event_reader import StreamHead
from games.matches.models import Rematch, ReplacedRematch

MAX_CACHED_LINKS = 4096


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkedMatch:
    """The rematch of a match, or the match that a rematch follows."""

    match: str


def next_match_id(match_id: str) -> str | None:
    """Return the match that follows this one as its rematch, or None."""
    return next_match_ids([match_id]).get(match_id)


def next_match_ids(match_ids: Collection[str]) -> Mapping[str, str]:
    """Return the rematch of each of these matches that has one."""
    return dict(Rematch.objects.filter(match_id__in=match_ids).values_list("match_id", "next_id"))


@lru_cache(maxsize=MAX_CACHED_LINKS)
def previous_match_id(match_id: str) -> str | None:
    """Return the match whose rematch this match was opened as, or None; call it for a match that exists."""
    # Cached, because every view has it: the link is committed together with the match's first events.
    links, replaced_links = (
        manager.filter(next_id=match_id).values_list("match_id", flat=True)
        for manager in (Rematch.objects, ReplacedRematch.objects)
    )
    return links.union(replaced_links).first()


@dataclass(frozen=True, kw_only=True, slots=True)
class WatchedHead:
    """What a watched match is at: the end of its log, and its rematch, if it has one."""

    head: StreamHead
    next_id: str | None


def watched_heads(match_ids: Sequence[str]) -> dict[str, WatchedHead]:
    """Return what each of these matches is at, with one query."""
    placeholders = ", ".join(["%s"] * len(match_ids))
    rows = select(_WATCHED_HEADS_SQL.format(match_ids=placeholders), *match_ids)
    return {
        match_id: WatchedHead(head=StreamHead(version=version, hash=digest, erasure_count=erasures), next_id=next_id)
        for match_id, version, digest, erasures, next_id in rows
    }


_WATCHED_HEADS_SQL = """
    SELECT head.match_id, head.version, head.hash, head.erased, rematch.next_id
    FROM eventlog_head AS head LEFT JOIN table_rematch AS rematch ON rematch.match_id = head.match_id
    WHERE head.match_id IN ({match_ids})
"""


def create_link(match_id: str, next_id: str) -> None:
    """Link a match to its first rematch, in the transaction that opens it.

    Raises:
        IntegrityError: another transaction, for which this one has waited, has linked its match first.
    """
    Rematch.objects.create(match_id=match_id, next_id=next_id)


def replace_link(match_id: str, replaced_id: str, next_id: str) -> None:
    """Link a match to another rematch, in the transaction that opens it; the replaced one keeps its way back.

    Raises:
        IntegrityError: another transaction, for which this one has waited, has replaced the link first.
    """
    if not Rematch.objects.filter(match_id=match_id, next_id=replaced_id).update(next_id=next_id):
        raise IntegrityError
    ReplacedRematch.objects.create(match_id=match_id, next_id=replaced_id)
