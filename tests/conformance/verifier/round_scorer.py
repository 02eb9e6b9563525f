"""The points of a round, counted from the votes; see `docs/reference/rules.md`."""

from dataclasses import dataclass
from typing import Any, TypeAlias

Award: TypeAlias = dict[str, Any]


def step_value(steps: list[list[int]], players: int) -> int:
    """Return the number for this many players: that of the last step that begins at or below it."""
    return [number for least, number in steps if least <= players][-1]


@dataclass(frozen=True)
class RoundScorer:
    """A round to be scored: owners by slot, votes by seat."""

    ruleset: Any
    players: int
    storyteller: int
    owners: dict[int, int]
    votes: dict[int, list[int]]
    eligible_voters: list[int]
    """The seats that were allowed to vote."""
    trap: int | None

    def awards(self) -> list[Award]:
        return self._party_awards() if self.ruleset["crowd"] else self._base_awards()

    def voters_for_slot(self, slot: int) -> list[int]:
        return sorted(seat for seat, slots in self.votes.items() if slot in slots)

    def _party_awards(self) -> list[Award]:
        awards, cap = [], self.ruleset["crowd"]["cap"]
        for seat, slots in sorted(self.votes.items()):
            vote_counts = [len(self.voters_for_slot(slot)) for slot in slots if slot != self.trap]
            if vote_count := sum(count for count in vote_counts if count > 1):
                points = vote_count if cap is None else min(vote_count, cap)
                awards.append({"seat": seat, "points": points, "why": "with_the_crowd"})
        return awards

    def _base_awards(self) -> list[Award]:
        storyteller_slot = next(slot for slot, owner in self.owners.items() if owner == self.storyteller)
        finders = [seat for seat in self.eligible_voters if storyteller_slot in self.votes.get(seat, [])]
        everybody_or_nobody = len(finders) in (0, len(self.eligible_voters))
        finder_points = 3 if len(finders) != 1 else step_value(self.ruleset["lone_finder"], self.players)
        consoled_seats = self._consoled_seats() if everybody_or_nobody else []
        awards = []
        for seat in range(self.players):
            if seat in consoled_seats:
                awards.append({"seat": seat, "points": 2, "why": "consolation"})
            if not everybody_or_nobody and (seat in finders or seat == self.storyteller):
                why = "well_told" if seat == self.storyteller else "found"
                awards.append({"seat": seat, "points": finder_points, "why": why})
            if seat in finders and len(self.votes[seat]) == 1 and self._are_single_votes_rewarded():
                awards.append({"seat": seat, "points": 1, "why": "lone_vote"})
            if fooled_points := self._fooled_points(seat):
                awards.append({"seat": seat, "points": fooled_points, "why": "fooled"})
        return awards

    def _consoled_seats(self) -> list[int]:
        """Return all seats but the storyteller; for a team, its voter, or its first seat if it has none."""
        if not self.ruleset["teams"]:
            return [seat for seat in range(self.players) if seat != self.storyteller]
        half = self.players // 2
        pairs = [(seat, seat + half) for seat in range(half) if self.storyteller not in (seat, seat + half)]
        return [next((seat for seat in pair if seat in self.eligible_voters), pair[0]) for pair in pairs]

    def _are_single_votes_rewarded(self) -> bool:
        least = self.ruleset["single_vote_point_from"]
        return least is not None and self.players >= least

    def _fooled_points(self, seat: int) -> int:
        if seat == self.storyteller:
            return 0
        votes = sum(len(self.voters_for_slot(slot)) for slot, owner in self.owners.items() if owner == seat)
        cap = self.ruleset["bonus_cap"]
        return votes if cap is None else min(votes, cap)


def add_awards(scores: list[int], awards: list[Award], *, teams: bool) -> list[int]:
    """Return the scores with these awards added; partners share theirs."""
    new_scores, half = list(scores), len(scores) // 2
    for award in awards:
        seat = award["seat"]
        for awarded_seat in (seat % half, seat % half + half) if teams else (seat,):
            new_scores[awarded_seat] += award["points"]
    return new_scores
