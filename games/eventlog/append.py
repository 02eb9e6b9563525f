"""Appending to the log: lock a match, read what is new, write what a command led to. Only `games.table` may do so."""

import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import msgspec
from django.db import connection

from games.eventlog.caller import Caller
from games.eventlog.chain import GENESIS, canonical, hash_of
from games.eventlog.codec import Encoded, encode
from games.eventlog.folds import Folded, add, keep, kept, step
from games.eventlog.read import EVENTS, SECRETS, Recorded, decoded
from games.eventlog.sql import execute, insert, one_round_trip, select
from games.rulebook.events import Event
from games.rulebook.match import board_of
from games.rulebook.sealed import END, NOW, opens, turns_hands_up

FOREVER = 2**31 - 1


@dataclass(frozen=True, kw_only=True, slots=True)
class Answered:
    """A command that was acknowledged before, by the versions it led to."""

    match_id: str
    request: str
    first: int
    last: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Locked:
    """A match nobody else can append to until this transaction ends. `folded` is None when there is no such match."""

    folded: Folded | None
    answered: Answered | None
    now: datetime


def answered(caller: Caller) -> Answered | None:
    """The earlier command with this key, if any."""
    return _answered(select(_ANSWERED, caller.account, caller.command_id))


def lock(match_id: str, caller: Caller) -> Locked:
    """Lock the match's head, then read what this process doesn't know yet.

    Lock and read are two statements, sent in one round trip: a single one would read with the snapshot that it took
    before it waited for the lock. On SQLite the transaction has begun IMMEDIATE, which is the lock.
    """
    known = kept(match_id)
    after = known.version if known else 0
    postgres = connection.vendor == "postgresql"
    with connection.cursor() as heads, connection.cursor() as events, connection.cursor() as hidden, (
        connection.cursor()
    ) as keys, connection.cursor() as clock:  # fmt: skip
        with one_round_trip():
            heads.execute(_LOCK if postgres else _LOCK.partition(" FOR ")[0], [match_id])
            events.execute(EVENTS, [match_id, after, FOREVER])
            hidden.execute(SECRETS, [match_id, after, FOREVER])
            keys.execute(_ANSWERED, [caller.account, caller.command_id])
            clock.execute("SELECT clock_timestamp()" if postgres else "SELECT 1")
        folded = add(known, decoded(events.fetchall(), hidden.fetchall())) if heads.fetchall() else None
        if folded is not None:
            keep(match_id, folded)
        now = clock.fetchall()[0][0] if postgres else datetime.now(UTC)
        return Locked(folded=folded, answered=_answered(keys.fetchall()), now=now)


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


def append(folded: Folded | None, events: Sequence[Event], stamp: Stamp) -> Folded:
    """Write these events after `folded` (None: a new match), with their openings, the command and the new head."""
    match_id, after, written = stamp.match_id, folded, _Written(stamp)
    for event in events:
        after = written.add(after, event, stamp.actor if after is folded else None)
    assert after is not None, "a command leads to at least one event"
    written.save()
    if folded is None:
        execute("INSERT INTO eventlog_head (match_id, version, hash) VALUES (%s, %s, %s)", match_id, 0, GENESIS)
    execute("UPDATE eventlog_head SET version = %s, hash = %s WHERE match_id = %s", after.version, after.hash, match_id)
    first = folded.version + 1 if folded else 1
    caller = stamp.caller
    row = (caller.account, caller.command_id, caller.request, match_id, first, after.version, stamp.at)
    insert("eventlog_command", _COMMAND, [row])
    return after


_LOCK = "SELECT version FROM eventlog_head WHERE match_id = %s FOR NO KEY UPDATE"
_ANSWERED = 'SELECT match_id, request, "first", "last" FROM eventlog_command WHERE account_id = %s AND command_id = %s'
_COMMAND = ("account_id", "command_id", "request", "match_id", '"first"', '"last"', "recorded_at")
_EVENT = ("match_id", "version", "type", "command_id", "recorded_at", "body", "hash")
_OPENING = ("match_id", "version", "part", "salt", "value", "reader", "read_from", "opens", "open_from")

_TURN_UP = "UPDATE eventlog_opening SET read_from = %s WHERE match_id = %s AND reader IS NOT NULL AND read_from IS NULL"


class _Written:
    """The rows of the events of one command, and the keys that they open."""

    def __init__(self, stamp: Stamp) -> None:
        self.stamp = stamp
        self.events: list[tuple[Any, ...]] = []
        self.openings: list[tuple[Any, ...]] = []
        self.opened: list[tuple[str, int]] = []
        self.turned_up: int | None = None

    def add(self, before: Folded | None, event: Event, actor: int | str | None) -> Folded:
        match_id, at = self.stamp.match_id, self.stamp.at
        version = before.version + 1 if before else 1
        board = board_of(before.match) if before else None
        encoded = encode(event, board, self.stamp.salt)
        prev = before.hash if before else GENESIS
        body = _body(match_id, version, encoded, actor, at, prev)
        digest = hash_of(body)
        self.events.append((match_id, version, encoded.type, self.stamp.caller.command_id, at, body, digest))
        self.openings.extend(_openings(match_id, version, encoded))
        if key := opens(event):
            self.opened.append((key, version))
        if turns_hands_up(event, board):
            self.turned_up = version
        return step(before, Recorded(version=version, at=at, prev=prev, hash=digest, event=event))

    def save(self) -> None:
        insert("eventlog_event", _EVENT, self.events)
        insert("eventlog_opening", _OPENING, self.openings)
        _open(self.stamp.match_id, self.opened)
        if self.turned_up:
            execute(_TURN_UP, self.turned_up, self.stamp.match_id)


def _body(match_id: str, version: int, encoded: Encoded, actor: int | str | None, at: datetime, prev: str) -> str:
    return canonical(
        {
            "match": match_id,
            "version": version,
            "type": encoded.type,
            "schema": encoded.schema,
            "at": msgspec.to_builtins(at),
            "actor": actor,
            "data": encoded.data,
            "prev": prev,
        }
    )


def _openings(match_id: str, version: int, encoded: Encoded) -> Iterator[tuple[Any, ...]]:
    for secret in encoded.parts:
        part = secret.part
        read_from = None if part.reader is None or part.face_down else version
        open_from = version if part.opens == NOW else None
        yield (match_id, version, part.name, secret.salt, secret.value, part.reader, read_from, part.opens, open_from)


def _open(match_id: str, opened: list[tuple[str, int]]) -> None:
    for key, version in opened:
        query = "UPDATE eventlog_opening SET open_from = %s WHERE match_id = %s AND open_from IS NULL"
        if key == END:
            execute(query, version, match_id)
        else:
            execute(f"{query} AND opens = %s", version, match_id, key)


def _answered(rows: Sequence[tuple[Any, ...]]) -> Answered | None:
    return next((Answered(match_id=m, request=r, first=first, last=last) for m, r, first, last in rows), None)
