"""Scoring: every rule as a table of cases, and 320 rounds worked out independently."""

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from games.rulebook import scoring
from games.rulebook.board import Board
from games.rulebook.cards import Draw
from games.rulebook.commands import ExpirePhase, Vote
from games.rulebook.events import RoundScored
from games.rulebook.match import Voting
from games.rulebook.round import Award
from games.rulebook.rulesets import CLASSIC, EDITIONS, Ruleset, value_for_player_count
from games.rulebook.scoring import leaders, score
from games.rulebook.voters import voting_seats
from tests.rulebook.match_scenarios import NOW, SEED_DIGEST, TEXT_CLUE, FixedChance, Situation, human_players, terms
from tests.rulebook.sent_command import Sent

WORKED_OUT_ROUNDS = [json.loads(line) for line in (Path(__file__).parent / "scoring.jsonl").read_text().splitlines()]

SCORING_CASES_TEXT = """
case                             | rules             | players | owners by slot | votes                       | trap | awards
all found                        | classic           | 4       | 0 1 2 3        | 1:1 2:1 3:1                 | -    | 1 +2 consolation, 2 +2 consolation, 3 +2 consolation
all found (with a cap)           | odyssey           | 4       | 0 1 2 3        | 1:1 2:1 3:1                 | -    | 1 +2 consolation, 2 +2 consolation, 3 +2 consolation
nobody found                     | classic           | 4       | 0 1 2 3        | 1:3 2:2 3:2                 | -    | 1 +2 consolation, 1 +2 fooled, 2 +2 consolation, 2 +1 fooled, 3 +2 consolation
some found                       | classic           | 4       | 0 1 2 3        | 1:1 2:1 3:2                 | -    | 0 +3 well_told, 1 +3 found, 1 +1 fooled, 2 +3 found
a lone finder of two             | classic           | 3       | 0 1 1 2 2      | 1:1 2:2                     | -    | 0 +4 well_told, 1 +4 found, 1 +1 fooled
a lone finder of two (C-uk)      | classic-last-card | 3       | 0 1 1 2 2      | 1:1 2:2                     | -    | 0 +4 well_told, 1 +4 found, 1 +1 fooled
a lone finder of two (Odyssey)   | odyssey           | 3       | 0 1 1 2 2      | 1:1 2:2                     | -    | 0 +3 well_told, 1 +3 found, 1 +1 fooled
a lone finder of three           | classic           | 4       | 0 1 2 3        | 1:1 2:2 3:2                 | -    | 0 +3 well_told, 1 +3 found, 1 +2 fooled
both of three found              | classic           | 3       | 0 1 1 2 2      | 1:1 2:1                     | -    | 1 +2 consolation, 2 +2 consolation
neither of three found           | classic           | 3       | 0 1 1 2 2      | 1:5 2:3                     | -    | 1 +2 consolation, 1 +1 fooled, 2 +2 consolation, 2 +1 fooled
four votes, no limit             | classic           | 6       | 0 1 2 3 4 5    | 1:1 2:2 3:2 4:2 5:2         | -    | 0 +3 well_told, 1 +3 found, 1 +4 fooled
four votes, at most 3 points     | odyssey           | 6       | 0 1 2 3 4 5    | 1:1 2:2 3:2 4:2 5:2         | -    | 0 +3 well_told, 1 +3 found, 1 +3 fooled
three votes are within the limit | odyssey           | 6       | 0 1 2 3 4 5    | 1:1 2:2 3:2 4:2 5:1         | -    | 0 +3 well_told, 1 +3 found, 1 +3 fooled, 5 +3 found
the limit when nobody found      | odyssey           | 6       | 0 1 2 3 4 5    | 1:3 2:2 3:2 4:2 5:2         | -    | 1 +2 consolation, 1 +3 fooled, 2 +2 consolation, 2 +1 fooled, 3 +2 consolation, 4 +2 consolation, 5 +2 consolation
one vote of 6: no point for it   | odyssey           | 6       | 0 1 2 3 4 5    | 1:1 2:1 3:1 4:1 5:2         | -    | 0 +3 well_told, 1 +3 found, 1 +1 fooled, 2 +3 found, 3 +3 found, 4 +3 found
one vote of 7: a point if found  | odyssey           | 7       | 0 1 2 3 4 5 6  | 1:1 2:1,2 3:2 4:2 5:3 6:3   | -    | 0 +3 well_told, 1 +3 found, 1 +1 lone_vote, 1 +3 fooled, 2 +3 found, 2 +2 fooled
one of two votes found           | odyssey           | 7       | 0 1 2 3 4 5 6  | 1:1,3 2:4 3:5 4:6 5:7 6:2   | -    | 0 +3 well_told, 1 +3 found, 1 +1 fooled, 2 +1 fooled, 3 +1 fooled, 4 +1 fooled, 5 +1 fooled, 6 +1 fooled
one vote, also when all found    | odyssey           | 7       | 0 1 2 3 4 5 6  | 1:1 2:1 3:1 4:1 5:1,2 6:1,2 | -    | 1 +2 consolation, 1 +1 lone_vote, 1 +2 fooled, 2 +2 consolation, 2 +1 lone_vote, 3 +2 consolation, 3 +1 lone_vote, 4 +2 consolation, 4 +1 lone_vote, 5 +2 consolation, 6 +2 consolation
one vote, nobody found           | odyssey           | 7       | 0 1 2 3 4 5 6  | 1:3 2:2 3:2 4:2 5:2,3 6:3,4 | -    | 1 +2 consolation, 1 +3 fooled, 2 +2 consolation, 2 +3 fooled, 3 +2 consolation, 3 +1 fooled, 4 +2 consolation, 5 +2 consolation, 6 +2 consolation
the point is not under the limit | odyssey           | 7       | 0 1 2 3 4 5 6  | 1:1 2:2 3:2 4:2 5:2 6:2     | -    | 0 +3 well_told, 1 +3 found, 1 +1 lone_vote, 1 +3 fooled
both votes earn their owners     | odyssey           | 7       | 0 1 2 3 4 5 6  | 1:3,4 2:1 3:1 4:1 5:1 6:1   | -    | 0 +3 well_told, 2 +3 found, 2 +1 lone_vote, 2 +1 fooled, 3 +3 found, 3 +1 lone_vote, 3 +1 fooled, 4 +3 found, 4 +1 lone_vote, 5 +3 found, 5 +1 lone_vote, 6 +3 found, 6 +1 lone_vote
a missed vote is not found       | classic           | 4       | 0 1 2 3        | 1:1 2:1 3:-                 | -    | 0 +3 well_told, 1 +3 found, 2 +3 found
all votes missed                 | classic           | 4       | 0 1 2 3        | 1:- 2:- 3:-                 | -    | 1 +2 consolation, 2 +2 consolation, 3 +2 consolation
nobody found, one missed         | classic           | 4       | 0 1 2 3        | 1:3 2:- 3:2                 | -    | 1 +2 consolation, 1 +1 fooled, 2 +2 consolation, 2 +1 fooled, 3 +2 consolation
a lone finder, the other missed  | classic           | 3       | 0 1 1 2 2      | 1:1 2:-                     | -    | 0 +4 well_told, 1 +4 found
a missed vote of 7: no point     | odyssey           | 7       | 0 1 2 3 4 5 6  | 1:1 2:- 3:1 4:1 5:1 6:1,2   | -    | 0 +3 well_told, 1 +3 found, 1 +1 lone_vote, 1 +1 fooled, 3 +3 found, 3 +1 lone_vote, 4 +3 found, 4 +1 lone_vote, 5 +3 found, 5 +1 lone_vote, 6 +3 found
two cards of one owner           | classic           | 3       | 0 1 1 2        | 1:1 2:3                     | -    | 0 +4 well_told, 1 +4 found, 1 +1 fooled
who gave no card may still vote  | classic           | 4       | 0 1 2          | 1:1 2:1 3:2                 | -    | 0 +3 well_told, 1 +3 found, 1 +1 fooled, 2 +3 found
who gave none, nobody found      | odyssey           | 4       | 0 1 2          | 1:3 2:2 3:2                 | -    | 1 +2 consolation, 1 +2 fooled, 2 +2 consolation, 2 +1 fooled, 3 +2 consolation
points as votes on the slot      | party             | 6       | 0 1 2 3 4 5    | 0:1 1:1 2:1 3:2 4:2 5:3     | 4    | 0 +3 with_the_crowd, 1 +3 with_the_crowd, 2 +3 with_the_crowd, 3 +2 with_the_crowd, 4 +2 with_the_crowd
five are within the limit        | party             | 7       | 0 1 2 3 4 5 6  | 0:2 1:3 2:2 3:2 4:2 5:2 6:3 | 1    | 0 +5 with_the_crowd, 1 +2 with_the_crowd, 2 +5 with_the_crowd, 3 +5 with_the_crowd, 4 +5 with_the_crowd, 5 +5 with_the_crowd, 6 +2 with_the_crowd
six votes, at most 5 points      | party             | 7       | 0 1 2 3 4 5 6  | 0:2 1:2 2:2 3:2 4:2 5:2 6:3 | 1    | 0 +5 with_the_crowd, 1 +5 with_the_crowd, 2 +5 with_the_crowd, 3 +5 with_the_crowd, 4 +5 with_the_crowd, 5 +5 with_the_crowd
six votes, at most 5 (O1-ru)     | party-passing     | 6       | 0 1 2 3 4 5    | 0:2 1:2 2:2 3:2 4:2 5:2     | 1    | 0 +5 with_the_crowd, 1 +5 with_the_crowd, 2 +5 with_the_crowd, 3 +5 with_the_crowd, 4 +5 with_the_crowd, 5 +5 with_the_crowd
six votes, no limit (O-ja)       | party-30          | 6       | 0 1 2 3 4 5    | 0:2 1:2 2:2 3:2 4:2 5:2     | 1    | 0 +6 with_the_crowd, 1 +6 with_the_crowd, 2 +6 with_the_crowd, 3 +6 with_the_crowd, 4 +6 with_the_crowd, 5 +6 with_the_crowd
nothing for a trapped slot       | party             | 6       | 0 1 2 3 4 5    | 0:1 1:2 2:2 3:2 4:2 5:1     | 2    | 0 +2 with_the_crowd, 5 +2 with_the_crowd
the trap on everybody's slot     | party-30          | 6       | 0 1 2 3 4 5    | 0:2 1:2 2:2 3:2 4:2 5:2     | 2    | nothing
the trap on the teller's vote    | party             | 6       | 0 1 2 3 4 5    | 0:3 1:3 2:4 3:4 4:4 5:5     | 3    | 2 +3 with_the_crowd, 3 +3 with_the_crowd, 4 +3 with_the_crowd
the trap on the teller's card    | party             | 6       | 0 1 2 3 4 5    | 0:2 1:1 2:1 3:1 4:2 5:2     | 1    | 0 +3 with_the_crowd, 4 +3 with_the_crowd, 5 +3 with_the_crowd
the trap on the own card voted   | party             | 6       | 0 1 2 3 4 5    | 0:1 1:1 2:2 3:2 4:3 5:3     | 1    | 2 +2 with_the_crowd, 3 +2 with_the_crowd, 4 +2 with_the_crowd, 5 +2 with_the_crowd
own cards voted for do count     | party             | 6       | 0 1 2 3 4 5    | 0:1 1:2 2:1 3:2 4:1 5:1     | 6    | 0 +4 with_the_crowd, 1 +2 with_the_crowd, 2 +4 with_the_crowd, 3 +2 with_the_crowd, 4 +4 with_the_crowd, 5 +4 with_the_crowd
nothing for a vote all alone     | party-30          | 6       | 0 1 2 3 4 5    | 0:1 1:1 2:1 3:1 4:1 5:2     | 6    | 0 +5 with_the_crowd, 1 +5 with_the_crowd, 2 +5 with_the_crowd, 3 +5 with_the_crowd, 4 +5 with_the_crowd
everybody all alone              | party             | 6       | 0 1 2 3 4 5    | 0:2 1:3 2:4 3:5 4:6 5:1     | 1    | nothing
a missed vote counts nowhere     | party             | 6       | 0 1 2 3 4 5    | 0:1 1:1 2:- 3:2 4:- 5:2     | 3    | 0 +2 with_the_crowd, 1 +2 with_the_crowd, 3 +2 with_the_crowd, 5 +2 with_the_crowd
alone, as the other missed       | party             | 6       | 0 1 2 3 4 5    | 0:1 1:1 2:2 3:- 4:3 5:-     | 4    | 0 +2 with_the_crowd, 1 +2 with_the_crowd
a missed trap is none            | party             | 6       | 0 1 2 3 4 5    | 0:- 1:2 2:2 3:2 4:2 5:3     | -    | 1 +4 with_the_crowd, 2 +4 with_the_crowd, 3 +4 with_the_crowd, 4 +4 with_the_crowd
everybody missed the vote        | party-30          | 6       | 0 1 2 3 4 5    | 0:- 1:- 2:- 3:- 4:- 5:-     | -    | nothing
the teller's card was not given  | party             | 6       | 1 2 3 4 5      | 0:1 1:2 2:2 3:1 4:5 5:5     | 5    | 0 +2 with_the_crowd, 1 +2 with_the_crowd, 2 +2 with_the_crowd, 3 +2 with_the_crowd
all teams found                  | team              | 8       | 0 4 1 2 7      | 5:1 6:1 3:1                 | -    | 3 +2 consolation, 5 +2 consolation, 6 +2 consolation
all teams found (O-ja)           | team-30           | 8       | 0 4 1 2 7      | 5:1 6:1 3:1                 | -    | 3 +2 consolation, 5 +2 consolation, 6 +2 consolation
no team found                    | team              | 8       | 0 4 1 2 7      | 5:2 6:3 3:4                 | -    | 1 +1 fooled, 2 +1 fooled, 3 +2 consolation, 4 +1 fooled, 5 +2 consolation, 6 +2 consolation
no team found, partner's card    | team              | 8       | 0 4 1 2 7      | 5:2 6:2 3:2                 | -    | 3 +2 consolation, 4 +3 fooled, 5 +2 consolation, 6 +2 consolation
some teams found                 | team              | 8       | 0 4 1 2 7      | 5:1 6:1 3:3                 | -    | 0 +3 well_told, 1 +1 fooled, 5 +3 found, 6 +3 found
a lone team: 3 each              | team              | 6       | 0 3 4 2        | 1:1 5:3                     | -    | 0 +3 well_told, 1 +3 found, 4 +1 fooled
the partner's card earns         | team              | 8       | 0 4 1 2 7      | 5:1 6:2 3:2                 | -    | 0 +3 well_told, 4 +2 fooled, 5 +3 found
the partner's card earns (O-ja)  | team-30           | 8       | 0 4 1 2 7      | 5:1 6:2 3:2                 | -    | 0 +3 well_told, 4 +2 fooled, 5 +3 found
the own partner's card voted for | team              | 8       | 0 4 1 2 7      | 5:3 6:1 3:5                 | -    | 0 +3 well_told, 1 +1 fooled, 6 +3 found, 7 +1 fooled
four votes of teams, at most 3   | team              | 12      | 0 6 1 2 3 4 5  | 7:1 8:2 9:2 10:2 11:2       | -    | 0 +3 well_told, 6 +3 fooled, 7 +3 found
four votes of teams, no limit    | team-30           | 12      | 0 6 1 2 3 4 5  | 7:1 8:2 9:2 10:2 11:2       | -    | 0 +3 well_told, 6 +4 fooled, 7 +3 found
four on another team, at most 3  | team              | 12      | 0 6 1 2 3 4 5  | 7:1 8:3 9:3 10:3 11:3       | -    | 0 +3 well_told, 1 +3 fooled, 7 +3 found
a team without card or voter     | team              | 8       | 0 4 1 2        | 5:1 6:2                     | -    | 0 +3 well_told, 4 +1 fooled, 5 +3 found
no card, no voter: consoled      | team              | 6       | 0 3 1          | 4:2                         | -    | 2 +2 consolation, 3 +1 fooled, 4 +2 consolation
no card; all others found        | team-30           | 8       | 0 4 1 6        | 5:1 2:1                     | -    | 2 +2 consolation, 3 +2 consolation, 5 +2 consolation
the partner gave no card         | team              | 6       | 0 1 2          | 4:1 5:2                     | -    | 0 +3 well_told, 1 +1 fooled, 4 +3 found
a team's missed vote             | team              | 8       | 0 4 1 2 7      | 5:1 6:1 3:-                 | -    | 0 +3 well_told, 5 +3 found, 6 +3 found
all but one team missed          | team-30           | 8       | 0 4 1 2 7      | 5:2 6:- 3:-                 | -    | 3 +2 consolation, 4 +1 fooled, 5 +2 consolation, 6 +2 consolation
all teams missed                 | team              | 8       | 0 4 1 2 7      | 5:- 6:- 3:-                 | -    | 3 +2 consolation, 5 +2 consolation, 6 +2 consolation
"""  # noqa: E501
SCORING_CASES = [[cell.strip() for cell in line.split("|")] for line in SCORING_CASES_TEXT.strip().splitlines()[1:]]


def parse_votes(text: str) -> dict[int, tuple[int, ...]]:
    pairs = (vote.split(":") for vote in text.split())
    return {int(seat): () if slots == "-" else tuple(map(int, slots.split(","))) for seat, slots in pairs}


def parse_owners(text: str) -> dict[int, int]:
    return dict(enumerate(map(int, text.split()), start=1))


def format_awards(awards: tuple[Award, ...]) -> str:
    """Return the awards in the order of the table: by seat, finding before votes on cards."""
    rows = sorted(awards, key=lambda award: award.seat)
    return ", ".join(f"{award.seat} +{award.points} {award.why}" for award in rows) or "nothing"


@dataclass(frozen=True)
class VotingSetup:
    """The tableau of a round, at the start of voting, with the voters' deadline."""

    rules: Ruleset
    players: int
    storyteller: int
    owners: dict[int, int]

    @property
    def board(self) -> Board:
        return Board(
            terms=terms(self.rules, self.players, on_timeout="skip"),
            players=human_players(self.players),
            host=0,
            draw=Draw(seed_digest=SEED_DIGEST),
            scores=(0,) * self.players,
            hands=((),) * self.players,
            round=1,
            storyteller=self.storyteller,
        )

    @property
    def submitted_cards(self) -> tuple[tuple[str, ...], ...]:
        return tuple(
            tuple(f"slot-{slot}" for slot in self.owners if self.owners[slot] == seat) for seat in range(self.players)
        )

    @property
    def voters(self) -> tuple[int, ...]:
        return voting_seats(self.board, self.submitted_cards)

    def situation(self, initial_votes: dict[int, tuple[int, ...]] | None = None, trap: int | None = None) -> Situation:
        match = Voting(
            board=self.board,
            clue=TEXT_CLUE,
            submitted_cards=self.submitted_cards,
            tableau=tuple(f"slot-{slot}" for slot in sorted(self.owners)),
            votes=tuple((initial_votes or {}).get(seat) for seat in range(self.players)),
            trap=trap,
            deadline_at=NOW,
        )
        return Situation(match=match, chance=FixedChance())


@pytest.mark.parametrize(
    ("rules", "players", "owners", "votes", "trap", "awards"),
    [row[1:] for row in SCORING_CASES],
    ids=[row[0] for row in SCORING_CASES],
)
def test_each_scoring_case_gives_its_points_with_their_reasons(rules, players, owners, votes, trap, awards):
    trapped_slot = None if trap == "-" else int(trap)
    scored = score(EDITIONS[rules].rules, int(players), 0, parse_owners(owners), parse_votes(votes), trapped_slot)
    assert format_awards(scored) == awards


def test_in_the_scoring_cases_only_voters_vote_and_only_in_party_for_their_own_card():
    for case, name, players, owners, text, *_ in SCORING_CASES:
        rules, votes = EDITIONS[name].rules, parse_votes(text)
        assert VotingSetup(rules, int(players), 0, parse_owners(owners)).voters == tuple(sorted(votes)), case
        for seat, slots in votes.items():
            assert rules.crowd or seat not in {parse_owners(owners)[slot] for slot in slots}, case


def test_there_are_forty_rounds_of_each_rule_set():
    assert Counter(round["ruleset"] for round in WORKED_OUT_ROUNDS) == dict.fromkeys(EDITIONS, 40)


def points_by_side(rules: Ruleset, awards: tuple[Award, ...], players: int) -> list[int]:
    """Return the points of each seat; in Team of each team, which are the seats t and t + n/2."""
    sides = players // 2 if rules.teams else players
    return [sum(award.points for award in awards if award.seat % sides == side) for side in range(sides)]


def with_integer_keys(row: dict[str, Any]) -> dict[int, Any]:
    return {int(key): value for key, value in row.items()}


def slots_by_seat(round: dict[str, Any]) -> dict[int, tuple[int, ...]]:
    return {seat: tuple(slots) for seat, slots in with_integer_keys(round["votes"]).items()}


def scores_as_expected(round: dict[str, Any], rules: Ruleset) -> bool:
    """Return whether these rules give the points that were worked out for the round."""
    players, owners = round["players"], with_integer_keys(round["owners"])
    awards = scoring.score(rules, players, round["storyteller"], owners, slots_by_seat(round), round["trap"])
    return bool(points_by_side(rules, awards, players) == round["points"])


@pytest.mark.parametrize(
    "round", WORKED_OUT_ROUNDS, ids=[f"{row['ruleset']}-{row['players']}" for row in WORKED_OUT_ROUNDS]
)
def test_a_round_worked_out_from_the_rulebook_scores_as_expected(round: dict[str, Any]):
    assert scores_as_expected(round, EDITIONS[round["ruleset"]].rules)


@pytest.mark.parametrize(
    "round", WORKED_OUT_ROUNDS, ids=[f"{row['ruleset']}-{row['players']}" for row in WORKED_OUT_ROUNDS]
)
def test_a_round_worked_out_from_the_rulebook_scores_as_expected_when_played(round: dict[str, Any]):
    """Missed votes are left to the timeout. A vote without the trap, or the trap alone, can't be cast, so it is set
    directly."""
    rules, teller, trap = EDITIONS[round["ruleset"]].rules, round["storyteller"], round["trap"]
    votes_by_seat = {seat: slots for seat, slots in slots_by_seat(round).items() if slots}
    initial_votes = (
        {teller: votes_by_seat.pop(teller)} if rules.crowd and trap is None and teller in votes_by_seat else {}
    )
    table = VotingSetup(rules, round["players"], teller, with_integer_keys(round["owners"]))
    assert sorted(table.voters) == sorted(slots_by_seat(round))
    votes = [
        Sent(seat, Vote(slots=slots, trap=trap if seat == teller else None)) for seat, slots in votes_by_seat.items()
    ]
    expiry_commands = [ExpirePhase(phase="1.voting")] if [] in round["votes"].values() else []
    situation = table.situation(initial_votes, None if teller in votes_by_seat else trap)
    scored: RoundScored = situation.when(*votes, *expiry_commands).find(RoundScored)
    assert points_by_side(rules, scored.awards, table.players) == round["points"]
    assert list(scored.scores) == round["points"] * (2 if rules.teams else 1)
    assert scored.trap == trap


def test_everyone_who_shares_the_top_score_wins():
    assert leaders((30, 12, 31, 31)) == (2, 3)
    assert leaders((0, 0, 0)) == (0, 1, 2)


def test_stepped_values_apply_from_their_player_count_on():
    assert [value_for_player_count(CLASSIC.hand, players) for players in CLASSIC.players] == [7, 6, 6, 6]
    assert [value_for_player_count(EDITIONS["odyssey"].rules.votes, players) for players in (3, 6, 7, 12)] == [
        1,
        1,
        2,
        2,
    ]
