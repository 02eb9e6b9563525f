"""Reading the log: rows for a fold, and events as a viewer may see them."""

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
    """Who is told: a seat's player or (None) the public; `until` is the version at which that player has resigned:
    what comes after it they are told as the public is."""

    seat: int | None
    resigned_at_version: int | None = None


PUBLIC_AUDIENCE = Audience(None)


@dataclass(frozen=True, kw_only=True, slots=True)
class StreamHead:
    """Where a match's log ends."""

    version: int
    hash: str
    erasure_count: int


class RecordedEvent(msgspec.Struct, frozen=True, kw_only=True):
    """An event as it stands in the log."""

    version: int
    at: datetime
    actor: int | str | None
    prev: str
    hash: str
    event: Event


class EventBody(msgspec.Struct):
    """The fields of a body that a fold needs."""

    version: int
    type: str
    schema: int
    at: datetime
    actor: int | str | None
    prev: str
    data: msgspec.Raw


_body_decoder = msgspec.json.Decoder(EventBody)


def stream_head(match_id: str) -> StreamHead | None:
    """Where the log ends; None when there is no such match."""
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
    """The events of versions `after` + 1 to `upto`, with their sealed parts, for a fold: for the server's eyes only."""
    if after < upto:
        yield from decode_events(select(EVENTS_WITH_PARTS_SQL, match_id, after, upto))


def decode_events(rows: Iterable[Row]) -> Iterator[RecordedEvent]:
    """The events of rows that LOG has selected: an event has one for each of its sealed parts, or one without."""
    for digest, event_rows in groupby(rows, key=_hash_of_row):
        rows_of_event = list(event_rows)
        body = _body_decoder.decode(rows_of_event[0][0])
        event = decode_json(
            body.type, body.schema, body.data, {part: value for _, _, part, value in rows_of_event if part}
        )
        version, at, actor = body.version, body.at, body.actor
        yield RecordedEvent(version=version, at=at, actor=actor, prev=body.prev, hash=digest, event=event)


def events_for(match_id: str, audience: Audience, after: int, upto: int) -> list[str]:
    """The events of versions `after` + 1 to `upto` as JSON texts, as they are told to this reader."""
    if audience.resigned_at_version is None or upto <= audience.resigned_at_version:
        return _events_for_seat(match_id, audience.seat, after, upto)
    before = (
        _events_for_seat(match_id, audience.seat, after, audience.resigned_at_version)
        if after < audience.resigned_at_version
        else []
    )
    return before + _events_for_seat(match_id, None, max(after, audience.resigned_at_version), upto)


def _events_for_seat(match_id: str, seat: int | None, after: int, upto: int) -> list[str]:
    with pipeline():
        event_cursor = execute_raw(EVENTS_SQL, match_id, after, upto)
        opening_cursor = execute_raw(OPENINGS_FOR_SEAT_SQL, -1 if seat is None else seat, match_id, after, upto)
    return serialize_events(after, event_cursor.fetchall(), opening_cursor.fetchall())


def serialize_events(after: int, events: Iterable[Row], openings: Iterable[Row]) -> list[str]:
    """Events as JSON texts: each is the body as it was hashed, its hash, and the openings that may be read from it on.

    Args:
        events: bodies with their hashes, from version `after` + 1 on.
        openings: the version they are told with, then version, part, salt and value.
    """
    openings_by_version = _openings_by_version(openings, _OPENING_TEMPLATE)
    return [
        f'{body[:-1]},"hash":"{digest}","opened":[{",".join(openings_by_version.get(version, ()))}]}}'
        for version, (body, digest) in enumerate(events, start=after + 1)
    ]


def record_lines(match_id: str, seat: int | None, after: int, upto: int) -> list[str]:
    """The same events as lines of a match record: canonical texts, with the body apart."""
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
    """The line of one event; openings are texts."""
    return f'{{"event":{body},"hash":"{digest}","opened":[{",".join(openings)}]}}'


def canonical_opening(version: int, part: str, salt: str | None, value: str | None) -> str:
    """An opening in a record: canonical."""
    return _CANONICAL_OPENING_TEMPLATE.format(version=version, part=part, salt=salt, value=value)


_OPENING_TEMPLATE = '{{"version":{version},"part":"{part}","salt":"{salt}","value":{value}}}'
_CANONICAL_OPENING_TEMPLATE = '{{"part":"{part}","salt":"{salt}","value":{value},"version":{version}}}'


def _openings_by_version(openings: Iterable[Row], template: str) -> dict[int, list[str]]:
    """The texts of openings by the version they are told with."""
    texts_by_version: dict[int, list[str]] = {}
    for at_version, version, part, salt, value in sorted(openings):
        opening_json = template.format(version=version, part=part, salt=salt, value=value)
        texts_by_version.setdefault(at_version, []).append(opening_json)
    return texts_by_version


def event_bodies(match_id: str, upto: int) -> list[str]:
    """The bodies of a match up to a version, without anything that is sealed: what everybody may know."""
    return [body for body, _ in select(EVENTS_SQL, match_id, 0, upto)]


def hash_at_version(match_id: str, version: int) -> str:
    """The hash of one event of a match that is there."""
    query = "SELECT hash FROM eventlog_event WHERE match_id = %s AND version = %s"
    return str(select(query, match_id, version)[0][0])


def stream_versions(match_ids: Sequence[str]) -> dict[str, int]:
    """The newest version of each of these matches."""
    placeholders = ", ".join(["%s"] * len(match_ids))
    return dict(select(f"SELECT match_id, version FROM eventlog_head WHERE match_id IN ({placeholders})", *match_ids))
