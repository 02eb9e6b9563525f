"""Positions in a match's log: how much of it a reader has, and whether the log still has that."""

from dataclasses import dataclass

from games.eventlog.digests import GENESIS_HASH
from games.eventlog.event_reader import StreamHead, hash_at_version


@dataclass(frozen=True, kw_only=True, slots=True)
class StreamPosition:
    """Up to which version a reader has the log, and the hash there if it is known.

    A version alone says little after a failover or a restore: the log may have other events now at the same versions.
    """

    version: int
    hash: str | None = None


BEFORE_FIRST_EVENT = StreamPosition(version=0)


class PositionLost(Exception):
    """The log doesn't have what the reader has.

    Args:
        head: what the log has; None if the reader may not know.
        match_id: the match, if the reader named several.
    """

    def __init__(self, head: StreamHead | None = None, match_id: str | None = None) -> None:
        super().__init__(head, match_id)
        self.head, self.match_id = head, match_id


class VersionAhead(PositionLost):
    """The position is beyond the head."""


class HistoryMismatch(PositionLost):
    """The log has another hash at this version."""


def is_lost(position: StreamPosition, head: StreamHead | None) -> bool:
    """Return whether a head shows that the log doesn't have the position; None: there is no log any more.

    Otherwise the log may have it or not: a head says nothing about the versions before.
    """
    if head is None or position.version > head.version:
        return True
    return position.version == head.version and position.hash not in (None, head.hash)


def require_position(match_id: str, position: StreamPosition, head: StreamHead) -> None:
    """Raise unless the log with this head has the position.

    Raises:
        VersionAhead, HistoryMismatch
    """
    if position.version > head.version:
        raise VersionAhead(head)
    if position.hash is not None and position.hash != _hash_at(match_id, position.version, head):
        raise HistoryMismatch(head)


def _hash_at(match_id: str, version: int, head: StreamHead) -> str:
    if version == head.version:
        return head.hash
    return hash_at_version(match_id, version) if version else GENESIS_HASH
