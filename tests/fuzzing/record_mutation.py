"""Mutated match records: numbers, texts, lists, depth and lines of real ones, with hashes that fit or not."""

import json
from collections.abc import Callable, Iterator
from hashlib import sha256
from random import Random
from typing import Any, TypeAlias

from games.audit.canonical_json import encode_canonical
from games.eventlog.digests import chain_hash, seal_digest

Lines: TypeAlias = list[Any]
"""The lines of a record but the last, as JSON values."""

INTERESTING_VALUES: tuple[Any, ...] = (
    *(0, 1, -1, 2, 3, 12, 13, 99, 255, 2**31, 2**53 - 1, 10**15 - 1, -(10**15) + 1, True, False, None),
    *(
        "",
        "0",
        "clock",
        "staff",
        "null",
        "9" * 400,
        "\u0663",
        "e\u0301",
        "\U0001f0a1",
        "x" * 5000,
        "ab" * 32,
        "card-01",
    ),
    *("0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z", "2026-01-01T12:00:00Z", "2026-13-01T12:00:00Z"),
    *([], {}, [[]], [0] * 900, [None], {"": 0}, {"seat": 0}, [[3, 1]], {"kind": "text", "text": "x"}),
)
SUFFIXES_OF_PARTS = ("", "/0", "/1", "/99", "/999999999", "/x", "/\u0663")


def parse_lines(record: bytes) -> Lines:
    return [json.loads(line) for line in record.splitlines()[:-1]]


def mutate(record: bytes, rng: Random) -> bytes:
    """Return the record with one to four changes."""
    lines = parse_lines(record)
    if rng.random() < 0.5:
        # Shorter matches: less to replay, and other endings.
        events = [line for line in lines if "event" in line][: rng.choice((1, 2, 8, 20, 60))]
        lines = [lines[0], *events]
    for _ in range(rng.choice((1, 1, 2, 4))):
        rng.choice(MUTATIONS)(lines, rng)
    if rng.random() < 0.9:
        repair_hashes(lines)
    content = "".join(f"{encode_canonical(line)}\n" for line in lines).encode("utf-8", "surrogatepass")
    content += f'{{"sha256":"{sha256(content).hexdigest()}"}}\n'.encode()
    return damage_bytes(content, rng) if rng.random() < 0.1 else content


def repair_hashes(lines: Lines) -> None:
    """Make versions, hashes and the header fit, so that only the contents of the events are wrong."""
    head, version = "0" * 64, 0
    for line in lines:
        if isinstance(line, dict) and isinstance(line.get("event"), dict):
            version += 1
            line["event"] |= {"prev": head, "version": version}
            line["hash"] = head = chain_hash(encode_canonical(line["event"]))
    if isinstance(lines[0], dict) and "record" in lines[0]:
        lines[0] |= {"head": head, "version": version}


def damage_bytes(content: bytes, rng: Random) -> bytes:
    damaged = bytearray(content)
    for _ in range(rng.choice((1, 5, 50))):
        damaged[rng.randrange(len(damaged))] = rng.choice((0, 10, 34, 91, 123, 125, 255, rng.randrange(256)))
    return bytes(damaged[: rng.choice((None, len(damaged), rng.randrange(len(damaged))))])


def _replace_value(lines: Lines, rng: Random) -> None:
    place, name = rng.choice(list(_places(rng.choice(lines))))
    place[name] = rng.choice(INTERESTING_VALUES)


def _replace_early_value(lines: Lines, rng: Random) -> None:
    """Change the terms of the match, on which everything else depends."""
    place, name = rng.choice(list(_places(lines[min(1, len(lines) - 1)])))
    place[name] = rng.choice(INTERESTING_VALUES)


def _nudge_number(lines: Lines, rng: Random) -> None:
    numbers = [(place, name) for place, name in _places(rng.choice(lines)) if type(place[name]) is int]
    for place, name in numbers[:1] and [rng.choice(numbers)]:
        place[name] += rng.choice((-1, 1, 7, 10**9))


def _resize(lines: Lines, rng: Random) -> None:
    """Empty, repeat, shorten or nest a list or an object."""
    containers = [(place, name) for place, name in _places(rng.choice(lines)) if isinstance(place[name], list | dict)]
    if not containers:
        return
    place, name = rng.choice(containers)
    value, depth = place[name], rng.choice((1, 3, 40))
    match rng.randrange(4):
        case 0:
            place[name] = type(value)()
        case 1 if isinstance(value, list):
            place[name] = (value * rng.choice((2, 50)))[:20_000]
        case 2 if value:
            (value.pop if isinstance(value, list) else value.popitem)()
        case _:
            for _ in range(depth):
                place[name] = [place[name]]


def _remove_member(lines: Lines, rng: Random) -> None:
    objects = [(place, name) for place, name in _places(rng.choice(lines)) if isinstance(place, dict)]
    for place, name in objects[:1] and [rng.choice(objects)]:
        del place[name]


def _reseal(lines: Lines, rng: Random) -> None:
    """Change a sealed value, or the name of its part, and the commitment with it."""
    openings = [(line, each) for line in _event_lines(lines) for each in line["opened"] if isinstance(each, dict)]
    if not openings:
        return
    _, opening = rng.choice(openings)
    try:
        sealed = lines[opening["version"]]["event"]["data"]["sealed"]
        del sealed[opening["part"]]
        if rng.random() < 0.3:
            opening["part"] = opening["part"].partition("/")[0] + rng.choice(SUFFIXES_OF_PARTS)
        if rng.random() < 0.8:
            opening["value"] = rng.choice(INTERESTING_VALUES)
        sealed[opening["part"]] = seal_digest(opening["salt"], encode_canonical(opening["value"]))
    except (LookupError, TypeError, AttributeError, ValueError):
        # An earlier change has left nothing to seal.
        return


def _move_line(lines: Lines, rng: Random) -> None:
    line = rng.choice(lines)
    match rng.randrange(3):
        case 0:
            lines.insert(rng.randrange(len(lines) + 1), json.loads(json.dumps(line)))
        case 1 if len(lines) > 1:
            lines.remove(line)
        case _:
            rng.shuffle(lines[1:])


MUTATIONS: tuple[Callable[[Lines, Random], None], ...] = (
    *(_replace_value, _replace_early_value, _nudge_number, _resize, _remove_member, _reseal, _move_line),
)


def _event_lines(lines: Lines) -> Iterator[Any]:
    for line in lines:
        if isinstance(line, dict) and isinstance(line.get("opened"), list):
            yield line


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every member and item in a JSON value, as its container and its name or index; at least one."""
    unseen, is_empty = [value], True
    while unseen:
        container = unseen.pop()
        names = list(container) if isinstance(container, dict) else range(len(container))
        for name in names:
            is_empty = False
            yield container, name
            if isinstance(container[name], dict | list):
                unseen.append(container[name])
    if is_empty:
        yield {"": None}, ""
