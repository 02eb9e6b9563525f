"""Points: the rulebooks' own examples, every rule as a table of cases, and rounds worked out independently."""

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from games.rulebook import scoring
from games.rulebook.board import Board
from games.rulebook.commands import Vote
from games.rulebook.events import RoundScored
from games.rulebook.match import Voting
from games.rulebook.round import Award
from games.rulebook.rulesets import CLASSIC, CLASSIC_LAST_CARD, PRINTED, Ruleset, at
from games.rulebook.scoring import leaders, score
from tests.rulebook.table import WORDS, Luck, Situation, a_clue, given, people, ready, submit, terms, vote

ROUNDS = [json.loads(line) for line in (Path(__file__).parent / "scoring.jsonl").read_text().splitlines()]

CASES = """
case                             | rules             | owners by slot  | votes                         | awards
all found                        | classic           | 0 1 2 3         | 1:1 2:1 3:1                   | 1 +2 consolation, 2 +2 consolation, 3 +2 consolation
all found (with a cap)           | odyssey           | 0 1 2 3         | 1:1 2:1 3:1                   | 1 +2 consolation, 2 +2 consolation, 3 +2 consolation
nobody found                     | classic           | 0 1 2 3         | 1:3 2:2 3:2                   | 1 +2 consolation, 1 +2 fooled, 2 +2 consolation, 2 +1 fooled, 3 +2 consolation
some found                       | classic           | 0 1 2 3         | 1:1 2:1 3:2                   | 0 +3 well_told, 1 +3 found, 1 +1 fooled, 2 +3 found
a lone finder of two             | classic           | 0 1 1 2 2       | 1:1 2:2                       | 0 +4 well_told, 1 +4 found, 1 +1 fooled
a lone finder of two (C-uk)      | classic-last-card | 0 1 1 2 2       | 1:1 2:2                       | 0 +4 well_told, 1 +4 found, 1 +1 fooled
a lone finder of two (Odyssey)   | odyssey           | 0 1 1 2 2       | 1:1 2:2                       | 0 +3 well_told, 1 +3 found, 1 +1 fooled
a lone finder of three           | classic           | 0 1 2 3         | 1:1 2:2 3:2                   | 0 +3 well_told, 1 +3 found, 1 +2 fooled
both of three found              | classic           | 0 1 1 2 2       | 1:1 2:1                       | 1 +2 consolation, 2 +2 consolation
neither of three found           | classic           | 0 1 1 2 2       | 1:5 2:3                       | 1 +2 consolation, 1 +1 fooled, 2 +2 consolation, 2 +1 fooled
four votes, no limit             | classic           | 0 1 2 3 4 5     | 1:1 2:2 3:2 4:2 5:2           | 0 +3 well_told, 1 +3 found, 1 +4 fooled
four votes, at most 3 points     | odyssey           | 0 1 2 3 4 5     | 1:1 2:2 3:2 4:2 5:2           | 0 +3 well_told, 1 +3 found, 1 +3 fooled
three votes are within the limit | odyssey           | 0 1 2 3 4 5     | 1:1 2:2 3:2 4:2 5:1           | 0 +3 well_told, 1 +3 found, 1 +3 fooled, 5 +3 found
the limit when nobody found      | odyssey           | 0 1 2 3 4 5     | 1:3 2:2 3:2 4:2 5:2           | 1 +2 consolation, 1 +3 fooled, 2 +2 consolation, 2 +1 fooled, 3 +2 consolation, 4 +2 consolation, 5 +2 consolation
one vote of 6: no point for it   | odyssey           | 0 1 2 3 4 5     | 1:1 2:1 3:1 4:1 5:2           | 0 +3 well_told, 1 +3 found, 1 +1 fooled, 2 +3 found, 3 +3 found, 4 +3 found
one vote of 7: a point if found  | odyssey           | 0 1 2 3 4 5 6   | 1:1 2:1,2 3:2 4:2 5:3 6:3     | 0 +3 well_told, 1 +3 found, 1 +1 lone_vote, 1 +3 fooled, 2 +3 found, 2 +2 fooled
one of two votes found           | odyssey           | 0 1 2 3 4 5 6   | 1:1,3 2:4 3:5 4:6 5:7 6:2     | 0 +3 well_told, 1 +3 found, 1 +1 fooled, 2 +1 fooled, 3 +1 fooled, 4 +1 fooled, 5 +1 fooled, 6 +1 fooled
one vote, also when all found    | odyssey           | 0 1 2 3 4 5 6   | 1:1 2:1 3:1 4:1 5:1,2 6:1,2   | 1 +2 consolation, 1 +1 lone_vote, 1 +2 fooled, 2 +2 consolation, 2 +1 lone_vote, 3 +2 consolation, 3 +1 lone_vote, 4 +2 consolation, 4 +1 lone_vote, 5 +2 consolation, 6 +2 consolation
one vote, nobody found           | odyssey           | 0 1 2 3 4 5 6   | 1:3 2:2 3:2 4:2 5:2,3 6:3,4   | 1 +2 consolation, 1 +3 fooled, 2 +2 consolation, 2 +3 fooled, 3 +2 consolation, 3 +1 fooled, 4 +2 consolation, 5 +2 consolation, 6 +2 consolation
the point is not under the limit | odyssey           | 0 1 2 3 4 5 6   | 1:1 2:2 3:2 4:2 5:2 6:2       | 0 +3 well_told, 1 +3 found, 1 +1 lone_vote, 1 +3 fooled
both votes earn their owners     | odyssey           | 0 1 2 3 4 5 6   | 1:3,4 2:1 3:1 4:1 5:1 6:1     | 0 +3 well_told, 2 +3 found, 2 +1 lone_vote, 2 +1 fooled, 3 +3 found, 3 +1 lone_vote, 3 +1 fooled, 4 +3 found, 4 +1 lone_vote, 5 +3 found, 5 +1 lone_vote, 6 +3 found, 6 +1 lone_vote
a missed vote is not found       | classic           | 0 1 2 3         | 1:1 2:1 3:-                   | 0 +3 well_told, 1 +3 found, 2 +3 found
all votes missed                 | classic           | 0 1 2 3         | 1:- 2:- 3:-                   | 1 +2 consolation, 2 +2 consolation, 3 +2 consolation
nobody found, one missed         | classic           | 0 1 2 3         | 1:3 2:- 3:2                   | 1 +2 consolation, 1 +1 fooled, 2 +2 consolation, 2 +1 fooled, 3 +2 consolation
a lone finder, the other missed  | classic           | 0 1 1 2 2       | 1:1 2:-                       | 0 +4 well_told, 1 +4 found
a missed vote of 7: no point     | odyssey           | 0 1 2 3 4 5 6   | 1:1 2:- 3:1 4:1 5:1 6:1,2     | 0 +3 well_told, 1 +3 found, 1 +1 lone_vote, 1 +1 fooled, 3 +3 found, 3 +1 lone_vote, 4 +3 found, 4 +1 lone_vote, 5 +3 found, 5 +1 lone_vote, 6 +3 found
two cards of one owner           | classic           | 0 1 1 2         | 1:1 2:3                       | 0 +4 well_told, 1 +4 found, 1 +1 fooled
"""  # noqa: E501
TABLE = [[cell.strip() for cell in line.split("|")] for line in CASES.strip().splitlines()[1:]]


def read_votes(text: str) -> dict[int, tuple[int, ...]]:
    pairs = (vote.split(":") for vote in text.split())
    return {int(seat): () if slots == "-" else tuple(map(int, slots.split(","))) for seat, slots in pairs}


def printed(awards: tuple[Award, ...]) -> str:
    """In the order of the table: by seat, finding before votes on cards."""
    rows = sorted(awards, key=lambda award: award.seat)
    return ", ".join(f"{award.seat} +{award.points} {award.why}" for award in rows)


@pytest.mark.parametrize(("rules", "owners", "votes", "awards"), [row[1:] for row in TABLE], ids=[r[0] for r in TABLE])
def test_every_rule_gives_its_points_with_its_reason(rules: str, owners: str, votes: str, awards: str):
    seats = dict(enumerate(map(int, owners.split()), start=1))
    players = len(set(seats.values()))
    assert printed(score(PRINTED[rules].rules, players, 0, seats, read_votes(votes))) == awards


def test_nobody_in_the_table_votes_for_a_card_of_their_own():
    for _, _, owners, votes, _ in TABLE:
        for seat, slots in read_votes(votes).items():
            assert str(seat) not in {owners.split()[slot - 1] for slot in slots}


def test_there_are_forty_rounds_of_each_rule_set():
    assert Counter(round["ruleset"] for round in ROUNDS) == {"classic": 40, "classic-last-card": 40, "odyssey": 40}


def points(awards: tuple[Award, ...], players: int) -> list[int]:
    return [sum(award.points for award in awards if award.seat == seat) for seat in range(players)]


def numbered(row: dict[str, Any]) -> dict[int, Any]:
    return {int(key): value for key, value in row.items()}


def comes_out(round: dict[str, Any], rules: Ruleset) -> bool:
    """Whether these rules give the points that were worked out for the round."""
    votes = {seat: tuple(slots) for seat, slots in numbered(round["votes"]).items()}
    awards = scoring.score(rules, round["players"], round["storyteller"], numbered(round["owners"]), votes)
    return bool(points(awards, round["players"]) == round["points"])


@pytest.mark.parametrize("round", ROUNDS, ids=[f"{row['ruleset']}-{row['players']}" for row in ROUNDS])
def test_a_round_worked_out_from_the_rulebook_comes_out_the_same(round: dict[str, Any]):
    assert comes_out(round, PRINTED[round["ruleset"]].rules)


@dataclass(frozen=True)
class OnTheTable:
    """A round's tableau, put before its voters."""

    rules: Ruleset
    players: int
    storyteller: int
    owners: dict[int, int]

    def laid(self) -> Situation:
        mine = [
            tuple(f"slot-{slot}" for slot in self.owners if self.owners[slot] == seat) for seat in range(self.players)
        ]
        board = Board(
            terms=terms(self.rules, self.players),
            players=people(self.players),
            host=0,
            scores=(0,) * self.players,
            hands=((),) * self.players,
            round=1,
            storyteller=self.storyteller,
        )
        tableau = tuple(f"slot-{slot}" for slot in sorted(self.owners))
        match = Voting(
            board=board,
            clue=WORDS,
            given=tuple(mine),
            tableau=tableau,
            votes=(None,) * self.players,
            trap=None,
            deadline_at=None,
        )
        return Situation(match=match, luck=Luck())


COMPLETE = [row for row in ROUNDS if all(row["votes"].values())]


@pytest.mark.parametrize("round", COMPLETE, ids=[f"{row['ruleset']}-{row['players']}" for row in COMPLETE])
def test_a_round_worked_out_from_the_rulebook_is_played_out_the_same(round: dict[str, Any]):
    table = OnTheTable(
        PRINTED[round["ruleset"]].rules, round["players"], round["storyteller"], numbered(round["owners"])
    )
    votes = [Vote(seat=seat, slots=tuple(slots)) for seat, slots in numbered(round["votes"]).items()]
    scored: RoundScored = table.laid().when(*votes).find(RoundScored)
    assert list(scored.scores) == points(scored.awards, round["players"]) == round["points"]


@pytest.mark.parametrize(
    ("rules", "names", "lena", "one_point", "next_teller"),
    [
        (CLASSIC, ("Юра", "Тимур", "Маша", "Коля", "Лена"), "Лена", "Тимур", "Тимур"),
        (CLASSIC_LAST_CARD, ("Марк", "Давид", "Катя", "Павло", "Софія"), "Софія", "Павло", "Давид"),
    ],
    ids=["C-ru", "C-uk"],
)
def test_where_is_happiness(rules: Ruleset, names: tuple[str, ...], lena: str, one_point: str, next_teller: str):
    """The example round of both classic rulebooks: Lena's card is in slot 1, Timur's in 3, the teller's in 4."""
    teller, finder, single = 0, names.index(lena), names.index(one_point)
    other, another = (seat for seat in range(1, 5) if seat not in (finder, single))
    told = a_clue(rules, 5)
    hands = told.started.board.hands
    by_slot = [hands[finder][0], hands[other][0], hands[single][0], told.match.given[0][0], hands[another][0]]  # type: ignore[union-attr]
    laid = submit(given(Situation(match=told.match, luck=Luck(arranged={"tableau/1": by_slot}))))
    shown = vote(laid, {finder: 4, single: 1, other: 1, another: 3})
    scored: RoundScored = shown.find(RoundScored)
    assert dict(zip(names, scored.scores, strict=True)) == {
        **dict.fromkeys(names, 0),
        lena: 5,
        names[teller]: 3,
        one_point: 1,
    }
    assert printed(scored.awards) == printed(
        (
            Award(seat=teller, points=3, why="well_told"),
            Award(seat=single, points=1, why="fooled"),
            Award(seat=finder, points=3, why="found"),
            Award(seat=finder, points=2, why="fooled"),
        )
    )
    assert [shown.votes for shown in scored.tableau] == [tuple(sorted((single, other))), (), (another,), (finder,), ()]
    assert names[ready(shown).started.board.storyteller or 0] == next_teller


def test_everyone_who_shares_the_top_score_wins():
    assert leaders((30, 12, 31, 31)) == (2, 3)
    assert leaders((0, 0, 0)) == (0, 1, 2)


def test_numbers_hold_from_their_player_count_on():
    assert [at(CLASSIC.hand, players) for players in CLASSIC.players] == [7, 6, 6, 6]
    assert [at(PRINTED["odyssey"].rules.votes, players) for players in (3, 6, 7, 12)] == [1, 1, 2, 2]
