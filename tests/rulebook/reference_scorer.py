"""A second scorer, as plain as can be: the words of the rules, seat by seat, with nothing of the engine in it."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class RuleSheet:
    """The numbers of a rule set as the rules print them; None is "no limit" or "no such rule"."""

    game: Literal["base", "party", "team"]
    lone_finder_points: dict[int, int]
    """By the number of players."""
    max_votes: dict[int, int]
    limit_for_own_cards: int | None = None
    limit_in_party: int | None = None
    extra_for_one_vote_from: int | None = None


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
    """What lay on the table and who pointed where; `votes` has an empty list for a missed vote."""

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
    """The slots that each voter may point at."""
    result = {}
    for voter in voting_seats(sheet, players, storyteller, set(owners.values())):
        result[voter] = [slot for slot in owners if sheet.game == "party" or owners[slot] != voter]
    return result


def is_called_off(slots_by_voter: dict[int, list[int]]) -> bool:
    """Somebody has no choice; or nobody votes at all, of which the rules say nothing."""
    for slots in slots_by_voter.values():
        if len(slots) < 2:
            return True
    return len(slots_by_voter) == 0


def reference_points(sheet: RuleSheet, round: Round) -> list[int]:
    """Seat by seat; in Team, team by team."""
    if sheet.game == "party":
        return [party_points(sheet, round, seat) for seat in range(round.players)]
    if sheet.game == "base":
        return [side_points(sheet, round, [seat]) for seat in range(round.players)]
    teams = range(round.players // 2)
    return [side_points(sheet, round, [team, partner_seat(team, round.players)]) for team in teams]


def party_points(sheet: RuleSheet, round: Round, seat: int) -> int:
    total = 0
    for slot in round.votes[seat]:
        votes_on_slot = 0
        for others in round.votes.values():
            votes_on_slot += others.count(slot)
        if votes_on_slot >= 2 and slot != round.trap:
            total += votes_on_slot
    if sheet.limit_in_party is not None and total > sheet.limit_in_party:
        return sheet.limit_in_party
    return total


def has_found(round: Round, voter: int) -> bool:
    owners_voted_for = [round.owners[slot] for slot in round.votes[voter]]
    return round.storyteller in owners_voted_for


def side_points(sheet: RuleSheet, round: Round, side: list[int]) -> int:
    """Of a seat or of two partners."""
    finders = [voter for voter in round.votes if has_found(round, voter)]
    finders_of_side = [seat for seat in side if seat in finders]
    finder_points = sheet.lone_finder_points[round.players] if len(finders) == 1 else 3
    total = 0
    if not finders or len(finders) == len(round.votes):
        total += 0 if round.storyteller in side else 2
    elif round.storyteller in side or finders_of_side:
        total += finder_points
    if sheet.extra_for_one_vote_from is not None and round.players >= sheet.extra_for_one_vote_from:
        for seat in finders_of_side:
            if len(round.votes[seat]) == 1:
                total += 1
    return total + own_card_points(sheet, round, side)


def own_card_points(sheet: RuleSheet, round: Round, side: list[int]) -> int:
    total = 0
    for slots in round.votes.values():
        for slot in slots:
            if round.owners[slot] in side and round.owners[slot] != round.storyteller:
                total += 1
    if sheet.limit_for_own_cards is not None and total > sheet.limit_for_own_cards:
        return sheet.limit_for_own_cards
    return total
