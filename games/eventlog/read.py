"""Reading the log: rows for a fold, and events as a viewer may see them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter

import msgspec

from games.eventlog.codec import decode_text
from games.eventlog.sql import Row, one_round_trip, select, sent
from games.rulebook.events import Event


@dataclass(frozen=True, slots=True)
class Reader:
    """Who is told: a seat's player or (None) the public; `until` is the version at which that player has resigned:
    what comes after it they are told as the public is."""

    seat: int | None
    until: int | None = None


PUBLIC = Reader(None)


@dataclass(frozen=True, kw_only=True, slots=True)
class HeadRow:
    """Where a match's log ends."""

    version: int
    hash: str
    erased: int


class Recorded(msgspec.Struct, frozen=True, kw_only=True):
    """An event as it stands in the log."""

    version: int
    at: datetime
    actor: int | str | None
    prev: str
    hash: str
    event: Event


class Body(msgspec.Struct):
    """The fields of a body that a fold needs."""

    version: int
    type: str
    schema: int
    at: datetime
    actor: int | str | None
    prev: str
    data: msgspec.Raw


_bodies = msgspec.json.Decoder(Body)


def head(match_id: str) -> HeadRow | None:
    """Where the log ends; None when there is no such match."""
    rows = select("SELECT version, hash, erased FROM eventlog_head WHERE match_id = %s", match_id)
    return HeadRow(version=rows[0][0], hash=rows[0][1], erased=rows[0][2]) if rows else None


LOG = """
    SELECT event.body, event.hash, opening.part, opening.value
    FROM eventlog_event AS event LEFT JOIN eventlog_opening AS opening
        ON opening.match_id = event.match_id AND opening.version = event.version
    WHERE event.match_id = %s AND event.version > %s AND event.version <= %s ORDER BY event.version
"""
EVENTS = "SELECT body, hash FROM eventlog_event WHERE match_id = %s AND version > %s AND version <= %s ORDER BY version"
OPENED = """
    SELECT opened.* FROM (
        SELECT
            CASE WHEN reader = %s THEN coalesce(read_from, open_from) ELSE open_from END AS at_version,
            version, part, salt, value
        FROM eventlog_opening WHERE match_id = %s AND salt IS NOT NULL
    ) AS opened WHERE at_version > %s AND at_version <= %s
"""
_DIGEST = itemgetter(1)


def recorded(match_id: str, after: int, upto: int) -> Iterator[Recorded]:
    """The events of versions `after` + 1 to `upto`, with their sealed parts, for a fold: for the server's eyes only."""
    if after < upto:
        yield from decoded(select(LOG, match_id, after, upto))


def decoded(rows: Iterable[Row]) -> Iterator[Recorded]:
    """The events of rows that LOG has selected: an event has one for each of its sealed parts, or one without."""
    for digest, of_one in groupby(rows, key=_DIGEST):
        lines = list(of_one)
        body = _bodies.decode(lines[0][0])
        event = decode_text(body.type, body.schema, body.data, {part: value for _, _, part, value in lines if part})
        version, at, actor = body.version, body.at, body.actor
        yield Recorded(version=version, at=at, actor=actor, prev=body.prev, hash=digest, event=event)


def seen_by(match_id: str, reader: Reader, after: int, upto: int) -> list[str]:
    """The events of versions `after` + 1 to `upto` as JSON texts, as they are told to this reader."""
    if reader.until is None or upto <= reader.until:
        return _seen_by(match_id, reader.seat, after, upto)
    before = _seen_by(match_id, reader.seat, after, reader.until) if after < reader.until else []
    return before + _seen_by(match_id, None, max(after, reader.until), upto)


def _seen_by(match_id: str, seat: int | None, after: int, upto: int) -> list[str]:
    with one_round_trip():
        events = sent(EVENTS, match_id, after, upto)
        openings = sent(OPENED, -1 if seat is None else seat, match_id, after, upto)
    return told(after, events.fetchall(), openings.fetchall())


def told(after: int, events: Iterable[Row], openings: Iterable[Row]) -> list[str]:
    """Events as JSON texts: each is the body as it was hashed, its hash, and the openings that may be read from it on.

    Args:
        events: bodies with their hashes, from version `after` + 1 on.
        openings: the version they are told with, then version, part, salt and value.
    """
    opened = _opened(openings, _TOLD)
    return [
        f'{body[:-1]},"hash":"{digest}","opened":[{",".join(opened.get(version, ()))}]}}'
        for version, (body, digest) in enumerate(events, start=after + 1)
    ]


def record_lines(match_id: str, seat: int | None, after: int, upto: int) -> list[str]:
    """The same events as lines of a match record: canonical texts, with the body apart."""
    with one_round_trip():
        events = sent(EVENTS, match_id, after, upto)
        openings = sent(OPENED, -1 if seat is None else seat, match_id, after, upto)
    rows, opened = events.fetchall(), _opened(openings.fetchall(), _CANONICAL)
    return [
        record_line(body, digest, opened.get(version, ()))
        for version, (body, digest) in enumerate(rows, start=after + 1)
    ]


def record_line(body: str, digest: str, openings: Iterable[str]) -> str:
    """The line of one event; openings are texts."""
    return f'{{"event":{body},"hash":"{digest}","opened":[{",".join(openings)}]}}'


def opening_text(version: int, part: str, salt: str | None, value: str | None) -> str:
    """An opening in a record: canonical."""
    return _CANONICAL.format(version=version, part=part, salt=salt, value=value)


_TOLD = '{{"version":{version},"part":"{part}","salt":"{salt}","value":{value}}}'
_CANONICAL = '{{"part":"{part}","salt":"{salt}","value":{value},"version":{version}}}'


def _opened(openings: Iterable[Row], text: str) -> dict[int, list[str]]:
    """The texts of openings by the version they are told with."""
    opened: dict[int, list[str]] = {}
    for at_version, version, part, salt, value in sorted(openings):
        of_one = text.format(version=version, part=part, salt=salt, value=value)
        opened.setdefault(at_version, []).append(of_one)
    return opened


def bodies(match_id: str, upto: int) -> list[str]:
    """The bodies of a match up to a version, without anything that is sealed: what everybody may know."""
    return [body for body, _ in select(EVENTS, match_id, 0, upto)]


def hash_at(match_id: str, version: int) -> str:
    """The hash of one event of a match that is there."""
    query = "SELECT hash FROM eventlog_event WHERE match_id = %s AND version = %s"
    return str(select(query, match_id, version)[0][0])


def heads(match_ids: Sequence[str]) -> dict[str, int]:
    """The newest version of each of these matches."""
    marks = ", ".join(["%s"] * len(match_ids))
    return dict(select(f"SELECT match_id, version FROM eventlog_head WHERE match_id IN ({marks})", *match_ids))
