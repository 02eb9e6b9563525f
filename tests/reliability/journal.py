"""What clients were told: every acknowledgement on the disk before its client goes on."""

import json
import os
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.reliability.line import Guest, Reply
from tests.reliability.log import Log


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A command as it was sent, to be sent again word by word."""

    guest: Guest
    method: str
    path: str
    body: object


@dataclass
class Journal:
    """The file of acknowledgements, and what else the bots remember; all threads write to one."""

    file: Path
    asked: dict[str, Asked] = field(default_factory=dict)
    answers: dict[str, Reply] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    odd: list[str] = field(default_factory=list)
    """Answers that nobody should get, whatever has been killed."""
    counts: Counter[str] = field(default_factory=Counter)
    last: float = 0.0
    """When the newest acknowledgement came."""

    def __post_init__(self) -> None:
        self.lock = threading.Lock()
        self.stream = self.file.open("a")

    def ask(self, key: str, asked: Asked) -> None:
        with self.lock:
            self.asked[key] = asked

    def refuse(self, key: str, code: str) -> None:
        with self.lock:
            self.refused[key] = code

    def acknowledge(self, match: str, key: str, answer: Reply) -> None:
        """Write it down; only then may the bot go on."""
        told = answer.json
        line = json.dumps([match, told["version"], told.get("head"), key])
        with self.lock:
            self.stream.write(line + "\n")
            self.stream.flush()
            os.fsync(self.stream.fileno())
            self.answers[key] = answer
            self.counts["acknowledged"] += 1
            self.last = time.monotonic()

    def count(self, what: str) -> None:
        with self.lock:
            self.counts[what] += 1

    def snapshot(self) -> tuple[list[tuple[str, int, str | None, str]], list[str]]:
        """The acknowledgements as the file has them, and the keys of what was refused."""
        with self.lock:
            return [tuple(json.loads(line)) for line in self.file.read_text().splitlines()], list(self.refused)

    def close(self) -> None:
        self.stream.close()


def lost(acks: list[tuple[str, int, str | None, str]], found: dict[str, Log]) -> Iterator[str]:
    """Each acknowledgement that the log doesn't have at its version, with its hash, under its key."""
    for match, version, head, key in acks:
        log = found.get(match)
        row = log.events[version - 1] if log and version <= len(log.events) else None
        if log is None or row is None:
            yield f"{match[:8]}: version {version} was acknowledged and is lost"
        elif head not in (None, row.hash) or log.commands.get(key, (0, 0))[1] != version:
            yield f"{match[:8]}: version {version} is not what was acknowledged"


def wrong(
    journal: Journal, acks: list[tuple[str, int, str | None, str]], refused: list[str], found: dict[str, Log]
) -> list[str]:
    """Whatever isn't as the clients were told; `acks` and `refused` were taken before the logs were read."""
    faults = list(lost(acks, found))
    for log in found.values():
        faults += log.faults()
        if log.commands.keys().isdisjoint(journal.asked):
            continue  # somebody else's match
        faults += [f"{log.match[:8]}: nobody asked for {key}" for key in log.commands if key not in journal.asked]
        faults += [f"{log.match[:8]}: {key} was refused and is there" for key in refused if key in log.commands]
    return faults
