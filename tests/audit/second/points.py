"""What a round brings, counted from the votes; see `docs/reference/rules.md`."""

from dataclasses import dataclass
from typing import Any, TypeAlias

Award: TypeAlias = dict[str, Any]


def step(steps: list[list[int]], players: int) -> int:
    """The number for so many players: of the last step that begins at most there."""
    return [number for least, number in steps if least <= players][-1]


@dataclass(frozen=True)
class Count:
    """A round to be counted: owners by slot, votes by seat."""

    rules: Any
    players: int
    teller: int
    owners: dict[int, int]
    votes: dict[int, list[int]]
    entitled: list[int]
    """Who might vote."""
    trap: int | None

    def awards(self) -> list[Award]:
        return self._crowd() if self.rules["crowd"] else self._base()

    def on(self, slot: int) -> list[int]:
        return sorted(seat for seat, slots in self.votes.items() if slot in slots)

    def _crowd(self) -> list[Award]:
        found = []
        for seat in sorted(self.votes):
            (slot,) = self.votes[seat]
            together = len(self.on(slot))
            cap = self.rules["crowd"]["cap"]
            if together > 1 and slot != self.trap:
                points = together if cap is None else min(together, cap)
                found.append({"seat": seat, "points": points, "why": "with_the_crowd"})
        return found

    def _base(self) -> list[Award]:
        right = next(slot for slot, owner in self.owners.items() if owner == self.teller)
        finders = [seat for seat in self.entitled if right in self.votes.get(seat, [])]
        everybody_or_nobody = len(finders) in (0, len(self.entitled))
        found = 3 if len(finders) != 1 else step(self.rules["lone_finder"], self.players)
        consoled = self._consoled() if everybody_or_nobody else []
        awards = []
        for seat in range(self.players):
            if seat in consoled:
                awards.append({"seat": seat, "points": 2, "why": "consolation"})
            if not everybody_or_nobody and (seat in finders or seat == self.teller):
                why = "well_told" if seat == self.teller else "found"
                awards.append({"seat": seat, "points": found, "why": why})
            if seat in finders and len(self.votes[seat]) == 1 and self._single_votes_count():
                awards.append({"seat": seat, "points": 1, "why": "lone_vote"})
            if fooled := self._fooled(seat):
                awards.append({"seat": seat, "points": fooled, "why": "fooled"})
        return awards

    def _consoled(self) -> list[int]:
        """Everybody but the storyteller; of a team its voter, or its first seat if it has none."""
        if not self.rules["teams"]:
            return [seat for seat in range(self.players) if seat != self.teller]
        half = self.players // 2
        pairs = [(seat, seat + half) for seat in range(half) if self.teller not in (seat, seat + half)]
        return [next((seat for seat in pair if seat in self.entitled), pair[0]) for pair in pairs]

    def _single_votes_count(self) -> bool:
        least = self.rules["single_vote_point_from"]
        return least is not None and self.players >= least

    def _fooled(self, seat: int) -> int:
        if seat == self.teller:
            return 0
        votes = sum(len(self.on(slot)) for slot, owner in self.owners.items() if owner == seat)
        cap = self.rules["bonus_cap"]
        return votes if cap is None else min(votes, cap)


def added(scores: list[int], awards: list[Award], *, teams: bool) -> list[int]:
    """The scores with these awards; partners share theirs."""
    after, half = list(scores), len(scores) // 2
    for award in awards:
        seat = award["seat"]
        for gains in (seat % half, seat % half + half) if teams else (seat,):
            after[gains] += award["points"]
    return after
