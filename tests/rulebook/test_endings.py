"""How cards run out and how matches end, counted card by card and point by point."""

from dataclasses import replace

import pytest

from games.rulebook import Reason
from games.rulebook.commands import Ready
from games.rulebook.events import (
    DeckReshuffled,
    Discarded,
    HandsRefilled,
    MatchEnded,
    RoundBegun,
    RoundScored,
    SeatReady,
    VoteCast,
)
from games.rulebook.match import Over, Reveal
from games.rulebook.rulesets import CLASSIC, CLASSIC_LAST_CARD, ODYSSEY, PARTY, End
from tests.rulebook.table import BOX, SEED, Situation, a_round, a_tableau, given, next_round, ready, submit, tell, vote


def rounds_until_the_end(table: Situation) -> int:
    rounds = 0
    while not isinstance(table.match, Over):
        table = next_round(table)
        rounds += 1
    return rounds


@pytest.mark.parametrize(("players", "left_at_first", "rounds"), [(3, 63, 13), (4, 60, 15), (5, 54, 11), (6, 48, 8)])
def test_a_match_to_the_last_card_has_so_many_rounds(players: int, left_at_first: int, rounds: int):
    table = given(a_round(CLASSIC_LAST_CARD, players))
    assert len(table.started.board.deck) == left_at_first
    assert rounds_until_the_end(table) == rounds


def test_three_players_play_to_the_last_card():
    """84 - 21 = 63 cards last for 12 rounds of 5, then 3 are left for the 5 that are missing."""
    table = given(a_round(CLASSIC_LAST_CARD, 3))
    for gone in range(1, 13):
        table = next_round(table)
        assert len(table.started.board.deck) == 63 - 5 * gone
    shown = vote(submit(tell(table)))
    teller = shown.started.board.storyteller
    assert teller == 0
    ended = ready(shown)
    ended.then(
        SeatReady, Discarded, HandsRefilled(counts=(1, 1, 1), hands=(BOX[83:84], BOX[81:82], BOX[82:83])), MatchEnded
    )
    assert ended.over.end_reason == "last_card"
    assert [len(hand) for hand in ended.over.last_phase.board.hands] == [7, 6, 6]  # type: ignore[union-attr]
    ended.when(Ready(seat=0)).then_refused(Reason.WRONG_PHASE)


def test_thirty_points_do_not_end_a_match_to_the_last_card():
    shown = vote(given(with_scores(a_tableau(CLASSIC_LAST_CARD), (40, 40, 40, 40))))
    assert shown.find(RoundScored).phase == "1.reveal"


def with_scores(situation: Situation, scores: tuple[int, ...]) -> Situation:
    board = replace(situation.started.board, scores=scores)
    return replace(situation, match=replace(situation.started, board=board))


def test_twelve_players_empty_the_deck_and_reshuffle_what_was_discarded():
    table = given(a_round(ODYSSEY, 12))
    assert len(table.started.board.deck) == 12
    second = next_round(table).then(SeatReady, Discarded(count=12), HandsRefilled, RoundBegun)
    assert second.started.board.deck == ()
    third = next_round(second).then(SeatReady, Discarded(count=12), DeckReshuffled, HandsRefilled, RoundBegun)
    assert third.find(DeckReshuffled).count == 24
    board = third.started.board
    assert (len(board.deck), board.discard, board.reshuffles) == (12, (), 1)
    assert third.luck.asked[-1] == "reshuffle/1"


def test_what_the_deck_still_has_is_dealt_first():
    """11 players: 84 - 66 = 18; a round takes 11, so 7 are left in the second and 4 come from the discard pile."""
    table = next_round(given(a_round(ODYSSEY, 11)))
    teller = table.started.board.storyteller
    assert (teller, table.started.board.deck) == (1, BOX[77:])
    third = next_round(table)
    third.then(SeatReady, Discarded, HandsRefilled, DeckReshuffled, HandsRefilled, RoundBegun)
    _, _, first, again, second, _ = third.events
    assert isinstance(first, HandsRefilled) and isinstance(second, HandsRefilled) and isinstance(again, DeckReshuffled)
    assert first.counts == (0, 0, 1, 1, 1, 1, 1, 1, 1, 0, 0)
    assert first.hands[2] == BOX[77:78]
    assert second.counts == (1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1)
    assert again.count == 22
    assert len(third.started.board.deck) == 18


@pytest.mark.parametrize("rules", [CLASSIC, ODYSSEY])
def test_thirty_points_end_the_match_when_the_round_is_scored(rules):
    table = given(with_scores(a_tableau(rules), (29, 28, 27, 0)))
    scored = vote(table).then(VoteCast, RoundScored, MatchEnded(status="over", winners=(1,), why="points", seed=SEED))
    result = scored.find(RoundScored)
    assert result.scores == (29, 30, 29, 2)
    assert (result.phase, result.deadline_at) == (None, None)
    assert scored.over.status == "over"


def test_twenty_nine_points_do_not():
    table = given(with_scores(a_tableau(), (29, 27, 27, 27)))
    vote(table).then(VoteCast, RoundScored)


def test_the_most_points_win_and_everyone_who_shares_them():
    tied = vote(given(with_scores(a_tableau(), (0, 30, 31, 31))))
    assert tied.over.winners == (2, 3)
    assert tied.find(RoundScored).scores == (0, 32, 33, 33)


def test_the_storyteller_can_win_too():
    table = given(with_scores(a_tableau(), (28, 0, 0, 0)))
    ended = vote(table, {1: 1, 2: 1, 3: 2})
    assert (ended.over.winners, ended.find(RoundScored).scores) == ((0,), (31, 4, 3, 0))


def test_a_match_to_the_last_card_can_be_shared_as_well():
    table = given(a_round(CLASSIC_LAST_CARD, 6))
    for _ in range(7):
        table = next_round(table)
    shown = vote(submit(tell(table)))
    assert ready(with_scores(shown, (9, 12, 0, 12, 0, 0))).over.winners == (1, 3)


def test_two_laps_with_twelve_players_go_through_the_discard_pile_seven_times():
    """84 - 60 = 24 cards, 12 a round: two refills empty the deck, each third one makes a new deck of 36."""
    table = given(a_round(replace(PARTY, name="party-2", end=End(laps=2)), 12))
    assert len(table.started.board.deck) == 24
    left = []
    while not isinstance(table.match, Over):
        table = next_round(table)
        if not isinstance(table.match, Over):
            left.append(len(table.started.board.deck))
    assert left == [12, 0, 24] * 7 + [12, 0]
    last = table.over.last_phase
    assert isinstance(last, Reveal)
    assert (last.board.round, last.board.reshuffles, table.over.end_reason) == (24, 7, "laps")
