"""The visibility of sealed parts: which seat could see which part from which version on.

It is derived from public data alone, so it works for the record of a running match as well. The rulebook decides the
same in `games.rulebook.sealed`, which needs the whole match state; tests compare the two.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from games.audit.chain_check import OPENS_NOW, PARTS_OPENED_AT_ONCE, PARTS_OPENED_WITH_SCORES
from games.audit.record_line import EventLine

OPENS_AT_END = "end"


@dataclass(kw_only=True)
class PartVisibility:
    """The versions from which on a part was visible to its holder and to everyone.

    `holder` is None if no seat may see the part before everyone. A version that is None has not been reached yet.
    """

    version: int
    part: str
    opens: str
    holder: int | None = None
    holder_from: int | None = None
    all_from: int | None = None


@dataclass(kw_only=True)
class VisibilityTracker:
    """Computes the visibility of sealed parts while the events are applied in order."""

    party_rules: dict[str, Any] | None = None
    seat_count: int = 0
    round_number: int = 0
    storyteller: int | None = None
    resigned_seats: set[int] = field(default_factory=set)
    visibilities: list[PartVisibility] = field(default_factory=list)

    def apply(self, line: EventLine) -> None:
        """Take the next event into account."""
        version, data = int(line.body["version"]), line.body["data"]
        # Who may see the parts of an event is decided by the state before the event, as in `games.rulebook.sealed`.
        new_visibilities = [self._initial_visibility(version, part, line) for part in line.sealed]
        self._update_match_facts(line.body["type"], data)
        self.visibilities += new_visibilities
        opening_key = self._opening_key(line.body["type"], data)
        for visibility in self.visibilities:
            # A hand that was drawn face down is turned up by the next clue.
            if line.body["type"] == "clue_given" and visibility.holder is not None:
                visibility.holder_from = visibility.holder_from or version
            if visibility.all_from is None and opening_key in (OPENS_AT_END, visibility.opens):
                visibility.all_from = version

    def _update_match_facts(self, type_name: str, data: Any) -> None:
        match type_name:
            case "match_opened":
                self.party_rules = data["ruleset"]["crowd"]
            case "match_started":
                self.seat_count = len(data["seats"])
            case "round_begun":
                self.round_number, self.storyteller = data["round"], data["storyteller"]
            case "storyteller_claimed" | "clue_given":
                self.storyteller = data["seat"]
            case "seat_resigned":
                self.resigned_seats.add(data["seat"])
            case _:
                pass

    def _opening_key(self, type_name: str, data: Any) -> str | None:
        if type_name == "match_ended":
            return OPENS_AT_END
        return f"scoring/{data['round']}" if type_name == "round_scored" else None

    def _initial_visibility(self, version: int, part: str, line: EventLine) -> PartVisibility:
        if part in PARTS_OPENED_AT_ONCE:
            return PartVisibility(version=version, part=part, opens=OPENS_NOW, all_from=version)
        data = line.body["data"]
        if part in PARTS_OPENED_WITH_SCORES:
            opens, holder = f"scoring/{self.round_number}", data["seat"]
        else:
            opens, holder = OPENS_AT_END, self._hand_owner(part, line.body["type"])
        # A player who has resigned sees no more than a spectator.
        holder = None if holder in self.resigned_seats else holder
        holder_from = None if holder is None or (opens == OPENS_AT_END and self._draws_face_down(holder)) else version
        return PartVisibility(version=version, part=part, opens=opens, holder=holder, holder_from=holder_from)

    def _hand_owner(self, part: str, type_name: str) -> int | None:
        """Return the seat that may see these cards; None for a deck, and for hands that are passed on once drawn."""
        field_name, _, seat = part.partition("/")
        passed_on = self.party_rules is not None and self.party_rules["pass_hands"] and type_name == "hands_refilled"
        return int(seat) if field_name == "hands" and not passed_on else None

    def _draws_face_down(self, seat: int) -> bool:
        """Return whether cards that this seat draws now stay face down, even to its player, until the next clue."""
        if self.party_rules is None:
            return False
        if self.party_rules["blind"] == "everyone" or self.storyteller is None:
            return True
        # Hands are refilled at the end of a round. The seat to the left gives the next clue, so only that seat must
        # not see its new cards. In round 1 anyone may become the storyteller, so every hand is face down (above).
        return seat == (self.storyteller + 1) % self.seat_count


def part_visibilities(lines: Sequence[EventLine]) -> dict[tuple[int, str], PartVisibility]:
    """Return the visibility of each sealed part, by version and part name."""
    tracker = VisibilityTracker()
    for line in lines:
        tracker.apply(line)
    return {(visibility.version, visibility.part): visibility for visibility in tracker.visibilities}
