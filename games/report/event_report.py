"""The report's entry for each event of a record: a sentence, and the visibility of the event's sealed parts."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from games.audit.chain_check import Chain
from games.audit.record_line import EventLine
from games.report.event_sentences import event_sentence
from games.report.report_types import EventTold, PartState, PartTold
from games.report.visibility import PartVisibility, part_visibilities
from games.story.roster import Roster
from games.story.visible_event import VisibleEvent, WireEvent, merge_openings


def events_from_record(lines: Sequence[EventLine]) -> list[VisibleEvent]:
    """Return the events of a record, with every part that these lines open put back into its event."""
    return merge_openings([msgspec.convert(_wire_event(line), WireEvent) for line in lines])


def build_event_reports(
    lines: Sequence[EventLine], chain: Chain, events: Sequence[VisibleEvent], roster: Roster
) -> Iterator[EventTold]:
    """Yield the report entry of each event.

    Args:
        lines: the reliable lines of the record, from version 1 on.
        chain: the verified chain, which knows the erased parts.
        events: the same events with their opened parts, in the same order as `lines`.
        roster: the names to use in sentences.
    """
    visibility_by_part = part_visibilities(lines)
    openings = _openings(lines)
    for line, event in zip(lines, events, strict=True):
        version = line.body["version"]
        yield EventTold(
            version=version,
            at=line.body["at"],
            type=line.body["type"],
            actor=line.body["actor"],
            hash=line.hash,
            words=event_sentence(event, roster),
            parts=tuple(
                _part_report(visibility_by_part[version, part], openings, chain.erased_parts) for part in line.sealed
            ),
        )


def _wire_event(line: EventLine) -> dict[str, Any]:
    # Merging openings writes into `data`. The line itself is in the cache of verified records, so it gets a copy.
    opened = [{"version": each.version, "part": each.part, "value": json.loads(each.value)} for each in line.opened]
    return {**line.body, "data": dict(line.body["data"]), "opened": opened}


def _openings(lines: Sequence[EventLine]) -> dict[tuple[int, str], Any]:
    return {(each.version, each.part): json.loads(each.value) for line in lines for each in line.opened}


def _part_report(
    visibility: PartVisibility, openings: Mapping[tuple[int, str], Any], erased: Sequence[tuple[int, str]]
) -> PartTold:
    key = (visibility.version, visibility.part)
    state: PartState = "open" if key in openings else "erased" if key in erased else "sealed"
    return PartTold(
        part=visibility.part,
        state=state,
        value=openings.get(key),
        holder=visibility.holder,
        holder_from=visibility.holder_from,
        all_from=visibility.all_from,
        opens=visibility.opens,
    )
