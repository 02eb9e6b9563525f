"""A second statement of the printed rule sets' numbers, of who may vote, and of the points that the verifier counts."""

from dataclasses import dataclass
from typing import Any, Literal

from tests.conformance.verifier.round_scorer import RoundScorer, add_awards


@dataclass(frozen=True)
class RuleSheet:
    """The numbers of a rule set as the rules print them; None means "no limit" or "no such rule"."""

    game: Literal["base", "party", "team"]
    lone_finder_points: dict[int, int]
    """By the number of players."""
    max_votes: dict[int, int]
    limit_for_own_cards: int | None = None
    limit_in_party: int | None = None
    extra_for_one_vote_from: int | None = None

    @property
    def ruleset(self) -> dict[str, Any]:
        """Return the same numbers as members of a record's rule set."""
        return {
            "crowd": {"cap": self.limit_in_party} if self.game == "party" else None,
            "teams": self.game == "team",
            "lone_finder": [[players, points] for players, points in self.lone_finder_points.items()],
            "bonus_cap": self.limit_for_own_cards,
            "single_vote_point_from": self.extra_for_one_vote_from,
        }


THREE_POINTS_BY_PLAYERS = dict.fromkeys(range(3, 13), 3)
ONE_VOTE_BY_PLAYERS = dict.fromkeys(range(3, 13), 1)
CLASSIC = RuleSheet("base", lone_finder_points=THREE_POINTS_BY_PLAYERS | {3: 4}, max_votes=ONE_VOTE_BY_PLAYERS)
ODYSSEY = RuleSheet(
    "base",
    lone_finder_points=THREE_POINTS_BY_PLAYERS,
    max_votes=ONE_VOTE_BY_PLAYERS | dict.fromkeys(range(7, 13), 2),
    limit_for_own_cards=3,
    extra_for_one_vote_from=7,
)
RULE_SHEETS = {
    "classic": CLASSIC,
    "classic-last-card": CLASSIC,
    "odyssey": ODYSSEY,
    "party": RuleSheet("party", THREE_POINTS_BY_PLAYERS, ONE_VOTE_BY_PLAYERS, limit_in_party=5),
    "party-passing": RuleSheet("party", THREE_POINTS_BY_PLAYERS, ONE_VOTE_BY_PLAYERS, limit_in_party=5),
    "party-30": RuleSheet("party", THREE_POINTS_BY_PLAYERS, ONE_VOTE_BY_PLAYERS),
    "team": RuleSheet("team", THREE_POINTS_BY_PLAYERS, ONE_VOTE_BY_PLAYERS, limit_for_own_cards=3),
    "team-30": RuleSheet("team", THREE_POINTS_BY_PLAYERS, ONE_VOTE_BY_PLAYERS),
}


@dataclass(frozen=True)
class Round:
    """The cards on the table and the votes; `votes` has an empty list for a missed vote."""

    players: int
    storyteller: int
    owners: dict[int, int]
    votes: dict[int, list[int]]
    trap: int | None


def partner_seat(seat: int, players: int) -> int:
    return seat - players // 2 if seat >= players // 2 else seat + players // 2


def voting_seats(sheet: RuleSheet, players: int, storyteller: int, submitters: set[int]) -> list[int]:
    result = []
    for seat in range(players):
        if sheet.game == "party":
            result.append(seat)
        elif sheet.game == "base":
            if seat != storyteller:
                result.append(seat)
        elif storyteller not in (seat, partner_seat(seat, players)) and partner_seat(seat, players) in submitters:
            result.append(seat)
    return result


def votable_slots(sheet: RuleSheet, players: int, storyteller: int, owners: dict[int, int]) -> dict[int, list[int]]:
    """Return the slots that each voter may vote for."""
    result = {}
    for voter in voting_seats(sheet, players, storyteller, set(owners.values())):
        result[voter] = [slot for slot in owners if sheet.game == "party" or owners[slot] != voter]
    return result


def is_called_off(slots_by_voter: dict[int, list[int]]) -> bool:
    """Return whether a voter has no choice, or nobody votes at all, a case that the rules do not score."""
    for slots in slots_by_voter.values():
        if len(slots) < 2:
            return True
    return len(slots_by_voter) == 0


def reference_points(sheet: RuleSheet, round: Round) -> list[int]:
    """Return the points by seat; in Team, by team."""
    scorer = RoundScorer(
        ruleset=sheet.ruleset,
        players=round.players,
        storyteller=round.storyteller,
        owners=round.owners,
        votes={seat: slots for seat, slots in round.votes.items() if slots},
        eligible_voters=list(round.votes),
        trap=round.trap,
    )
    teams = sheet.game == "team"
    points = add_awards([0] * round.players, scorer.awards(), teams=teams)
    return points[: round.players // 2] if teams else points
