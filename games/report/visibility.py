"""The visibility of sealed parts: which seat could see which part from which version on.

The rules of the rulebook are applied to what is public, so this works for the record of a running match as well.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from games.audit.record_line import EventLine
from games.rulebook.audience import OpeningVersions, key_opened_by, opening_versions, public_from, reader_from
from games.rulebook.board import seats_with_next_hand_face_down
from games.rulebook.rulesets import Crowd
from games.rulebook.sealed import sealed_part


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

    round: int = 0
    storyteller: int | None = None
    seat_count: int = 0
    crowd: Crowd | None = None
    resigned_seats: set[int] = field(default_factory=set)

    @property
    def passes_hands(self) -> bool:
        return self.crowd is not None and self.crowd.pass_hands

    @property
    def next_face_down_seats(self) -> tuple[int, ...]:
        return seats_with_next_hand_face_down(self.crowd, self.storyteller, self.seat_count)

    def apply(self, event_type: str, data: Any) -> None:
        """Take the next event into account."""
        match event_type:
            case "match_opened" if data["ruleset"]["crowd"]:
                self.crowd = Crowd(**data["ruleset"]["crowd"])
            case "match_started":
                self.seat_count = len(data["seats"])
            case "round_begun":
                self.round, self.storyteller = data["round"], data["storyteller"]
            case "storyteller_claimed" | "clue_given":
                self.storyteller = data["seat"]
            case "seat_resigned":
                self.resigned_seats.add(data["seat"])
            case _:
                pass


def part_visibilities(lines: Sequence[EventLine]) -> dict[tuple[int, str], PartVisibility]:
    """Return the visibility of each sealed part, by version and part name."""
    opened = opening_versions(
        (line.body["version"], key_opened_by(line.body["type"], line.body["data"].get("round"))) for line in lines
    )
    facts, visibilities = PublicFacts(), dict[tuple[int, str], PartVisibility]()
    for line in lines:
        for part in line.sealed:
            visibilities[line.body["version"], part] = _part_visibility(part, line, facts, opened)
        # Who may see the parts of an event is decided by what was known before it.
        facts.apply(line.body["type"], line.body["data"])
    return visibilities


def _part_visibility(name: str, line: EventLine, facts: PublicFacts, opened: OpeningVersions) -> PartVisibility:
    version = line.body["version"]
    part = sealed_part(name, line.body["type"], line.body["data"].get("seat"), facts)
    # A player who has resigned sees no more than a spectator.
    has_reader = part.reader is not None and part.reader not in facts.resigned_seats
    return PartVisibility(
        version=version,
        part=name,
        opens=part.opens,
        holder=part.reader if has_reader else None,
        holder_from=reader_from(version, opened, face_down=part.face_down) if has_reader else None,
        all_from=public_from(version, part.opens, opened),
    )
