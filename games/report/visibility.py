"""The visibility of sealed parts: which seat could see which part from which version on.

The rules of the rulebook are applied to what is public, so this works for the record of a running match as well.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from games.audit.record_line import EventLine
from games.rulebook.audience import OpeningEvents, key_opened_by
from games.rulebook.rulesets import Crowd
from games.rulebook.sealed import SealingContext, part_access


@dataclass(frozen=True, kw_only=True, slots=True)
class PartVisibility:
    """The versions from which on a part was visible to its holder and to everyone.

    `holder` is None if no seat may see the part before everyone. A version that is None has not been reached yet.
    """

    version: int
    part: str
    opens: str
    holder: int | None
    holder_from: int | None
    all_from: int | None


@dataclass(kw_only=True)
class PublicFacts:
    """What the events so far have made public and decides over the parts of the next one."""

    context: SealingContext = field(default_factory=SealingContext)
    resigned_seats: set[int] = field(default_factory=set)

    def apply(self, event_type: str, data: Any) -> None:
        """Take the next event into account."""
        match event_type:
            case "match_opened" if data["ruleset"]["crowd"]:
                self.context = replace(self.context, crowd=Crowd(**data["ruleset"]["crowd"]))
            case "match_started":
                self.context = replace(self.context, seat_count=len(data["seats"]))
            case "round_begun":
                self.context = replace(self.context, round=data["round"], storyteller=data["storyteller"])
            case "storyteller_claimed" | "clue_given":
                self.context = replace(self.context, storyteller=data["seat"])
            case "seat_resigned":
                self.resigned_seats.add(data["seat"])
            case _:
                pass


def part_visibilities(lines: Sequence[EventLine]) -> dict[tuple[int, str], PartVisibility]:
    """Return the visibility of each sealed part, by version and part name."""
    opening_events = OpeningEvents(
        (line.body["version"], key_opened_by(line.body["type"], line.body["data"].get("round"))) for line in lines
    )
    facts, visibilities = PublicFacts(), dict[tuple[int, str], PartVisibility]()
    for line in lines:
        for part in line.sealed:
            visibilities[line.body["version"], part] = _part_visibility(part, line, facts, opening_events)
        # Who may see the parts of an event is decided by what was known before it.
        facts.apply(line.body["type"], line.body["data"])
    return visibilities


def _part_visibility(part: str, line: EventLine, facts: PublicFacts, opening_events: OpeningEvents) -> PartVisibility:
    version = line.body["version"]
    access = part_access(part, line.body["type"], line.body["data"].get("seat"), facts.context)
    # A player who has resigned sees no more than a spectator.
    has_reader = access.reader is not None and access.reader not in facts.resigned_seats
    return PartVisibility(
        version=version,
        part=part,
        opens=access.opens,
        holder=access.reader if has_reader else None,
        holder_from=opening_events.reader_from(version, face_down=access.face_down) if has_reader else None,
        all_from=opening_events.public_from(version, access.opens),
    )
