"""Appending to the log: lock a match, read what is new, write what a command led to. Only `games.table` may do so."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db import connection

from games.eventlog.caller import Caller
from games.eventlog.folds import Folded, add, anew, keep, kept
from games.eventlog.read import LOG, decoded
from games.eventlog.sql import Row, Writes, insert, one_round_trip, select, sent
from games.eventlog.written import Stamp, Written
from games.rulebook.events import Event
from games.rulebook.sealed import OPENS_AT_END, OPENS_NOW

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
    with one_round_trip():
        head = sent(_LOCK if postgres else _LOCK.partition(" FOR ")[0], match_id)
        log = sent(LOG, match_id, after, FOREVER)
        clock_and_key = sent(_CLOCK_AND_KEY.format(clock=_CLOCK[connection.vendor]), caller.account, caller.command_id)
    folded = _folded(match_id, known, log, head.fetchall())
    if folded is not None:
        keep(match_id, folded)
    ((now, *key),) = clock_and_key.fetchall()
    return Locked(folded=folded, answered=_answered([key] if key[0] else []), now=now or datetime.now(UTC))


def _folded(match_id: str, known: Folded | None, log: Any, head: Sequence[Row]) -> Folded | None:
    """The match with what is new in its log; from its beginning where something was erased since."""
    if not head:
        return None
    ((version, erased),) = head
    if erased != (known.erased if known else 0):
        return anew(match_id, version, erased)
    return add(known, decoded(log.fetchall()))


def append(folded: Folded | None, events: Sequence[Event], stamp: Stamp, writes: Writes) -> Written:
    """Write these events after `folded` (None: a new match), with their openings, the command and the new head."""
    written = Written(folded, events, stamp)
    after = written.after
    insert("eventlog_event", _EVENT, written.events, writes)
    insert("eventlog_opening", _OPENING, written.openings, writes)
    _open(stamp.match_id, written.opened, writes)
    if written.turned_up:
        writes.add(_TURN_UP, written.turned_up, stamp.match_id)
    if folded is None:
        insert("eventlog_head", ("match_id", "version", "hash"), [(stamp.match_id, after.version, after.hash)], writes)
    else:
        writes.add(_MOVE, after.version, after.hash, stamp.match_id)
    caller = stamp.caller
    row = (caller.account, caller.command_id, caller.request, stamp.match_id, written.first, after.version, stamp.at)
    insert("eventlog_command", _COMMAND, [row], writes)
    return written


_LOCK = "SELECT version, erased FROM eventlog_head WHERE match_id = %s FOR NO KEY UPDATE"
_ANSWERED = 'SELECT match_id, request, "first", "last" FROM eventlog_command WHERE account_id = %s AND command_id = %s'
_CLOCK_AND_KEY = """
    SELECT {clock}, match_id, request, "first", "last"
    FROM (SELECT 1) AS one LEFT JOIN eventlog_command ON account_id = %s AND command_id = %s
"""
_CLOCK = {"postgresql": "clock_timestamp()", "sqlite": "NULL"}
_MOVE = "UPDATE eventlog_head SET version = %s, hash = %s WHERE match_id = %s"
_OPEN = "UPDATE eventlog_opening SET open_from = %s WHERE match_id = %s AND open_from IS NULL"
_TURN_UP = "UPDATE eventlog_opening SET read_from = %s WHERE match_id = %s AND reader IS NOT NULL AND read_from IS NULL"
_COMMAND = ("account_id", "command_id", "request", "match_id", '"first"', '"last"', "recorded_at")
_EVENT = ("match_id", "version", "type", "command_id", "recorded_at", "body", "hash")
_OPENING = ("match_id", "version", "part", "salt", "value", "reader", "read_from", "opens", "open_from")


def _open(match_id: str, opened: Sequence[tuple[str, int]], writes: Writes) -> None:
    """Open parts of older events, each once: the end opens what nothing else of the same command does."""
    sooner = [OPENS_NOW, *(key for key, _ in opened if key != OPENS_AT_END)]
    for key, version in opened:
        keys, opens = (sooner, "NOT IN") if key == OPENS_AT_END else ([key], "IN")
        writes.add(f"{_OPEN} AND opens {opens} ({', '.join(['%s'] * len(keys))})", version, match_id, *keys)


def _answered(rows: Sequence[Row]) -> Answered | None:
    return next((Answered(match_id=m, request=r, first=first, last=last) for m, r, first, last in rows), None)
