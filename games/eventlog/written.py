"""What one command writes to the log: its events, what opens their sealed parts, and which older parts they open."""

import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

import msgspec

from games.eventlog.caller import Caller
from games.eventlog.chain import canonical
from games.eventlog.codec import Encoded, encode
from games.eventlog.digests import GENESIS, hash_of
from games.eventlog.folds import Folded, step
from games.eventlog.read import Reader, Recorded, told
from games.eventlog.sql import Row
from games.rulebook.events import Event
from games.rulebook.match import board_of
from games.rulebook.sealed import OPENS_AT_END, OPENS_NOW, key_opened_by, reveals_face_down_hands


def new_salt() -> str:
    """32 random bytes in hex."""
    return secrets.token_hex(32)


@dataclass(frozen=True, kw_only=True, slots=True)
class Stamp:
    """What the events of one command have in common.

    `actor` (a seat, "staff", "clock" or None) stands in the first of them; what follows by itself has none.
    """

    match_id: str
    caller: Caller
    actor: int | str | None
    at: datetime
    salt: Callable[[], str] = new_salt


class Written:
    """The rows of a command's events after `folded` (None: a new match), and the fold with them."""

    def __init__(self, folded: Folded | None, events: Sequence[Event], stamp: Stamp) -> None:
        self.first = folded.version + 1 if folded else 1
        self.events: list[Row] = []
        self.openings: list[Row] = []
        self.opened: list[tuple[str, int]] = []
        self.turned_up: int | None = None
        """The version at which hands that lay face down have been turned up."""
        self._stamp, self._folded = stamp, folded
        for event in events:
            self._add(event)

    @property
    def after(self) -> Folded:
        """The fold with all of them."""
        assert self._folded is not None, "a command leads to at least one event"
        return self._folded

    def told_to(self, reader: Reader) -> list[str] | None:
        """The events as this reader is told them; None if the log has to tell: they open parts of older events, or
        the reader has resigned."""
        if self.opened or self.turned_up or reader.until is not None:
            return None
        seat = -1 if reader.seat is None else reader.seat
        own = [(row[6], *row[1:5]) for row in self.openings if row[5] == seat and row[6] is not None]
        open_to_all = [(row[8], *row[1:5]) for row in self.openings if row[5] != seat and row[8] is not None]
        return told(self.first - 1, [row[5:] for row in self.events], own + open_to_all)

    def _add(self, event: Event) -> None:
        before, at = self._folded, self._stamp.at
        version, prev = (before.version + 1, before.hash) if before else (1, GENESIS)
        board = board_of(before.match) if before else None
        encoded = encode(event, board, self._stamp.salt)
        actor = None if self.events else self._stamp.actor
        body = self._body(version, encoded, actor, prev)
        digest = hash_of(body)
        match_id, command_id = self._stamp.match_id, self._stamp.caller.command_id
        self.events.append((match_id, version, encoded.type, command_id, at, body, digest))
        self.openings.extend(_openings(match_id, version, encoded))
        if key := key_opened_by(event):
            self.opened.append((key, version))
            self.openings = [(*row[:8], version) if _waits_for(row, key) else row for row in self.openings]
        if reveals_face_down_hands(event, board):
            self.turned_up = version
        recorded = Recorded(version=version, at=at, actor=actor, prev=prev, hash=digest, event=event)
        self._folded = step(before, recorded)

    def _body(self, version: int, encoded: Encoded, actor: int | str | None, prev: str) -> str:
        return canonical(
            {
                "match": self._stamp.match_id,
                "version": version,
                "type": encoded.type,
                "schema": encoded.schema,
                "at": msgspec.to_builtins(self._stamp.at),
                "actor": actor,
                "data": encoded.data,
                "prev": prev,
            }
        )


def _openings(match_id: str, version: int, encoded: Encoded) -> Iterator[Row]:
    for secret in encoded.parts:
        part = secret.part
        read_from = None if part.reader is None or part.face_down else version
        open_from = version if part.opens == OPENS_NOW else None
        yield (match_id, version, part.name, secret.salt, secret.value, part.reader, read_from, part.opens, open_from)


def _waits_for(opening: Row, key: str) -> bool:
    return opening[8] is None and key in (OPENS_AT_END, opening[7])
