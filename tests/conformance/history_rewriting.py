"""An operator who rewrites history: something is changed, and every hash, seal and opening is recomputed to fit."""

import json
from collections.abc import Callable
from hashlib import sha256
from random import Random
from typing import Any, TypeAlias

from tests.conformance.verifier import canonical_text

EventLines: TypeAlias = list[Any]
"""The lines of events, as values."""


def rewrite_history(raw: bytes, rng: Random, rewrite_name: str) -> bytes:
    """Return the record of a history that differs somewhere, without receipts."""
    header, *following_lines = map(json.loads, raw.splitlines()[:-1])
    lines = [line for line in following_lines if "event" in line]
    return rebuild_record(header, REWRITES[rewrite_name](lines, rng))


def rebuild_record(header: Any, lines: EventLines) -> bytes:
    """Return a record of these events, in this order and one chain, with a matching header and last line."""
    new_versions = {line["event"]["version"]: place for place, line in enumerate(lines, start=1)}
    previous_hash = "0" * 64
    for place, line in enumerate(lines, start=1):
        event = line["event"]
        event |= {"version": place, "prev": previous_hash}
        line["hash"] = previous_hash = canonical_text.event_hash(event)
        for opening in line["opened"]:
            opening["version"] = new_versions.get(opening["version"], 0)
        line["opened"] = [opening for opening in line["opened"] if opening["version"]]
    header = {**header, "version": len(lines), "head": previous_hash}
    text = "".join(f"{canonical_text.encode(line)}\n" for line in (header, *lines)).encode()
    return text + f'{{"sha256":"{sha256(text).hexdigest()}"}}\n'.encode()


def _random_event_line(lines: EventLines, rng: Random) -> Any:
    """Return a random event; each event type is equally likely."""
    event_type = rng.choice(sorted({line["event"]["type"] for line in lines}))
    return rng.choice([line for line in lines if line["event"]["type"] == event_type])


def change_public_data(lines: EventLines, rng: Random) -> EventLines:
    """Change a member of an event's public data."""
    data = _random_event_line(lines, rng)["event"]["data"]
    if names := [name for name in data if name != "sealed"]:
        name = rng.choice(names)
        data[name] = change_value(data[name], rng)
    return lines


def change_sealed_value(lines: EventLines, rng: Random) -> EventLines:
    """Change the value of a sealed part."""
    kinds = sorted({opening["part"].split("/")[0] for line in lines for opening in line["opened"]})
    kind = rng.choice(kinds)
    candidates = [each for line in lines for each in line["opened"] if each["part"].split("/")[0] == kind]
    opening = rng.choice(candidates)
    opening["value"] = change_value(opening["value"], rng)
    sealing_event = next(line["event"] for line in lines if line["event"]["version"] == opening["version"])
    sealing_event["data"]["sealed"][opening["part"]] = canonical_text.sealed_digest(opening["salt"], opening["value"])
    return lines


def change_envelope(lines: EventLines, rng: Random) -> EventLines:
    """Change an event's actor, time or type."""
    event = _random_event_line(lines, rng)["event"]
    name = rng.choice(("actor", "at", "type", "schema"))
    kinds = sorted({line["event"]["type"] for line in lines})
    times = sorted({line["event"]["at"] for line in lines})
    choices: dict[str, list[Any]] = {
        "actor": [None, "clock", "staff", 0, 1, 2, 99],
        "at": [*times, "2025-12-31T23:59:59Z", "2027-01-01T00:00:00.000001Z"],
        "type": [*kinds, "seat_sold"],
        "schema": [2, 99],
    }
    event[name] = rng.choice(choices[name])
    return lines


def remove_event(lines: EventLines, rng: Random) -> EventLines:
    removed = _random_event_line(lines, rng)
    return [line for line in lines if line is not removed] or lines


def truncate_history(lines: EventLines, rng: Random) -> EventLines:
    return lines[: rng.randint(1, len(lines))]


def swap_neighbours(lines: EventLines, rng: Random) -> EventLines:
    index = rng.randrange(max(1, len(lines) - 1))
    return [*lines[:index], *reversed(lines[index : index + 2]), *lines[index + 2 :]]


def repeat_event(lines: EventLines, rng: Random) -> EventLines:
    line = _random_event_line(lines, rng)
    index = lines.index(line) + 1
    copy = json.loads(json.dumps(line))
    copy["event"]["version"] = -1
    copy["opened"] = []
    return [*lines[:index], copy, *lines[index:]]


def unseal_part(lines: EventLines, rng: Random) -> EventLines:
    """Make a sealed part public, or just remove it."""
    data = _random_event_line(lines, rng)["event"]["data"]
    part = rng.choice(sorted(data.get("sealed", {})) or [""])
    if not part:
        data.pop(rng.choice(sorted(data)), None)
        return lines
    del data["sealed"][part]
    for line in lines:
        line["opened"] = [each for each in line["opened"] if each["part"] != part or _is_sealed(lines, each)]
    data[part.split("/")[0]] = rng.choice((None, 1, "card-01", ["card-01"], []))
    return lines


def _is_sealed(lines: EventLines, opening: Any) -> bool:
    event = next(line["event"] for line in lines if line["event"]["version"] == opening["version"])
    return opening["part"] in event["data"].get("sealed", {})


REWRITES: dict[str, Callable[[EventLines, Random], EventLines]] = {
    "public data": change_public_data,
    "secret data": change_sealed_value,
    "who, when, what": change_envelope,
    "left out": remove_event,
    "cut short": truncate_history,
    "changed places": swap_neighbours,
    "repeated event": repeat_event,
    "bared": unseal_part,
}


def change_value(value: Any, rng: Random) -> Any:  # noqa: PLR0911  (a kind each)
    """Return another value, of the same kind most of the time."""
    match value:
        case bool():
            return not value
        case int():
            return rng.choice((value + 1, value - 1, 0, 99, None))
        case None:
            return rng.choice((0, 1, "", []))
        case str() if value.endswith("Z"):
            return rng.choice((None, "2026-01-01T12:00:01Z", "2026-01-01T12:00:30Z", value.replace("Z", ".000001Z")))
        case str():
            return rng.choice((value[:-1], value + "x", None, "card-01", "text", "skip", "party"))
        case list() if value:
            index, variant = rng.randrange(len(value)), rng.randrange(5)
            changed = [*value[:index], change_value(value[index], rng), *value[index + 1 :]]
            variants = [value[::-1], value[1:], [*value, value[0]], [*value[1:], value[0]], changed]
            return variants[variant]
        case dict() if value:
            name = rng.choice(sorted(value))
            return {**value, name: change_value(value[name], rng)}
        case _:
            return 7
