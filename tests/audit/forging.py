"""What a forger does to a record: each way changes it somewhere, and says from which version on it is another one."""

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeAlias

from games.audit.canonical_json import encode_canonical
from games.eventlog.digests import chain_hash
from tests.audit.made import sealed

Lines: TypeAlias = list[str]
Forged: TypeAlias = tuple[Sequence[str | bytes], int]
"""The lines without the last one, and the first bad version."""


def lines_of(record: bytes) -> Lines:
    """The lines of a record but the last one; the first is the header, line v is version v."""
    return record.decode().splitlines()[:-1]


def events_in(lines: Lines) -> int:
    return sum(line.startswith('{"event"') for line in lines)


def deleted(lines: Lines, rng: Random) -> Forged:
    at = rng.randint(1, events_in(lines))
    return [*lines[:at], *lines[at + 1 :]], at


def duplicated(lines: Lines, rng: Random) -> Forged:
    at = rng.randint(1, events_in(lines))
    return [*lines[: at + 1], *lines[at:]], at + 1


def swapped(lines: Lines, rng: Random) -> Forged:
    at = rng.randint(1, events_in(lines) - 1)
    return [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]], at


def cut_off(lines: Lines, rng: Random) -> Forged:
    at = rng.randint(1, events_in(lines))
    return [*lines[:at], *lines[events_in(lines) + 1 :]], at


def inserted(lines: Lines, rng: Random) -> Forged:
    """Another event, well-formed and chained to the one before."""
    at = rng.randint(1, events_in(lines))
    value = json.loads(lines[rng.choice([n for n in range(1, events_in(lines) + 1) if n != at])])
    value["event"] |= {"version": at, "prev": json.loads(lines[at - 1])["hash"] if at > 1 else "0" * 64}
    value |= {"hash": chain_hash(encode_canonical(value["event"])), "opened": []}
    return [*lines[:at], encode_canonical(value), *lines[at:]], at


def moved(lines: Lines, rng: Random) -> Forged:
    one, other = sorted(rng.sample(range(1, events_in(lines) + 1), 2))
    rest = [*lines[:other], *lines[other + 1 :]]
    return [*rest[:one], lines[other], *rest[one:]], one


def edited(lines: Lines, rng: Random) -> Forged:
    """One member of an event, with the event's own hash made anew."""
    at = rng.randint(1, events_in(lines))
    value = json.loads(lines[at])
    event = value["event"]
    name = rng.choice(("type", "schema", "at", "actor", "match", "prev", "data"))
    holder, member = (event, name) if name != "data" else (event["data"], rng.choice(list(event["data"])))
    holder[member] = _other(holder[member], rng)
    value["hash"] = chain_hash(encode_canonical(event))
    return [*lines[:at], encode_canonical(value), *lines[at + 1 :]], at


def opened_otherwise(lines: Lines, rng: Random) -> Forged:
    """An opening with another value, or gone, or of another part; names and clues may be gone."""
    choices = [
        n for n in range(1, events_in(lines) + 1) if any(_fixed(each) for each in json.loads(lines[n])["opened"])
    ]
    at = rng.choice(choices)
    value = json.loads(lines[at])
    opening = rng.choice([each for each in value["opened"] if _fixed(each)])
    match rng.choice(("value", "salt", "part", "version", "gone")):
        case "gone":
            value["opened"].remove(opening)
        case member:
            opening[member] = _other(opening[member], rng)
    return [*lines[:at], encode_canonical(value), *lines[at + 1 :]], at


def serialised_anew(lines: Lines, rng: Random) -> Forged:
    """The same JSON in other words: order, blanks, escapes."""
    at = rng.randint(0, events_in(lines))
    value = json.loads(lines[at])
    ways: list[Callable[[], str]] = [
        lambda: json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).replace(":", ": ", 1),
        lambda: json.dumps(value, ensure_ascii=False),
        lambda: json.dumps(dict(reversed(value.items())), ensure_ascii=False, separators=(",", ":")),
        lambda: lines[at] + " ",
        lambda: lines[at].replace("e", "\\u0065", 1),
        lambda: lines[at].replace('"version":', '"version":0,"version":', 1),
    ]
    return [*lines[:at], rng.choice(ways)(), *lines[at + 1 :]], at


def flipped(lines: Lines, rng: Random) -> Forged:
    at = rng.randint(1, events_in(lines))
    raw = bytearray(lines[at].encode())
    raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
    return [*lines[:at], bytes(raw), *lines[at + 1 :]], at


FORGERIES: dict[str, Callable[[Lines, Random], Forged]] = {
    "row deleted": deleted,
    "row duplicated": duplicated,
    "rows swapped": swapped,
    "cut off": cut_off,
    "row inserted": inserted,
    "row moved": moved,
    "field edited": edited,
    "opened otherwise": opened_otherwise,
    "serialised anew": serialised_anew,
    "bit flipped": flipped,
}


def as_record(lines: Sequence[str | bytes]) -> bytes:
    """With a last line that fits."""
    return sealed([line if isinstance(line, bytes) else line.encode() for line in lines])


def _other(value: Any, rng: Random) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value + rng.choice((-1, 1, 10))
        case str():
            return f"{value[:-1]}{'x' if not value.endswith('x') else 'y'}"
        case list() if value:
            return value[1:]
        case dict() if value:
            name = rng.choice(list(value))
            return {**value, name: _other(value[name], rng)}
        case _:
            return 7


def _fixed(opening: dict[str, Any]) -> bool:
    return opening["part"] not in ("player", "text")
