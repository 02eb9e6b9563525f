"""One transaction for many commands: lock their matches, decide on each command in turn, write everything, commit.

Nothing that a caller is told is decided before its match is locked, and nobody is answered before the commit.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeAlias

from django.db import DatabaseError, OperationalError, connection

from games.eventlog.append import LockedStream
from games.eventlog.batch_lock import CommandKey, begin_and_lock, states_at_heads
from games.eventlog.batched_sql import collected_warnings, commit, pipeline, roll_back
from games.eventlog.command_metadata import CommandMetadata
from games.eventlog.match_state import MatchState
from games.eventlog.processed_commands import ProcessedCommand
from games.eventlog.write_batch import WriteBatch
from games.matches.command_decision import SYSTEM_ACCOUNTS, CommandResult, decide_command
from games.matches.command_writes import MatchWrites
from games.matches.match_access import NoSuchMatch, hidden_if_unreadable
from games.matches.match_random import load_seeds, with_seed
from games.rulebook.commands import Command

MAX_DECIDING_SECONDS = 0.005
"""How long a batch decides: longer ones would keep the event loop, and those who wait for a lock, waiting."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Request:
    """A command, the match that it is sent to, and what comes with it."""

    match_id: str
    command: Command
    metadata: CommandMetadata

    @property
    def key(self) -> CommandKey:
        """The account and its idempotency key."""
        return self.metadata.account_id, self.metadata.command_id


Outcome: TypeAlias = CommandResult | Exception


class NotReplicated(OperationalError):
    """The database has committed, but not as durably as it was asked to."""


@dataclass(slots=True)
class CommandBatch:
    """The commands of one transaction, and what becomes of them.

    Requests without an outcome at the end wait for the next batch: their match is locked by somebody else, or there was
    no time left.
    """

    requests: Sequence[Request]
    outcomes: dict[int, Outcome] = field(default_factory=dict)
    """By the number of the request."""
    locked_elsewhere: set[str] = field(default_factory=set)
    _writes: dict[str, MatchWrites] = field(default_factory=dict)
    _processed_commands: dict[CommandKey, ProcessedCommand] = field(default_factory=dict)

    is_committing: bool = False
    """Whether the commit was sent: if the connection is lost then, only the database knows what has become of it."""

    def execute(self) -> None:
        """Execute the commands; the outcomes are final once this has returned.

        Raises:
            Exception: nothing was written, unless the connection was lost while `is_committing`.
        """
        try:
            self._decide()
            self._commit()
        except BaseException:
            _abort()
            raise

    def cache_states(self) -> None:
        """Cache the states that were committed."""
        for match_writes in self._writes.values():
            match_writes.cache_state()

    def announce(self) -> None:
        """Tell all processes which matches have changed."""
        for match_writes in self._writes.values():
            match_writes.announce()

    def _decide(self) -> None:
        match_ids = {request.match_id for request in self.requests}
        locked = begin_and_lock(match_ids, [request.key for request in self.requests])
        self.locked_elsewhere = match_ids - locked.heads.keys() - set(locked.unknown)
        self._processed_commands.update(locked.processed_commands)
        states = states_at_heads(locked.heads, load_seeds)
        ends_at = time.monotonic() + MAX_DECIDING_SECONDS
        for number, request in enumerate(self.requests):
            if request.match_id in locked.unknown:
                self.outcomes[number] = NoSuchMatch()
            elif request.match_id in states:
                self.outcomes[number] = self._decide_one(request, states[request.match_id], locked.now)
            if time.monotonic() > ends_at:
                break

    def _decide_one(self, request: Request, state: MatchState | Exception, now: datetime) -> Outcome:
        match_id, metadata = request.match_id, request.metadata
        if isinstance(state, Exception):
            return _explain_unreadable(match_id, metadata.account_id, state)
        match_writes = self._writes.setdefault(match_id, MatchWrites(match_id, state))
        processed = self._processed_commands.get(request.key)
        stream = LockedStream(state=match_writes.state, processed_command=processed, now=now)
        try:
            decision = with_seed(match_id, lambda: decide_command(match_id, stream, request.command, metadata))
        except DatabaseError:
            raise
        except Exception as error:  # noqa: BLE001  (a refusal, or a fault of this match alone)
            return error
        if isinstance(decision, CommandResult):
            return decision
        match_writes.add(decision, metadata)
        result = decision.result
        # For the same command further down in this batch.
        self._processed_commands[request.key] = ProcessedCommand(
            match_id, metadata.request_digest, result.first_version, result.last_version, result.head_hash
        )
        return result

    def _commit(self) -> None:
        writes = WriteBatch()
        for match_writes in self._writes.values():
            match_writes.add_rows(writes)
        if writes.is_empty:
            roll_back()
            return
        self.is_committing = True
        with collected_warnings() as warnings, pipeline():
            writes.send()
            commit()
        if warnings:
            # PostgreSQL commits with no more than a warning if somebody ends the wait for its standby.
            raise NotReplicated(*warnings)


def _explain_unreadable(match_id: str, account: str, error: Exception) -> Exception:
    """Return what to tell an account about a match that can't be read."""
    try:
        with hidden_if_unreadable(match_id, account, lambda: account in SYSTEM_ACCOUNTS):
            raise error  # noqa: TRY301  (the context manager looks at it)
    except DatabaseError:
        raise
    except Exception as explained:  # noqa: BLE001  (the caller gets it)
        return explained


def _abort() -> None:
    try:
        roll_back()
    except Exception:  # noqa: BLE001  (whatever it is, the transaction ends with the connection)
        connection.close()
