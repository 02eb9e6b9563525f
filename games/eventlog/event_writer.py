"""The rows that one command writes to the log: its events and their openings."""

import secrets
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime

import msgspec

from games.eventlog.batched_sql import Row
from games.eventlog.canonical_encoding import encode_canonical
from games.eventlog.codec import current_schema, encode
from games.eventlog.digests import GENESIS_HASH, chain_hash
from games.eventlog.event_range import EventRange
from games.eventlog.event_reader import RecordedEvent
from games.eventlog.event_texts import serialize_events
from games.eventlog.match_state import MatchState, advance
from games.rulebook import Match
from games.rulebook.audience import Audience, StoredOpening, date_openings, opens_older_parts
from games.rulebook.commands import Actor
from games.rulebook.event_names import EVENT_NAME_BY_CLASS
from games.rulebook.events import Event
from games.rulebook.match import board_of


def new_salt() -> str:
    """Return 32 random bytes in hex."""
    return secrets.token_hex(32)


class EventBatch:
    """The rows of a command's events, and the state after them."""

    def __init__(
        self,
        match_id: str,
        state: MatchState | None,
        decided: Iterable[tuple[Event, Match]],
        *,
        command_id: str,
        actor: Actor,
        at: datetime,
        make_salt: Callable[[], str] = new_salt,
    ) -> None:
        """Make the rows.

        Args:
            match_id: the match.
            state: the match before the events; None for a new one.
            decided: the events, each with the match after it.
            command_id: the command that led to them.
            actor: who sent it; stored in the first event, since the others follow automatically.
            at: the time of all events.
            make_salt: returns 32 fresh random bytes in hex.
        """
        self.match_id, self.command_id, self.at = match_id, command_id, at
        self.first_version = state.version + 1 if state else 1
        self.event_rows: list[Row] = []
        self.openings: list[StoredOpening] = []
        self.opens_older_parts = False
        self._make_salt = make_salt
        state_after = advance(state, self._record_events(state, decided, actor))
        assert state_after is not None, "a command leads to at least one event"
        self.state_after = state_after

    @property
    def first_type(self) -> str:
        """The type of the event that the command itself stands for; the others follow from it."""
        event_type: str = self.event_rows[0][2]
        return event_type

    def events_for(self, audience: Audience) -> list[str] | None:
        """Return the events as JSON texts for this audience, or None if they must be read from the log.

        That is so if they open parts of older events, which aren't at hand here.
        """
        if self.opens_older_parts:
            return None
        # These events open nothing older, so only parts that open at once, or to their reader, reach anybody here.
        # Columns 1, 4 and 5 are version, body and hash.
        events = [(row[1], row[4], row[5]) for row in self.event_rows]
        return serialize_events(EventRange(events=events, openings=date_openings(self.openings, {})), audience)

    def _record_events(
        self, state: MatchState | None, decided: Iterable[tuple[Event, Match]], actor: Actor
    ) -> Iterator[tuple[RecordedEvent, Match]]:
        """Yield the events as they are recorded, each with the match after it, and make their rows."""
        version, prev, match = (state.version, state.hash, state.match) if state else (0, GENESIS_HASH, None)
        for event, match_after in decided:
            version += 1
            record = self._record_event(event, match, version, prev, actor)
            yield record, match_after
            prev, match, actor = record.hash, match_after, None

    def _record_event(
        self, event: Event, match_before: Match | None, version: int, prev: str, actor: Actor
    ) -> RecordedEvent:
        name, board = EVENT_NAME_BY_CLASS[type(event)], board_of(match_before) if match_before else None
        # With the match before the event: readers follow from what was known then, for the verifier as well.
        data, openings = encode(event, match_before, version, self._make_salt)
        body = encode_canonical(
            {
                "match": self.match_id,
                "version": version,
                "type": name,
                "schema": current_schema(name),
                "at": msgspec.to_builtins(self.at),
                "actor": actor,
                "data": data,
                "prev": prev,
            }
        )
        event_hash = chain_hash(body)
        self.event_rows.append((self.match_id, version, name, self.at, body, event_hash))
        self.openings += openings
        self.opens_older_parts = self.opens_older_parts or opens_older_parts(event, board)
        return RecordedEvent(version=version, at=self.at, actor=actor, prev=prev, hash=event_hash, event=event)
