"""The events of a record as a tape that is read once, from left to right."""

from datetime import datetime, timedelta
from typing import Any

from tests.audit.second.bad import Bad, need
from tests.audit.second.dice import Dice
from tests.audit.second.members import HELD, OLDER
from tests.audit.second.record import Record

UNSEEN = ""
"""A card that this record doesn't tell."""


class Cut(Exception):
    """The tape ends where the match waits for somebody: it is still played."""


class Finished(Exception):
    """The match has ended."""


def when(text: str) -> datetime:
    return datetime.fromisoformat(text)


class Tape:
    """Whoever reads it says what must come next; what doesn't follow is bad at level *rules*."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.place = 0
        self.now: datetime = when(record.events[0]["at"])
        self.dice: Dice | None = None
        self.unlucky: Bad | None = None
        """The first thing that luck would have drawn otherwise."""

    @property
    def version(self) -> int:
        return self.place

    def need(self, truth: object, why: str) -> None:
        need(truth, "rules", self.version, why)

    def ahead(self) -> Any:
        """The next event, not yet read."""
        return self.record.events[self.place] if self.place < len(self.record.events) else None

    def command(self) -> Any:
        """The next event, which somebody caused."""
        event = self.ahead()
        if event is None:
            raise Cut
        self.place += 1
        self.need(event["actor"] is not None, "nobody caused it, and nothing follows here by itself")
        self.need(when(event["at"]) >= self.now, "times never go back")
        self.now = when(event["at"])
        return event

    def follows(self, type_: str, *sealed: str, **data: Any) -> Any:
        """The next event, which follows by itself: with these public members and these sealed parts."""
        event = self.ahead()
        need(event is not None, "rules", self.place + 1, f"{type_} should have followed")
        self.place += 1
        self.need(event["type"] == type_, f"{type_} should be here")
        self.need(event["actor"] is None, "nobody causes this")
        self.need(when(event["at"]) == self.now, "it follows at once")
        self.holds(event, *sealed, **data)
        return event

    def holds(self, event: Any, *sealed: str, **data: Any) -> None:
        """The event has exactly these public members and sealed parts."""
        found = {**OLDER.get(event["type"], {}), **event["data"]}
        parts = found.pop("sealed", {})
        if event["type"] == "match_ended" and found.pop("seed", None) is None and "seed" not in parts:
            sealed = ()
        need(event["schema"] == 1, "rules", self.version, "another schema")
        found = {name: value for name, value in found.items() if name not in sealed or value is not None}
        self.need(parts.keys() == set(sealed), "other sealed parts")
        self.need(found.keys() == data.keys(), f"members: {sorted(found)}")
        for name, value in data.items():
            self.need(_same(found[name], value), f"{name} should be {value}")

    def part(self, event: Any, name: str, unknown: Any) -> Any:
        """What a sealed part holds; `unknown` where this record doesn't tell."""
        key = event["version"], name
        if key not in self.record.told:
            return unknown
        value = self.record.told[key]
        self.need(HELD[name.partition("/")[0]](value), f"{name} holds something else")
        return value

    def luck(self, label: str, things: list[str], found: list[str], *, only: set[str] | None = None) -> None:
        """Luck would have these things begin so; of the row that it makes only some may count.

        The first of the whole row counts always: it says whose turn it is.
        """
        if self.dice is None or self.unlucky is not None:
            return
        row = self.dice.row(label, things)
        counting = [thing for thing in row if only is None or thing in only]
        if counting[: len(found)] != found or counting[:1] != row[:1]:
            self.unlucky = Bad("luck", self.version, f"{label} is {row}")

    def later(self, seconds: int | None) -> datetime | None:
        return None if seconds is None else self.now + timedelta(seconds=seconds)


def _same(found: Any, value: Any) -> bool:
    if isinstance(value, datetime):
        return isinstance(found, str) and when(found) == value
    return bool(found == value) and isinstance(found, bool) == isinstance(value, bool)
