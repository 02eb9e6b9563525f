"""Reading the log: heads, and events for a fold. As an audience may see them they are in `event_texts`."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter

import msgspec

from games.eventlog.batched_sql import Row, select
from games.eventlog.codec import decode_json, is_known
from games.eventlog.unreadable_logs import NewerEvent
from games.rulebook import RULEBOOK_VERSION
from games.rulebook.events import Event, MatchOpened


@dataclass(frozen=True, kw_only=True, slots=True)
class StreamHead:
    """The end of a match's log."""

    version: int
    hash: str
    erasure_count: int
    """Grows whenever something is erased; a state from an earlier count knows too much."""

    @classmethod
    def of_row(cls, version: int, head_hash: str, erasure_count: int) -> "StreamHead":
        """Return the head of a row of version, hash and erased."""
        return cls(version=version, hash=head_hash, erasure_count=erasure_count)


class RecordedEvent(msgspec.Struct, frozen=True, kw_only=True):
    """An event as recorded in the log."""

    version: int
    at: datetime
    actor: int | str | None
    prev: str
    hash: str
    event: Event


class EventBody(msgspec.Struct):
    """The fields of a body that a fold needs; `data` stays undecoded."""

    match: str
    version: int
    type: str
    schema: int
    at: datetime
    actor: int | str | None
    prev: str
    data: msgspec.Raw


_body_decoder = msgspec.json.Decoder(EventBody)


def stream_head(match_id: str) -> StreamHead | None:
    """Return the end of the log, or None when there is no such match."""
    rows = select("SELECT version, hash, erased FROM eventlog_head WHERE match_id = %s", match_id)
    return StreamHead.of_row(*rows[0]) if rows else None


EVENTS_WITH_PARTS_SQL = """
    SELECT event.body, event.hash, opening.part, opening.value
    FROM eventlog_event AS event LEFT JOIN eventlog_opening AS opening
        ON opening.match_id = event.match_id AND opening.version = event.version
    WHERE event.match_id = %s AND event.version > %s AND event.version <= %s ORDER BY event.version
"""
_hash_of_row = itemgetter(1)


def load_events(match_id: str, after: int, upto: int) -> Iterator[RecordedEvent]:
    """Yield the events of versions `after` + 1 to `upto` with all their sealed parts.

    They are for a fold, and must not leave the server.
    """
    if after < upto:
        yield from decode_events(select(EVENTS_WITH_PARTS_SQL, match_id, after, upto))


def decode_events(rows: Iterable[Row]) -> Iterator[RecordedEvent]:
    """Yield the events of rows selected by EVENTS_WITH_PARTS_SQL.

    An event has one row for each of its sealed parts, or one without.

    Raises:
        NewerEvent: only a newer release knows the event.
    """
    # Rows are ordered by version, so those of one event come together. The order of its parts doesn't matter.
    for digest, event_rows in groupby(rows, key=_hash_of_row):
        rows_of_event = list(event_rows)
        body = _body_decoder.decode(rows_of_event[0][0])
        require_known(body.match, body.version, body.type, body.schema)
        event = decode_json(
            body.type, body.schema, body.data, {part: value for _, _, part, value in rows_of_event if part}
        )
        if isinstance(event, MatchOpened) and event.rulebook > RULEBOOK_VERSION:
            # Folding it by the rules that are known would give another match.
            raise NewerEvent(body.match, body.version, f"rulebook {event.rulebook}")
        version, at, actor = body.version, body.at, body.actor
        yield RecordedEvent(version=version, at=at, actor=actor, prev=body.prev, hash=digest, event=event)


def require_known(match_id: str, version: int, event_type: str, schema: int) -> None:
    """Raise unless this release knows the event type in this schema.

    Raises:
        NewerEvent
    """
    if not is_known(event_type, schema):
        raise NewerEvent(match_id, version, f"the event type {event_type} with schema {schema}")


def event_bodies(match_id: str, upto: int) -> list[str]:
    """Return the bodies of a match up to a version, without sealed values: what is public from the start."""
    query = "SELECT body FROM eventlog_event WHERE match_id = %s AND version <= %s ORDER BY version"
    return [body for (body,) in select(query, match_id, upto)]


def hash_at_version(match_id: str, version: int) -> str:
    """Return the hash of one event; the match must have this version."""
    query = "SELECT hash FROM eventlog_event WHERE match_id = %s AND version = %s"
    return str(select(query, match_id, version)[0][0])


def hashes_at_versions(versions: Mapping[str, int]) -> dict[str, str]:
    """Return the hash of each match at the version given for it, with one query; without those that don't exist."""
    if not versions:
        return {}
    places = " OR ".join(["match_id = %s AND version = %s"] * len(versions))
    values = [value for position in versions.items() for value in position]
    return dict(select(f"SELECT match_id, hash FROM eventlog_event WHERE {places}", *values, prepare=False))
