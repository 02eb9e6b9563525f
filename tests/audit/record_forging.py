"""Ways to forge a record: each changes it somewhere and returns the first version that differs."""

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeAlias

from games.audit.canonical_json import encode_canonical
from games.eventlog.digests import chain_hash
from tests.audit.generated_matches import join_with_checksum

RecordLines: TypeAlias = list[str]
Forgery: TypeAlias = tuple[Sequence[str | bytes], int]
"""The lines without the last one, and the first bad version."""


def lines_before_checksum(record: bytes) -> RecordLines:
    """Return all lines of a record but the last; the first is the header, line v is version v."""
    return record.decode().splitlines()[:-1]


def count_events(lines: RecordLines) -> int:
    return sum(line.startswith('{"event"') for line in lines)


def delete_event(lines: RecordLines, rng: Random) -> Forgery:
    version = rng.randint(1, count_events(lines))
    return [*lines[:version], *lines[version + 1 :]], version


def duplicate_event(lines: RecordLines, rng: Random) -> Forgery:
    version = rng.randint(1, count_events(lines))
    return [*lines[: version + 1], *lines[version:]], version + 1


def swap_events(lines: RecordLines, rng: Random) -> Forgery:
    version = rng.randint(1, count_events(lines) - 1)
    return [*lines[:version], lines[version + 1], lines[version], *lines[version + 2 :]], version


def truncate_events(lines: RecordLines, rng: Random) -> Forgery:
    version = rng.randint(1, count_events(lines))
    return [*lines[:version], *lines[count_events(lines) + 1 :]], version


def insert_event(lines: RecordLines, rng: Random) -> Forgery:
    """Insert another event, well-formed and chained to the previous one."""
    version = rng.randint(1, count_events(lines))
    value = json.loads(lines[rng.choice([n for n in range(1, count_events(lines) + 1) if n != version])])
    value["event"] |= {"version": version, "prev": json.loads(lines[version - 1])["hash"] if version > 1 else "0" * 64}
    value |= {"hash": chain_hash(encode_canonical(value["event"])), "opened": []}
    return [*lines[:version], encode_canonical(value), *lines[version:]], version


def move_event(lines: RecordLines, rng: Random) -> Forgery:
    first_version, second_version = sorted(rng.sample(range(1, count_events(lines) + 1), 2))
    rest = [*lines[:second_version], *lines[second_version + 1 :]]
    return [*rest[:first_version], lines[second_version], *rest[first_version:]], first_version


def edit_event(lines: RecordLines, rng: Random) -> Forgery:
    """Change one member of an event and recompute the event's own hash."""
    version = rng.randint(1, count_events(lines))
    value = json.loads(lines[version])
    event = value["event"]
    name = rng.choice(("type", "schema", "at", "actor", "match", "prev", "data"))
    holder, member = (event, name) if name != "data" else (event["data"], rng.choice(list(event["data"])))
    holder[member] = _different_value(holder[member], rng)
    value["hash"] = chain_hash(encode_canonical(event))
    return [*lines[:version], encode_canonical(value), *lines[version + 1 :]], version


def tamper_with_opening(lines: RecordLines, rng: Random) -> Forgery:
    """Change, remove or misattribute an opening; names and clues may be missing."""
    choices = [
        n
        for n in range(1, count_events(lines) + 1)
        if any(_is_unerasable(each) for each in json.loads(lines[n])["opened"])
    ]
    version = rng.choice(choices)
    value = json.loads(lines[version])
    opening = rng.choice([each for each in value["opened"] if _is_unerasable(each)])
    match rng.choice(("value", "salt", "part", "version", "gone")):
        case "gone":
            value["opened"].remove(opening)
        case member:
            opening[member] = _different_value(opening[member], rng)
    return [*lines[:version], encode_canonical(value), *lines[version + 1 :]], version


def reserialize_line(lines: RecordLines, rng: Random) -> Forgery:
    """Serialize the same JSON differently: key order, whitespace, escapes."""
    version = rng.randint(0, count_events(lines))
    value = json.loads(lines[version])
    serializers: list[Callable[[], str]] = [
        lambda: json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).replace(":", ": ", 1),
        lambda: json.dumps(value, ensure_ascii=False),
        lambda: json.dumps(dict(reversed(value.items())), ensure_ascii=False, separators=(",", ":")),
        lambda: lines[version] + " ",
        lambda: lines[version].replace("e", "\\u0065", 1),
        lambda: lines[version].replace('"version":', '"version":0,"version":', 1),
    ]
    return [*lines[:version], rng.choice(serializers)(), *lines[version + 1 :]], version


def flip_bit(lines: RecordLines, rng: Random) -> Forgery:
    version = rng.randint(1, count_events(lines))
    raw = bytearray(lines[version].encode())
    raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
    return [*lines[:version], bytes(raw), *lines[version + 1 :]], version


FORGERIES: dict[str, Callable[[RecordLines, Random], Forgery]] = {
    "row deleted": delete_event,
    "row duplicated": duplicate_event,
    "rows swapped": swap_events,
    "cut off": truncate_events,
    "row inserted": insert_event,
    "row moved": move_event,
    "field edited": edit_event,
    "opened otherwise": tamper_with_opening,
    "serialised anew": reserialize_line,
    "bit flipped": flip_bit,
}


def append_checksum_line(lines: Sequence[str | bytes]) -> bytes:
    """Return the record with a matching last line appended."""
    return join_with_checksum([line if isinstance(line, bytes) else line.encode() for line in lines])


def _different_value(value: Any, rng: Random) -> Any:
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
            return {**value, name: _different_value(value[name], rng)}
        case _:
            return 7


def _is_unerasable(opening: dict[str, Any]) -> bool:
    return opening["part"] not in ("player", "text")
