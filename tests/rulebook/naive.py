"""A second scorer, as plain as can be: the words of the rules, seat by seat, with nothing of the engine in it."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Sheet:
    """The numbers of a rule set as the rules print them; None is "no limit" or "no such rule"."""

    game: Literal["base", "party", "team"]
    only_finder: dict[int, int]
    """By the number of players."""
    votes: dict[int, int]
    limit_for_own_cards: int | None = None
    limit_in_party: int | None = None
    extra_for_one_vote_from: int | None = None


THREE_EACH = dict.fromkeys(range(3, 13), 3)
ONE_VOTE = dict.fromkeys(range(3, 13), 1)
CLASSIC = Sheet("base", only_finder=THREE_EACH | {3: 4}, votes=ONE_VOTE)
ODYSSEY = Sheet(
    "base",
    only_finder=THREE_EACH,
    votes=ONE_VOTE | dict.fromkeys(range(7, 13), 2),
    limit_for_own_cards=3,
    extra_for_one_vote_from=7,
)
SHEETS = {
    "classic": CLASSIC,
    "classic-last-card": CLASSIC,
    "odyssey": ODYSSEY,
    "party": Sheet("party", THREE_EACH, ONE_VOTE, limit_in_party=5),
    "party-passing": Sheet("party", THREE_EACH, ONE_VOTE, limit_in_party=5),
    "party-30": Sheet("party", THREE_EACH, ONE_VOTE),
    "team": Sheet("team", THREE_EACH, ONE_VOTE, limit_for_own_cards=3),
    "team-30": Sheet("team", THREE_EACH, ONE_VOTE),
}


@dataclass(frozen=True)
class Round:
    """What lay on the table and who pointed where; `votes` has an empty list for a missed vote."""

    players: int
    storyteller: int
    owners: dict[int, int]
    votes: dict[int, list[int]]
    trap: int | None


def opposite(seat: int, players: int) -> int:
    return seat - players // 2 if seat >= players // 2 else seat + players // 2


def who_votes(sheet: Sheet, players: int, storyteller: int, givers: set[int]) -> list[int]:
    result = []
    for seat in range(players):
        if sheet.game == "party":
            result.append(seat)
        elif sheet.game == "base":
            if seat != storyteller:
                result.append(seat)
        elif storyteller not in (seat, opposite(seat, players)) and opposite(seat, players) in givers:
            result.append(seat)
    return result


def choices(sheet: Sheet, players: int, storyteller: int, owners: dict[int, int]) -> dict[int, list[int]]:
    """The slots that each voter may point at."""
    result = {}
    for voter in who_votes(sheet, players, storyteller, set(owners.values())):
        result[voter] = [slot for slot in owners if sheet.game == "party" or owners[slot] != voter]
    return result


def is_called_off(choices: dict[int, list[int]]) -> bool:
    """Somebody has no choice; or nobody votes at all, of which the rules say nothing."""
    for slots in choices.values():
        if len(slots) < 2:
            return True
    return len(choices) == 0


def points(sheet: Sheet, round: Round) -> list[int]:
    """Seat by seat; in Team, team by team."""
    if sheet.game == "party":
        return [party_points(sheet, round, seat) for seat in range(round.players)]
    if sheet.game == "base":
        return [side_points(sheet, round, [seat]) for seat in range(round.players)]
    teams = range(round.players // 2)
    return [side_points(sheet, round, [team, opposite(team, round.players)]) for team in teams]


def party_points(sheet: Sheet, round: Round, seat: int) -> int:
    total = 0
    for slot in round.votes[seat]:
        there = 0
        for others in round.votes.values():
            there += others.count(slot)
        if there >= 2 and slot != round.trap:
            total += there
    if sheet.limit_in_party is not None and total > sheet.limit_in_party:
        return sheet.limit_in_party
    return total


def has_found(round: Round, voter: int) -> bool:
    cards_of = [round.owners[slot] for slot in round.votes[voter]]
    return round.storyteller in cards_of


def side_points(sheet: Sheet, round: Round, side: list[int]) -> int:
    """Of a seat or of two partners."""
    found = [voter for voter in round.votes if has_found(round, voter)]
    finders_here = [seat for seat in side if seat in found]
    prize = sheet.only_finder[round.players] if len(found) == 1 else 3
    total = 0
    if not found or len(found) == len(round.votes):
        total += 0 if round.storyteller in side else 2
    elif round.storyteller in side or finders_here:
        total += prize
    if sheet.extra_for_one_vote_from is not None and round.players >= sheet.extra_for_one_vote_from:
        for seat in finders_here:
            if len(round.votes[seat]) == 1:
                total += 1
    return total + own_card_points(sheet, round, side)


def own_card_points(sheet: Sheet, round: Round, side: list[int]) -> int:
    total = 0
    for slots in round.votes.values():
        for slot in slots:
            if round.owners[slot] in side and round.owners[slot] != round.storyteller:
                total += 1
    if sheet.limit_for_own_cards is not None and total > sheet.limit_for_own_cards:
        return sheet.limit_for_own_cards
    return total
