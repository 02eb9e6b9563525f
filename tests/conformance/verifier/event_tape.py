"""The events of a record as a tape that is read once, from left to right."""

from datetime import datetime, timedelta
from typing import Any

from tests.conformance.independent_luck_check import ShuffleInputs
from tests.conformance.verifier.event_members import DEFAULTS_OF_MISSING_MEMBERS, SEALED_PART_SHAPES
from tests.conformance.verifier.record_content import RecordContent
from tests.conformance.verifier.record_fault import RecordFault, require

UNKNOWN_CARD = ""
"""A card that this record doesn't tell."""


class RecordExhausted(Exception):
    """The tape ends where the match waits for a player: it is still being played."""


class MatchFinished(Exception):
    """The match has ended."""


def parse_time(text: str) -> datetime:
    return datetime.fromisoformat(text)


class EventTape:
    """The reader says what must come next; any other event is bad at level *rules*."""

    def __init__(self, record: RecordContent) -> None:
        self.record = record
        self.position = 0
        self.now: datetime = parse_time(record.events[0]["at"])
        self.shuffle_inputs: ShuffleInputs | None = None
        self.luck_fault: RecordFault | None = None
        """The first event that contradicts the shuffles."""

    @property
    def version(self) -> int:
        return self.position

    def require(self, condition: object, reason: str) -> None:
        require(condition, "rules", self.version, reason)

    def peek(self) -> Any:
        """Return the next event without consuming it."""
        return self.record.events[self.position] if self.position < len(self.record.events) else None

    def next_command_event(self) -> Any:
        """Return the next event, which a command caused."""
        event = self.peek()
        if event is None:
            raise RecordExhausted
        self.position += 1
        is_erasure = event["type"] == "reservation_dropped"
        self.require(event["actor"] is not None or is_erasure, "nobody caused it, and nothing follows here by itself")
        self.require(parse_time(event["at"]) >= self.now, "times never go back")
        self.now = parse_time(event["at"])
        return event

    def expect_following_event(self, type_: str, *sealed: str, **data: Any) -> Any:
        """Return the next event, which follows automatically, with these public members and these sealed parts."""
        event = self.peek()
        require(event is not None, "rules", self.position + 1, f"{type_} should have followed")
        self.position += 1
        self.require(event["type"] == type_, f"{type_} should be here")
        self.require(event["actor"] is None, "nobody causes this")
        self.require(parse_time(event["at"]) == self.now, "it follows at once")
        self.require_members(event, *sealed, **data)
        return event

    def require_members(self, event: Any, *sealed: str, **data: Any) -> None:
        """Require that the event has exactly these public members and sealed parts."""
        is_complete = self.record.header["rulebook"] > 1
        defaults = {} if is_complete else DEFAULTS_OF_MISSING_MEMBERS.get(event["type"], {})
        found = {**defaults, **event["data"]}
        parts = found.pop("sealed", {})
        if event["type"] == "match_ended" and found.pop("seed", None) is None and "seed" not in parts:
            sealed = ()
        require(event["schema"] == 1, "rules", self.version, "another schema")
        found = {name: value for name, value in found.items() if name not in sealed or value is not None}
        self.require(parts.keys() == set(sealed), "other sealed parts")
        self.require(found.keys() == data.keys(), f"members: {sorted(found)}")
        for name, value in data.items():
            self.require(_is_same_value(found[name], value), f"{name} should be {value}")

    def sealed_value(self, event: Any, name: str, unknown: Any) -> Any:
        """Return the value of a sealed part, or `unknown` if this record does not open it."""
        key = event["version"], name
        if key not in self.record.opened_values:
            return unknown
        value = self.record.opened_values[key]
        self.require(SEALED_PART_SHAPES[name.partition("/")[0]](value), f"{name} holds something else")
        return value

    def check_shuffle(
        self, label: str, items: list[str], drawn: list[str], *, eligible: set[str] | None = None
    ) -> None:
        """Check that a shuffle of these things begins like this; only some of its row may count.

        The first item of the whole row always counts: it determines whose turn it is.
        """
        if self.shuffle_inputs is None or self.luck_fault is not None:
            return
        shuffled = self.shuffle_inputs.order(label, items)
        eligible_items = [thing for thing in shuffled if eligible is None or thing in eligible]
        if eligible_items[: len(drawn)] != drawn or eligible_items[:1] != shuffled[:1]:
            self.luck_fault = RecordFault("luck", self.version, f"{label} is {shuffled}")

    def deadline_after(self, seconds: int | None) -> datetime | None:
        return None if seconds is None else self.now + timedelta(seconds=seconds)


def _is_same_value(found: Any, value: Any) -> bool:
    if isinstance(value, datetime):
        return isinstance(found, str) and parse_time(found) == value
    return bool(found == value) and isinstance(found, bool) == isinstance(value, bool)
