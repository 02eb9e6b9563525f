"""The acknowledgements that clients received: each is on the disk before its client goes on."""

import json
import os
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.reliability.http_client import Guest, Reply
from tests.reliability.stored_log import StoredLog


@dataclass(frozen=True, kw_only=True)
class SentCommand:
    """A command as it was sent, so that it can be sent again unchanged."""

    guest: Guest
    method: str
    path: str
    body: object


@dataclass
class AcknowledgementJournal:
    """What the bots have sent and received, written by all their threads; acknowledgements are in a file."""

    file: Path
    sent_commands: dict[str, SentCommand] = field(default_factory=dict)
    replies: dict[str, Reply] = field(default_factory=dict)
    refusal_codes: dict[str, str] = field(default_factory=dict)
    unexpected_replies: list[str] = field(default_factory=list)
    """Replies that no kill explains."""
    counts: Counter[str] = field(default_factory=Counter)
    last_acknowledged_at: float = 0.0
    """When the newest acknowledgement came."""

    def __post_init__(self) -> None:
        self.lock = threading.Lock()
        self.stream = self.file.open("a")

    def record_command(self, key: str, command: SentCommand) -> None:
        with self.lock:
            self.sent_commands[key] = command

    def record_refusal(self, key: str, code: str) -> None:
        with self.lock:
            self.refusal_codes[key] = code

    def record_acknowledgement(self, match: str, key: str, reply: Reply) -> None:
        """Write an acknowledgement to the disk; only then may the bot go on."""
        body = reply.json
        line = json.dumps([match, body["version"], body.get("head"), key])
        with self.lock:
            self.stream.write(line + "\n")
            self.stream.flush()
            os.fsync(self.stream.fileno())
            self.replies[key] = reply
            self.counts["acknowledged"] += 1
            self.last_acknowledged_at = time.monotonic()

    def increment_count(self, name: str) -> None:
        with self.lock:
            self.counts[name] += 1

    def read_snapshot(self) -> tuple[list[tuple[str, int, str | None, str]], list[str]]:
        """Return the acknowledgements in the file, and the keys of the refused commands."""
        with self.lock:
            return [tuple(json.loads(line)) for line in self.file.read_text().splitlines()], list(self.refusal_codes)

    def close(self) -> None:
        self.stream.close()


def lost_acknowledgements(
    acks: list[tuple[str, int, str | None, str]], logs_by_match: dict[str, StoredLog]
) -> Iterator[str]:
    """Return each acknowledgement that the log doesn't have at its version, with its hash, under its key."""
    for match, version, head, key in acks:
        log = logs_by_match.get(match)
        row = log.events[version - 1] if log and version <= len(log.events) else None
        if log is None or row is None:
            yield f"{match[:8]}: version {version} was acknowledged and is lost"
        elif head not in (None, row.hash) or log.commands.get(key, (0, 0))[1] != version:
            yield f"{match[:8]}: version {version} is not what was acknowledged"


def journal_faults(
    journal: AcknowledgementJournal,
    acks: list[tuple[str, int, str | None, str]],
    refused: list[str],
    logs_by_match: dict[str, StoredLog],
) -> list[str]:
    """Return everything that contradicts the acknowledgements; `acks` and `refused` must have been read before the
    logs."""
    faults = list(lost_acknowledgements(acks, logs_by_match))
    for log in logs_by_match.values():
        faults += log.find_faults()
        if log.commands.keys().isdisjoint(journal.sent_commands):
            continue  # A match of another test
        faults += [f"{log.match[:8]}: {key} was never sent" for key in log.commands if key not in journal.sent_commands]
        faults += [f"{log.match[:8]}: {key} was refused, but is in the log" for key in refused if key in log.commands]
    return faults
