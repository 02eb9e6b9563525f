"""(a) A hand-written append with psycopg or sqlite3: lock and read, then all writes in one statement. It has no rules.

It writes the rows that the command handler would, to the same tables with the same triggers, just as durably.
"""

import hashlib
import secrets
import sqlite3
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
import psycopg
from django.db import connection

from bench.match_fixtures import PendingVote

LOCK = "SELECT version, hash FROM eventlog_head WHERE match_id = %s FOR NO KEY UPDATE"
READ = 'SELECT match_id, request, "first", "last" FROM eventlog_command WHERE account_id = %s AND command_id = %s'
WRITE = """
WITH event AS (
    INSERT INTO eventlog_event (match_id, version, type, recorded_at, body, hash)
    VALUES (%(match)s, %(version)s, 'vote_cast', %(at)s, %(body)s, %(hash)s)
), opening AS (
    INSERT INTO eventlog_opening (match_id, version, part, salt, value, reader, face_down, opens)
    VALUES (%(match)s, %(version)s, 'slots', %(salt)s, %(slots)s, %(seat)s, false, %(opens)s)
), head AS (
    UPDATE eventlog_head SET version = %(version)s, hash = %(hash)s WHERE match_id = %(match)s
)
INSERT INTO eventlog_command (account_id, command_id, request, match_id, "first", "last", recorded_at)
VALUES (%(account)s, %(key)s, %(request)s, %(match)s, %(version)s, %(version)s, %(at)s)
"""
SQLITE_WRITES = (
    """
    INSERT INTO eventlog_event (match_id, version, type, recorded_at, body, hash)
    VALUES (:match, :version, 'vote_cast', :at, :body, :hash)
    """,
    """
    INSERT INTO eventlog_opening (match_id, version, part, salt, value, reader, face_down, opens)
    VALUES (:match, :version, 'slots', :salt, :slots, :seat, false, :opens)
    """,
    "UPDATE eventlog_head SET version = :version, hash = :hash WHERE match_id = :match",
    """
    INSERT INTO eventlog_command (account_id, command_id, request, match_id, "first", "last", recorded_at)
    VALUES (:account, :key, :request, :match, :version, :version, :at)
    """,
)


def cast_votes(votes: Sequence[PendingVote]) -> None:
    """Append every vote, each in a transaction of its own."""
    if connection.vendor == "postgresql":
        _cast_on_postgres(votes)
    else:
        _cast_on_sqlite(votes)


def _cast_on_postgres(votes: Sequence[PendingVote]) -> None:
    connection.ensure_connection()
    with psycopg.connect(connection.connection.info.dsn) as session, session.cursor() as cursor:
        for vote in votes:
            with session.pipeline():
                lock = session.execute(LOCK, [vote.match_id])
                read = session.execute(READ, [vote.account, _key(vote)])
            ((version, prev),) = lock.fetchall()
            assert not read.fetchall()
            cursor.execute(WRITE, _parameters(vote, version + 1, prev))
            session.commit()


def _cast_on_sqlite(votes: Sequence[PendingVote]) -> None:
    session = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None, timeout=20)
    # The trigger that checks the hash chain calls this function, which Django registers on its own connections.
    session.create_function("SHA256", 1, lambda text: hashlib.sha256(text.encode()).hexdigest(), deterministic=True)
    session.execute("PRAGMA synchronous=FULL")
    for vote in votes:
        session.execute("BEGIN IMMEDIATE")
        ((version, prev),) = session.execute(_for_sqlite(LOCK), [vote.match_id]).fetchall()
        assert not session.execute(_for_sqlite(READ), [vote.account, _key(vote)]).fetchall()
        parameters = _parameters(vote, version + 1, prev) | {"at": str(datetime.now(UTC).replace(tzinfo=None))}
        for statement in SQLITE_WRITES:
            session.execute(statement, parameters)
        session.execute("COMMIT")
    session.close()


def _for_sqlite(query: str) -> str:
    return query.partition(" FOR ")[0].replace("%s", "?")


def _key(vote: PendingVote) -> str:
    return f"hand-{vote.number}"


def _parameters(vote: PendingVote, version: int, prev: str) -> dict[str, Any]:
    """Return the parameters of the writes: the body in the log's form, its hash, the sealed slots, and the others."""
    at, salt = datetime.now(UTC), secrets.token_hex(32)
    at = at.replace(microsecond=at.microsecond // 1000 * 1000)
    slots = msgspec.json.encode(vote.slots).decode()
    seal = hashlib.sha256(b"dixit-seal-v1\n" + bytes.fromhex(salt) + slots.encode()).hexdigest()
    body = {
        "match": vote.match_id,
        "version": version,
        "type": "vote_cast",
        "schema": 1,
        "at": at,
        "actor": vote.seat,
        "data": {"seat": vote.seat, "automatic": False, "sealed": {"slots": seal}},
        "prev": prev,
    }
    text = msgspec.json.encode(body, order="sorted").decode()
    return {
        "match": vote.match_id,
        "version": version,
        "key": _key(vote),
        "at": at,
        "body": text,
        "hash": hashlib.sha256(b"dixit-event-v1\n" + text.encode()).hexdigest(),
        "salt": salt,
        "slots": slots,
        "seat": vote.seat,
        "opens": f"scoring/{vote.phase.partition('.')[0]}",
        "account": vote.account,
        "request": "0" * 64,
    }
