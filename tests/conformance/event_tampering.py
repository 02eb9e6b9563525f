"""Changes of the events of a record; each returns the version that it makes bad."""

from copy import deepcopy
from datetime import datetime, timedelta
from typing import Any, TypeAlias

Lines: TypeAlias = list[Any]
"""The lines of events, as values; line v - 1 is version v."""

SECOND = timedelta(seconds=1)


def find(lines: Lines, kind: str, number: int = 0, **data: Any) -> int:
    """Return the version of an event of this type with these members, the first one or (negative) from the end."""
    found = [
        line["event"]["version"]
        for line in lines
        if line["event"]["type"] == kind and data.items() <= {**line["event"]["data"], **line["event"]}.items()
    ]
    return int(found[number])


def event_of(lines: Lines, version: int) -> Any:
    return lines[version - 1]["event"]


def shifted(text: str, by: timedelta) -> str:
    return (datetime.fromisoformat(text) + by).isoformat().replace("+00:00", "Z")


def insert(lines: Lines, version: int, kind: str, data: Any, actor: Any = None) -> int:
    """Insert an event with the time of the one before it."""
    line = deepcopy(lines[version - 2])
    line["event"] |= {"type": kind, "data": data, "actor": actor, "version": -1}
    line["opened"] = []
    lines.insert(version - 1, line)
    return version


def remove(lines: Lines, version: int) -> int:
    del lines[version - 1]
    return version


def move_time(lines: Lines, version: int, by: timedelta) -> int:
    """Let an event and what follows it happen earlier or later, with the deadlines that they set."""
    old = event_of(lines, version)["at"]
    for line in lines[version - 1 :]:
        event = line["event"]
        if event["at"] != old:
            break
        event["at"] = shifted(old, by)
        if event["data"].get("deadline_at"):
            event["data"]["deadline_at"] = shifted(event["data"]["deadline_at"], by)
    return version


def set_member(lines: Lines, version: int, **data: Any) -> int:
    event_of(lines, version)["data"].update(data)
    return version


def set_event(lines: Lines, version: int, **members: Any) -> int:
    event_of(lines, version).update(members)
    return version


def move_deadline(lines: Lines, version: int, by: timedelta = SECOND) -> int:
    data = event_of(lines, version)["data"]
    return set_member(lines, version, deadline_at=shifted(data["deadline_at"], by))


def by_seat(lines: Lines, version: int, seat: int) -> int:
    set_event(lines, version, actor=seat)
    return set_member(lines, version, seat=seat)


def swap(lines: Lines, version: int) -> int:
    """Let an event and the one after it change places."""
    lines[version - 1], lines[version] = lines[version], lines[version - 1]
    return version


def extend_again(lines: Lines, version: int) -> int:
    """Let the end of an extended phase be noticed late, and extended once more."""
    event, by = event_of(lines, version), 11 * SECOND
    event["at"] = shifted(event["at"], by)
    data = {"phase": event["data"]["phase"], "deadline_at": shifted(event["at"], 20 * SECOND), "why": "outage"}
    set_event(lines, version, type="deadline_extended", data=data)
    return version
