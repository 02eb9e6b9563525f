"""Reading events together with the openings that may reach anybody with them.

`games.rulebook.audience` decides which of them reach whom. The queries here only fetch those that it may need.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from games.eventlog.batched_sql import Row, execute, pipeline
from games.eventlog.unreadable_logs import reading_log
from games.rulebook.audience import (
    OPENING_EVENT_TYPES,
    PASSES_HANDS,
    DatedOpening,
    OpeningVersions,
    date_openings,
    key_opened_by,
    opening_versions,
)
from games.rulebook.sealed import OPENS_AT_END


@dataclass(frozen=True, kw_only=True, slots=True)
class EventRange:
    """Events after a version, as rows of version, body and hash, and all openings that may reach anybody with them."""

    events: Sequence[tuple[int, str, str]]
    openings: Sequence[DatedOpening]

    def hash_by_version(self) -> dict[int, str]:
        """Return the hash of each event, and the one that the first event names as the hash before it."""
        hashes = {version: digest for version, _, digest in self.events}
        if self.events:
            first_version, first_body, _ = self.events[0]
            hashes[first_version - 1] = _chained_body_decoder.decode(first_body).prev
        return hashes


def read_range(match_id: str, after: int, upto: int) -> EventRange:
    """Return the events of versions `after` + 1 to `upto`.

    Raises:
        BrokenLog
    """
    with reading_log(match_id):
        return _read_range(match_id, after, upto)


def _read_range(match_id: str, after: int, upto: int) -> EventRange:
    with pipeline():
        event_cursor = execute(_SELECT_EVENTS_SQL, match_id, after, upto)
        opening_cursor = _select_openings(match_id, _IN_RANGE, after, upto)
    event_rows, opening_rows = event_cursor.fetchall(), opening_cursor.fetchall()
    keys = list(_opening_keys(event_rows))
    opened_keys = {key for _, key in keys if key != PASSES_HANDS}
    if after and opened_keys:
        earlier_keys, earlier_opening_rows = _read_earlier(match_id, after, opened_keys)
        keys, opening_rows = [*earlier_keys, *keys], [*earlier_opening_rows, *opening_rows]
    return EventRange(
        events=[(version, body, digest) for version, _, body, digest in event_rows],
        openings=date_openings(opening_rows, opening_versions(keys)),
    )


def opening_versions_of(rows: Iterable[Row]) -> OpeningVersions:
    """Return what the events of these rows (version, type, body; ascending versions) open."""
    return opening_versions(_opening_keys(rows))


_SELECT_EVENTS_SQL = """
    SELECT version, type, body, hash FROM eventlog_event
    WHERE match_id = %s AND version > %s AND version <= %s ORDER BY version
"""
_SELECT_OPENING_EVENTS_SQL = """
    SELECT version, type, body FROM eventlog_event
    WHERE match_id = %s AND version <= %s AND type IN ('clue_given', 'hands_passed', 'round_scored')
    ORDER BY version
"""
_SELECT_OPENINGS_SQL = """
    SELECT version, part, salt, value, reader, face_down, opens FROM eventlog_opening
    WHERE match_id = %s AND salt IS NOT NULL AND version {condition}
"""
_IN_RANGE = "> %s AND version <= %s"
_SEALED_BEFORE = "<= %s AND opens <> 'now'"
# A clue turns up the hands that have been drawn or passed since the clue, or since hands were passed, before.
_OPENED_BY_KEYS_BEFORE = """<= %s AND (opens IN ({keys}) OR face_down AND version >= (
    SELECT coalesce(max(version), 0) FROM eventlog_event
    WHERE match_id = %s AND version <= %s AND type IN ('clue_given', 'hands_passed')
))"""


class _ChainedBody(msgspec.Struct):
    prev: str


_chained_body_decoder = msgspec.json.Decoder(_ChainedBody)


class _ScoredRound(msgspec.Struct):
    round: Any = None


class _ScoredRoundBody(msgspec.Struct):
    data: _ScoredRound


_scored_round_decoder = msgspec.json.Decoder(_ScoredRoundBody)


def _opening_keys(rows: Iterable[Row]) -> Iterator[tuple[int, str]]:
    """Yield version and opened key of the events that open parts of earlier ones.

    The rows begin with version, type and body.
    """
    for version, event_type, body, *_ in rows:
        # Most events open nothing, so their bodies are not parsed.
        if event_type in OPENING_EVENT_TYPES:
            key = key_opened_by(event_type, _scored_round(body) if event_type == "round_scored" else None)
            if key is not None:
                yield version, key


def _scored_round(body: str) -> Any:
    """Return the round of a `round_scored`; None if somebody has changed the body, for verification to find."""
    try:
        return _scored_round_decoder.decode(body).data.round
    except msgspec.MsgspecError:
        return None


def _read_earlier(match_id: str, upto: int, keys: set[str]) -> tuple[list[tuple[int, str]], list[Row]]:
    """Return the openings of events up to a version that these keys may open.

    Before them come the keys opened up to that version, where they decide what the end of the match still opens.
    """
    if OPENS_AT_END in keys:
        with pipeline():
            event_cursor = execute(_SELECT_OPENING_EVENTS_SQL, match_id, upto)
            opening_cursor = _select_openings(match_id, _SEALED_BEFORE, upto)
        return list(_opening_keys(event_cursor.fetchall())), opening_cursor.fetchall()
    condition = _OPENED_BY_KEYS_BEFORE.format(keys=", ".join(["%s"] * len(keys)))
    return [], _select_openings(match_id, condition, upto, *keys, match_id, upto).fetchall()


def _select_openings(match_id: str, condition: str, *values: Any) -> Any:
    return execute(_SELECT_OPENINGS_SQL.format(condition=condition), match_id, *values)
