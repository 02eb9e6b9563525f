"""An operator who tells another history: something in it is changed, and every hash, seal and opening made to fit."""

import json
from collections.abc import Callable
from hashlib import sha256
from random import Random
from typing import Any, TypeAlias

from tests.audit.second import paper

Lines: TypeAlias = list[Any]
"""The lines of events, as values."""


def rewritten(raw: bytes, rng: Random, way: str) -> bytes:
    """The record of a history that is another one somewhere, without receipts."""
    header, *rest = map(json.loads, raw.splitlines()[:-1])
    lines = [line for line in rest if "event" in line]
    return fitted(header, WAYS[way](lines, rng))


def fitted(header: Any, lines: Lines) -> bytes:
    """These events in this order as one chain, with a header and a last line that fit."""
    places = {line["event"]["version"]: place for place, line in enumerate(lines, start=1)}
    before = "0" * 64
    for place, line in enumerate(lines, start=1):
        event = line["event"]
        event |= {"version": place, "prev": before}
        line["hash"] = before = paper.chained(event)
        for opening in line["opened"]:
            opening["version"] = places.get(opening["version"], 0)
        line["opened"] = [opening for opening in line["opened"] if opening["version"]]
    header = {**header, "version": len(lines), "head": before}
    text = "".join(f"{paper.written(line)}\n" for line in (header, *lines)).encode()
    return text + f'{{"sha256":"{sha256(text).hexdigest()}"}}\n'.encode()


def _some(lines: Lines, rng: Random) -> Any:
    """Every kind of event as often as any other."""
    kind = rng.choice(sorted({line["event"]["type"] for line in lines}))
    return rng.choice([line for line in lines if line["event"]["type"] == kind])


def public(lines: Lines, rng: Random) -> Lines:
    """A member of an event's public data."""
    data = _some(lines, rng)["event"]["data"]
    if names := [name for name in data if name != "sealed"]:
        name = rng.choice(names)
        data[name] = other(data[name], rng)
    return lines


def secret(lines: Lines, rng: Random) -> Lines:
    """What a sealed part holds."""
    kinds = sorted({opening["part"].split("/")[0] for line in lines for opening in line["opened"]})
    kind = rng.choice(kinds)
    fitting = [each for line in lines for each in line["opened"] if each["part"].split("/")[0] == kind]
    opening = rng.choice(fitting)
    opening["value"] = other(opening["value"], rng)
    holder = next(line["event"] for line in lines if line["event"]["version"] == opening["version"])
    holder["data"]["sealed"][opening["part"]] = paper.sealed(opening["salt"], opening["value"])
    return lines


def frame(lines: Lines, rng: Random) -> Lines:
    """Who caused an event, when, or what it is."""
    event = _some(lines, rng)["event"]
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


def left_out(lines: Lines, rng: Random) -> Lines:
    gone = _some(lines, rng)
    return [line for line in lines if line is not gone] or lines


def cut_short(lines: Lines, rng: Random) -> Lines:
    return lines[: rng.randint(1, len(lines))]


def changed_places(lines: Lines, rng: Random) -> Lines:
    place = rng.randrange(max(1, len(lines) - 1))
    return [*lines[:place], *reversed(lines[place : place + 2]), *lines[place + 2 :]]


def told_twice(lines: Lines, rng: Random) -> Lines:
    line = _some(lines, rng)
    place = lines.index(line) + 1
    again = json.loads(json.dumps(line))
    again["event"]["version"] = -1
    again["opened"] = []
    return [*lines[:place], again, *lines[place:]]


def bared(lines: Lines, rng: Random) -> Lines:
    """A sealed part, said openly, or no more than a member that is left out."""
    data = _some(lines, rng)["event"]["data"]
    part = rng.choice(sorted(data.get("sealed", {})) or [""])
    if not part:
        data.pop(rng.choice(sorted(data)), None)
        return lines
    del data["sealed"][part]
    for line in lines:
        line["opened"] = [each for each in line["opened"] if each["part"] != part or _sealed(lines, each)]
    data[part.split("/")[0]] = rng.choice((None, 1, "card-01", ["card-01"], []))
    return lines


def _sealed(lines: Lines, opening: Any) -> bool:
    event = next(line["event"] for line in lines if line["event"]["version"] == opening["version"])
    return opening["part"] in event["data"].get("sealed", {})


WAYS: dict[str, Callable[[Lines, Random], Lines]] = {
    "public data": public,
    "secret data": secret,
    "who, when, what": frame,
    "left out": left_out,
    "cut short": cut_short,
    "changed places": changed_places,
    "told twice": told_twice,
    "bared": bared,
}


def other(value: Any, rng: Random) -> Any:  # noqa: PLR0911  (a kind each)
    """Another value of the same kind, most of the time."""
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
            place, way = rng.randrange(len(value)), rng.randrange(5)
            changed = [*value[:place], other(value[place], rng), *value[place + 1 :]]
            row = [value[::-1], value[1:], [*value, value[0]], [*value[1:], value[0]], changed]
            return row[way]
        case dict() if value:
            name = rng.choice(sorted(value))
            return {**value, name: other(value[name], rng)}
        case _:
            return 7
