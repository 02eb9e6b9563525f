"""The worked examples of the rulebooks, each played with its own names."""

from collections.abc import Iterable

import pytest

from games.rulebook.commands import Vote
from games.rulebook.events import RoundScored
from games.rulebook.match import Voting
from games.rulebook.rulesets import (
    CLASSIC,
    CLASSIC_LAST_CARD,
    ODYSSEY,
    PARTY,
    PARTY_30,
    PARTY_PASSING,
    TEAM_30,
    Ruleset,
)
from tests.rulebook.match_scenarios import (
    FixedChance,
    Situation,
    cast_votes,
    given,
    mark_all_ready,
    match_in_submitting,
    match_in_voting,
    submit_owed_cards,
)
from tests.rulebook.sent_command import Sent
from tests.rulebook.test_scoring import format_awards


@pytest.mark.parametrize(
    ("rules", "names", "lena", "one_point", "next_teller"),
    [
        (CLASSIC, ("Юра", "Тимур", "Маша", "Коля", "Лена"), "Лена", "Тимур", "Тимур"),
        (CLASSIC_LAST_CARD, ("Марк", "Давид", "Катя", "Павло", "Софія"), "Софія", "Павло", "Давид"),
    ],
    ids=["C-ru", "C-uk"],
)
def test_the_where_is_happiness_example(
    rules: Ruleset, names: tuple[str, ...], lena: str, one_point: str, next_teller: str
):
    """The example round of both classic rulebooks: Lena's card is in slot 1, Timur's in 3, the storyteller's in 4."""
    teller, finder, single = 0, names.index(lena), names.index(one_point)
    other, another = (seat for seat in range(1, 5) if seat not in (finder, single))
    after_clue = match_in_submitting(rules, 5)
    hands = after_clue.started_match.board.hands
    by_slot = [
        hands[finder][0],
        hands[other][0],
        hands[single][0],
        after_clue.match.submitted_cards[0][0],  # type: ignore[union-attr]
        hands[another][0],
    ]
    laid = submit_owed_cards(
        given(Situation(match=after_clue.match, chance=FixedChance(arranged_orders={"tableau/1": by_slot})))
    )
    shown = cast_votes(laid, {finder: 4, single: 1, other: 1, another: 3})
    scored: RoundScored = shown.find(RoundScored)
    assert dict(zip(names, scored.scores, strict=True)) == {
        **dict.fromkeys(names, 0),
        lena: 5,
        names[teller]: 3,
        one_point: 1,
    }
    assert set(format_awards(scored.awards).split(", ")) == {
        f"{teller} +3 well_told",
        f"{single} +1 fooled",
        f"{finder} +3 found",
        f"{finder} +2 fooled",
    }
    assert [shown.votes for shown in scored.tableau] == [tuple(sorted((single, other))), (), (another,), (finder,), ()]
    assert names[mark_all_ready(shown).started_match.board.storyteller or 0] == next_teller


def cast_party_votes(situation: Situation, slots: Iterable[int], trap: int) -> RoundScored:
    """Cast each seat's vote; seat 0 is the storyteller and sets the trap."""
    votes = (Sent(seat, Vote(slots=(slot,), trap=None if seat else trap)) for seat, slot in enumerate(slots))
    scored: RoundScored = situation.when(*votes).find(RoundScored)
    return scored


@pytest.mark.parametrize("rules", [PARTY_PASSING, PARTY], ids=["O1-ru", "O2-ru"])
@pytest.mark.parametrize("teller", ["Тимур", "Коля", "Лена", "игрок"])
def test_the_party_example_with_timur_kolya_anna_and_lena(rules: Ruleset, teller: str):
    """The example holds for any storyteller. O1-ru and O2-ru word it alike."""
    voted = [("Тимур", 3), ("Коля", 2), ("Анна", 2), ("Лена", 1), *[("игрок", 3)] * 5]
    voted.sort(key=lambda vote: vote[0] != teller)
    names, slots = zip(*voted, strict=True)
    scored = cast_party_votes(match_in_voting(rules, len(names)), slots, trap=2)
    assert set(zip(names, scored.scores, strict=True)) == {
        ("Тимур", 5),
        ("игрок", 5),
        ("Коля", 0),
        ("Анна", 0),
        ("Лена", 0),
    }


@pytest.mark.parametrize("slots", [(2, 2, 2, 3, 6, 6), (3, 2, 6, 2, 6, 2), (6, 2, 3, 2, 2, 6)])
def test_the_new_horizon_example_for_six_players(slots: tuple[int, ...]):
    """O-ja: three votes for card 2, one for 3, two for 6, where the trap is; the example holds for any storyteller."""
    scored = cast_party_votes(match_in_voting(PARTY_30, 6), slots, trap=6)
    assert [len(shown.votes) for shown in scored.tableau] == [0, 3, 1, 0, 0, 2]
    assert scored.scores == tuple(3 if slot == 2 else 0 for slot in slots)


def test_the_yogurt_example_for_ten_players_in_teams():
    """O-ja: purple and green find blue's card, orange is fooled by green's, pink by the card of blue's partner."""
    blue, purple, green, orange, pink = range(5)
    laid = match_in_voting(TEAM_30, 10)
    assert isinstance(laid.match, Voting)
    slot = {
        seat: laid.match.tableau.index(cards[0]) + 1 for seat, cards in enumerate(laid.match.submitted_cards) if cards
    }
    voted = {purple: slot[blue], green: slot[blue], orange: slot[green], pink: slot[blue + 5]}
    scored: RoundScored = cast_votes(laid, {team + 5: slot for team, slot in voted.items()}).find(RoundScored)
    assert scored.scores == (4, 3, 4, 0, 0) * 2
    assert format_awards(scored.awards) == "0 +3 well_told, 2 +1 fooled, 5 +1 fooled, 6 +3 found, 7 +3 found"


@pytest.mark.parametrize(
    ("rules", "players", "cards"),
    [(PARTY_30, 6, 6), (TEAM_30, 8, 5), (CLASSIC, 3, 5), (CLASSIC_LAST_CARD, 3, 5), (ODYSSEY, 3, 5)],
    ids=["O-ja Party", "O-ja Team", "C-ru", "C-uk", "O1-ru, O2-ru"],
)
def test_the_tableau_has_the_printed_number_of_cards(rules: Ruleset, players: int, cards: int):
    """O-ja's examples of the slots; all the others count the table of three."""
    laid = match_in_voting(rules, players)
    assert isinstance(laid.match, Voting)
    assert len(laid.match.tableau) == cards
