"""The rows that one command writes to the log: its events, their openings, and the older parts they open."""

import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

import msgspec

from games.eventlog.batched_sql import Row
from games.eventlog.canonical_encoding import encode_canonical
from games.eventlog.codec import EncodedEvent, encode
from games.eventlog.command_metadata import CommandMetadata
from games.eventlog.digests import GENESIS_HASH, chain_hash
from games.eventlog.event_reader import Audience, RecordedEvent, serialize_events
from games.eventlog.match_state import MatchState, apply_event
from games.rulebook.commands import Actor
from games.rulebook.events import Event
from games.rulebook.match import board_of
from games.rulebook.sealed import OPENS_AT_END, OPENS_NOW, key_opened_by, reveals_face_down_hands


def new_salt() -> str:
    """Return 32 random bytes in hex."""
    return secrets.token_hex(32)


@dataclass(frozen=True, kw_only=True, slots=True)
class EventMetadata:
    """What the events of one command have in common.

    `actor` (a seat, "staff", "clock" or None) is stored in the first of them; events that follow automatically have
    none.
    """

    match_id: str
    command_metadata: CommandMetadata
    actor: Actor
    at: datetime
    salt_factory: Callable[[], str] = new_salt


class EventBatch:
    """The rows of a command's events after `state` (None: a new match), and the state after them."""

    def __init__(self, state: MatchState | None, events: Sequence[Event], event_metadata: EventMetadata) -> None:
        self.first_version = state.version + 1 if state else 1
        self.event_rows: list[Row] = []
        self.opening_rows: list[Row] = []
        self.opened_keys: list[tuple[str, int]] = []
        self.hands_revealed_at_version: int | None = None
        """The version at which hands that lay face down became readable to their holders."""
        self._event_metadata, self._state = event_metadata, state
        for event in events:
            self._add_event(event)

    @property
    def state_after(self) -> MatchState:
        """The state after all events."""
        assert self._state is not None, "a command leads to at least one event"
        return self._state

    def events_for(self, audience: Audience) -> list[str] | None:
        """Return the events as JSON texts for this audience, or None if they must be read from the log.

        That is so if they open parts of older events, which aren't at hand here, or if the reader has resigned.
        """
        if self.opened_keys or self.hands_revealed_at_version or audience.resigned_at_version is not None:
            return None
        # Rows have the columns of eventlog_opening: 1 to 4 are version, part, salt and value, 5 is reader, 6 read_from,
        # 8 open_from. Columns 5 and 6 of an event are body and hash.
        seat = -1 if audience.seat is None else audience.seat
        own_openings = [(row[6], *row[1:5]) for row in self.opening_rows if row[5] == seat and row[6] is not None]
        public_openings = [(row[8], *row[1:5]) for row in self.opening_rows if row[5] != seat and row[8] is not None]
        return serialize_events(
            self.first_version - 1, [row[5:] for row in self.event_rows], own_openings + public_openings
        )

    def _add_event(self, event: Event) -> None:
        before, at = self._state, self._event_metadata.at
        version, prev = (before.version + 1, before.hash) if before else (1, GENESIS_HASH)
        board = board_of(before.match) if before else None
        encoded = encode(event, board, self._event_metadata.salt_factory)
        actor = None if self.event_rows else self._event_metadata.actor
        body = self._canonical_body(version, encoded, actor, prev)
        event_hash = chain_hash(body)
        match_id, command_id = self._event_metadata.match_id, self._event_metadata.command_metadata.command_id
        self.event_rows.append((match_id, version, encoded.type, command_id, at, body, event_hash))
        self.opening_rows.extend(_opening_rows(match_id, version, encoded))
        if key := key_opened_by(event):
            self.opened_keys.append((key, version))
            # Parts of this command's own events may open at once, as when the last vote scores the round. They aren't
            # in the database yet, so the UPDATE for older parts misses them.
            self.opening_rows = [(*row[:8], version) if _is_opened_by(row, key) else row for row in self.opening_rows]
        if reveals_face_down_hands(event, board):
            self.hands_revealed_at_version = version
        recorded_event = RecordedEvent(version=version, at=at, actor=actor, prev=prev, hash=event_hash, event=event)
        self._state = apply_event(before, recorded_event)

    def _canonical_body(self, version: int, encoded: EncodedEvent, actor: int | str | None, prev: str) -> str:
        return encode_canonical(
            {
                "match": self._event_metadata.match_id,
                "version": version,
                "type": encoded.type,
                "schema": encoded.schema,
                "at": msgspec.to_builtins(self._event_metadata.at),
                "actor": actor,
                "data": encoded.data,
                "prev": prev,
            }
        )


def _opening_rows(match_id: str, version: int, encoded: EncodedEvent) -> Iterator[Row]:
    for sealed_part in encoded.parts:
        part = sealed_part.part
        read_from = None if part.reader is None or part.face_down else version
        open_from = version if part.opens == OPENS_NOW else None
        yield (
            match_id,
            version,
            part.name,
            sealed_part.salt,
            sealed_part.value,
            part.reader,
            read_from,
            part.opens,
            open_from,
        )


def _is_opened_by(opening: Row, key: str) -> bool:
    return opening[8] is None and key in (OPENS_AT_END, opening[7])
