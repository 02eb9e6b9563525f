"""Reading the log: rows for a fold, and events as a viewer may see them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec

from games.eventlog.codec import decode
from games.eventlog.sql import Row, select
from games.rulebook.events import Event


@dataclass(frozen=True, kw_only=True, slots=True)
class HeadRow:
    """Where a match's log ends."""

    version: int
    hash: str


class Recorded(msgspec.Struct, frozen=True, kw_only=True):
    """An event as it stands in the log."""

    version: int
    at: datetime
    prev: str
    hash: str
    event: Event


class Body(msgspec.Struct):
    """The fields of a body that a fold needs."""

    version: int
    type: str
    schema: int
    at: datetime
    prev: str
    data: msgspec.Raw


_bodies = msgspec.json.Decoder(Body)


def head(match_id: str) -> HeadRow | None:
    """Where the log ends; None when there is no such match."""
    rows = select("SELECT version, hash FROM eventlog_head WHERE match_id = %s", match_id)
    return HeadRow(version=rows[0][0], hash=rows[0][1]) if rows else None


EVENTS = "SELECT body, hash FROM eventlog_event WHERE match_id = %s AND version > %s AND version <= %s ORDER BY version"
SECRETS = "SELECT version, part, value FROM eventlog_opening WHERE match_id = %s AND version > %s AND version <= %s"


def recorded(match_id: str, after: int, upto: int) -> Iterator[Recorded]:
    """The events of versions `after` + 1 to `upto`, with their sealed parts, for a fold: for the server's eyes only."""
    if after < upto:
        yield from decoded(select(EVENTS, match_id, after, upto), select(SECRETS, match_id, after, upto))


def decoded(events: Iterable[Row], secrets: Iterable[Row]) -> Iterator[Recorded]:
    """The events of rows that EVENTS and SECRETS have selected."""
    sealed: dict[int, dict[str, str | None]] = {}
    for version, part, value in secrets:
        sealed.setdefault(version, {})[part] = value
    for text, digest in events:
        body = _bodies.decode(text)
        event = decode(body.type, body.schema, body.data, sealed.get(body.version, {}))
        yield Recorded(version=body.version, at=body.at, prev=body.prev, hash=digest, event=event)


def seen_by(match_id: str, seat: int | None, after: int, upto: int) -> list[str]:
    """The events of versions `after` + 1 to `upto` as JSON texts.

    Each is the body as it was hashed, its hash, and the openings that this seat (None: the public) may read from it on.
    """
    opened: dict[int, list[dict[str, Any]]] = {}
    for at_version, version, part, salt, value in select(
        """
        SELECT opened.* FROM (
            SELECT CASE WHEN reader = %s THEN version ELSE open_from END AS at_version, version, part, salt, value
            FROM eventlog_opening WHERE match_id = %s AND salt IS NOT NULL
        ) AS opened WHERE at_version > %s AND at_version <= %s ORDER BY version, part
        """,
        -1 if seat is None else seat, match_id, after, upto,
    ):  # fmt: skip
        opening = {"version": version, "part": part, "salt": salt, "value": msgspec.Raw(value.encode())}
        opened.setdefault(at_version, []).append(opening)
    return [
        f'{body[:-1]},"hash":"{digest}","opened":{msgspec.json.encode(opened.get(version, [])).decode()}}}'
        for version, (body, digest) in enumerate(select(EVENTS, match_id, after, upto), start=after + 1)
    ]


def hash_at(match_id: str, version: int) -> str:
    """The hash of one event of a match that is there."""
    query = "SELECT hash FROM eventlog_event WHERE match_id = %s AND version = %s"
    return str(select(query, match_id, version)[0][0])


def heads(match_ids: Sequence[str]) -> dict[str, int]:
    """The newest version of each of these matches."""
    marks = ", ".join(["%s"] * len(match_ids))
    return dict(select(f"SELECT match_id, version FROM eventlog_head WHERE match_id IN ({marks})", *match_ids))
