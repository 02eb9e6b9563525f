"""The rows that one command writes to the log: its events and their openings."""

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
from games.eventlog.event_range import EventRange
from games.eventlog.event_reader import RecordedEvent
from games.eventlog.event_texts import serialize_events
from games.eventlog.match_state import MatchState, apply_event
from games.rulebook.audience import Audience, OpeningEvents, date_openings, opens_older_parts
from games.rulebook.commands import Actor
from games.rulebook.events import Event
from games.rulebook.match import board_of


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
        self.opens_older_parts = False
        self._event_metadata, self._state = event_metadata, state
        for event in events:
            self._add_event(event)

    @property
    def first_type(self) -> str:
        """The type of the event that the command itself stands for; the others follow from it."""
        event_type: str = self.event_rows[0][2]
        return event_type

    @property
    def state_after(self) -> MatchState:
        """The state after all events."""
        assert self._state is not None, "a command leads to at least one event"
        return self._state

    def events_for(self, audience: Audience) -> list[str] | None:
        """Return the events as JSON texts for this audience, or None if they must be read from the log.

        That is so if they open parts of older events, which aren't at hand here.
        """
        if self.opens_older_parts:
            return None
        # Columns 1, 5 and 6 of an event are version, body and hash; an opening's are its match and StoredOpening's.
        event_range = EventRange(
            events=[(row[1], row[5], row[6]) for row in self.event_rows],
            openings=date_openings((row[1:] for row in self.opening_rows), OpeningEvents(())),
        )
        return serialize_events(event_range, audience)

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
        self.opens_older_parts = self.opens_older_parts or opens_older_parts(event, board)
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
    for sealed in encoded.parts:
        part = sealed.part
        yield match_id, version, part.name, sealed.salt, sealed.value, part.reader, part.face_down, part.opens
