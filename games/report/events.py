"""The events of a record as they are told, each with its sealed parts and who could see them when."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from games.audit.chain_check import Chain
from games.audit.record_line import EventLine
from games.report.sentences import sentence
from games.report.shapes import EventTold, PartTold, State
from games.report.sights import Sight, sights
from games.story.cast import Cast
from games.story.seen import Happened, Told, put_together


def happened(lines: Sequence[EventLine]) -> list[Happened]:
    """The events with all parts back in place that these lines open."""
    return put_together([msgspec.convert(_told(line), Told) for line in lines])


def told_events(
    lines: Sequence[EventLine], chain: Chain, events: Sequence[Happened], people: Cast
) -> Iterator[EventTold]:
    """Each event in words."""
    seen = sights(lines)
    opened = _opened(lines)
    for line, event in zip(lines, events, strict=True):
        version = line.body["version"]
        yield EventTold(
            version=version,
            at=line.body["at"],
            type=line.body["type"],
            actor=line.body["actor"],
            hash=line.hash,
            words=sentence(event, people),
            parts=tuple(_part(seen[version, part], opened, chain.erased_parts) for part in line.sealed),
        )


def _told(line: EventLine) -> dict[str, Any]:
    opened = [{"version": each.version, "part": each.part, "value": json.loads(each.value)} for each in line.opened]
    return {**line.body, "data": dict(line.body["data"]), "opened": opened}


def _opened(lines: Sequence[EventLine]) -> dict[tuple[int, str], Any]:
    return {(each.version, each.part): json.loads(each.value) for line in lines for each in line.opened}


def _part(sight: Sight, opened: Mapping[tuple[int, str], Any], erased: Sequence[tuple[int, str]]) -> PartTold:
    key = (sight.version, sight.part)
    state: State = "open" if key in opened else "erased" if key in erased else "sealed"
    return PartTold(
        part=sight.part,
        state=state,
        value=opened.get(key),
        holder=sight.holder,
        holder_from=sight.holder_from,
        all_from=sight.all_from,
        opens=sight.opens,
    )
