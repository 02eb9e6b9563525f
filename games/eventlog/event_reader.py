"""Reading the log: events for a fold, and events as an audience may see them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter

import msgspec

from games.eventlog.batched_sql import Row, execute_raw, pipeline, select
from games.eventlog.codec import decode_json
from games.rulebook.events import Event


@dataclass(frozen=True, slots=True)
class Audience:
    """Who reads events: the player on a seat, or the public (None).

    `resigned_at_version` is the version at which that player resigned. They see later events as the public does.
    """

    seat: int | None
    resigned_at_version: int | None = None


PUBLIC_AUDIENCE = Audience(None)


@dataclass(frozen=True, kw_only=True, slots=True)
class StreamHead:
    """The end of a match's log."""

    version: int
    hash: str
    erasure_count: int
    """How often something has been erased; a state from an earlier count knows too much."""


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
    return StreamHead(version=rows[0][0], hash=rows[0][1], erasure_count=rows[0][2]) if rows else None


EVENTS_WITH_PARTS_SQL = """
    SELECT event.body, event.hash, opening.part, opening.value
    FROM eventlog_event AS event LEFT JOIN eventlog_opening AS opening
        ON opening.match_id = event.match_id AND opening.version = event.version
    WHERE event.match_id = %s AND event.version > %s AND event.version <= %s ORDER BY event.version
"""
EVENTS_SQL = (
    "SELECT body, hash FROM eventlog_event WHERE match_id = %s AND version > %s AND version <= %s ORDER BY version"
)
OPENINGS_FOR_SEAT_SQL = """
    SELECT opened.* FROM (
        SELECT
            CASE WHEN reader = %s THEN coalesce(read_from, open_from) ELSE open_from END AS at_version,
            version, part, salt, value
        FROM eventlog_opening WHERE match_id = %s AND salt IS NOT NULL
    ) AS opened WHERE at_version > %s AND at_version <= %s
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
    """
    for digest, event_rows in groupby(rows, key=_hash_of_row):
        rows_of_event = list(event_rows)
        body = _body_decoder.decode(rows_of_event[0][0])
        event = decode_json(
            body.type, body.schema, body.data, {part: value for _, _, part, value in rows_of_event if part}
        )
        version, at, actor = body.version, body.at, body.actor
        yield RecordedEvent(version=version, at=at, actor=actor, prev=body.prev, hash=digest, event=event)


def events_for(match_id: str, audience: Audience, after: int, upto: int) -> list[str]:
    """Return the events of versions `after` + 1 to `upto` as JSON texts, as this audience may see them."""
    if audience.resigned_at_version is None or upto <= audience.resigned_at_version:
        return _events_for_seat(match_id, audience.seat, after, upto)
    before = (
        _events_for_seat(match_id, audience.seat, after, audience.resigned_at_version)
        if after < audience.resigned_at_version
        else []
    )
    # A player who has resigned learns no more of the seat's secrets, which they might pass on to others.
    return before + _events_for_seat(match_id, None, max(after, audience.resigned_at_version), upto)


def _events_for_seat(match_id: str, seat: int | None, after: int, upto: int) -> list[str]:
    with pipeline():
        event_cursor = execute_raw(EVENTS_SQL, match_id, after, upto)
        opening_cursor = execute_raw(OPENINGS_FOR_SEAT_SQL, -1 if seat is None else seat, match_id, after, upto)
    return serialize_events(after, event_cursor.fetchall(), opening_cursor.fetchall())


def serialize_events(after: int, events: Iterable[Row], openings: Iterable[Row]) -> list[str]:
    """Return events as JSON texts: the hashed body, its hash, and the openings that became readable with it.

    Args:
        after: the version before the first event.
        events: rows of body and hash, from version `after` + 1 on.
        openings: rows of the version with which they became readable, then version, part, salt and value.
    """
    openings_by_version = _openings_by_version(openings, _OPENING_TEMPLATE)
    return [
        # The stored text is extended, not decoded and encoded again: clients hash exactly these bytes, and it is
        # faster.
        f'{body[:-1]},"hash":"{digest}","opened":[{",".join(openings_by_version.get(version, ()))}]}}'
        for version, (body, digest) in enumerate(events, start=after + 1)
    ]


def record_lines(match_id: str, seat: int | None, after: int, upto: int) -> list[str]:
    """Return the same events as lines of a match record: canonical texts, with the body as a member of its own."""
    with pipeline():
        event_cursor = execute_raw(EVENTS_SQL, match_id, after, upto)
        opening_cursor = execute_raw(OPENINGS_FOR_SEAT_SQL, -1 if seat is None else seat, match_id, after, upto)
    event_rows, openings_by_version = (
        event_cursor.fetchall(),
        _openings_by_version(opening_cursor.fetchall(), _CANONICAL_OPENING_TEMPLATE),
    )
    return [
        record_line(body, digest, openings_by_version.get(version, ()))
        for version, (body, digest) in enumerate(event_rows, start=after + 1)
    ]


def record_line(body: str, digest: str, openings: Iterable[str]) -> str:
    """Return the record's line for one event; openings are JSON texts."""
    return f'{{"event":{body},"hash":"{digest}","opened":[{",".join(openings)}]}}'


def canonical_opening(version: int, part: str, salt: str | None, value: str | None) -> str:
    """Return the canonical JSON text of an opening, for a record."""
    return _CANONICAL_OPENING_TEMPLATE.format(version=version, part=part, salt=salt, value=value)


# Values are stored as JSON text already; the other members need no escaping (digits, hex, plain names). Records are
# canonical, which orders the members.
_OPENING_TEMPLATE = '{{"version":{version},"part":"{part}","salt":"{salt}","value":{value}}}'
_CANONICAL_OPENING_TEMPLATE = '{{"part":"{part}","salt":"{salt}","value":{value},"version":{version}}}'


def _openings_by_version(openings: Iterable[Row], template: str) -> dict[int, list[str]]:
    """Return the JSON texts of openings by the version with which they became readable."""
    texts_by_version: dict[int, list[str]] = {}
    for at_version, version, part, salt, value in sorted(openings):
        opening_json = template.format(version=version, part=part, salt=salt, value=value)
        texts_by_version.setdefault(at_version, []).append(opening_json)
    return texts_by_version


def event_bodies(match_id: str, upto: int) -> list[str]:
    """Return the bodies of a match up to a version, without sealed values: what is public from the start."""
    return [body for body, _ in select(EVENTS_SQL, match_id, 0, upto)]


def hash_at_version(match_id: str, version: int) -> str:
    """Return the hash of one event; the match must have this version."""
    query = "SELECT hash FROM eventlog_event WHERE match_id = %s AND version = %s"
    return str(select(query, match_id, version)[0][0])


def stream_versions(match_ids: Sequence[str]) -> dict[str, int]:
    """Return the newest version of each of these matches."""
    placeholders = ", ".join(["%s"] * len(match_ids))
    return dict(select(f"SELECT match_id, version FROM eventlog_head WHERE match_id IN ({placeholders})", *match_ids))
