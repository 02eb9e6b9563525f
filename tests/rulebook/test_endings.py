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
from tests.rulebook.match_scenarios import (
    ALL_CARDS,
    SEED,
    Situation,
    cast_votes,
    give_clue,
    given,
    mark_all_ready,
    match_in_storytelling,
    match_in_voting,
    play_round,
    submit_owed_cards,
)
from tests.rulebook.sent_command import Sent


def play_to_the_end(table: Situation) -> int:
    rounds = 0
    while not isinstance(table.match, Over):
        table = play_round(table)
        rounds += 1
    return rounds


@pytest.mark.parametrize(("players", "left_at_first", "rounds"), [(3, 63, 13), (4, 60, 15), (5, 54, 11), (6, 48, 8)])
def test_a_last_card_match_has_the_expected_number_of_rounds(players: int, left_at_first: int, rounds: int):
    table = given(match_in_storytelling(CLASSIC_LAST_CARD, players))
    assert len(table.started_match.board.deck) == left_at_first
    assert play_to_the_end(table) == rounds


def test_three_players_play_to_the_last_card():
    """84 - 21 = 63 cards last for 12 rounds of 5, then 3 are left for the 5 that are missing."""
    table = given(match_in_storytelling(CLASSIC_LAST_CARD, 3))
    for gone in range(1, 13):
        table = play_round(table)
        assert len(table.started_match.board.deck) == 63 - 5 * gone
    shown = cast_votes(submit_owed_cards(give_clue(table)))
    teller = shown.started_match.board.storyteller
    assert teller == 0
    ended = mark_all_ready(shown)
    ended.then(
        SeatReady,
        Discarded,
        HandsRefilled(counts=(1, 1, 1), hands=(ALL_CARDS[83:84], ALL_CARDS[81:82], ALL_CARDS[82:83])),
        MatchEnded,
    )
    assert ended.finished_match.end_reason == "last_card"
    assert [len(hand) for hand in ended.finished_match.last_phase.board.hands] == [7, 6, 6]  # type: ignore[union-attr]
    ended.when(Sent(0, Ready())).then_refused(Reason.WRONG_PHASE)


def test_thirty_points_do_not_end_a_last_card_match():
    shown = cast_votes(given(with_scores(match_in_voting(CLASSIC_LAST_CARD), (40, 40, 40, 40))))
    assert shown.find(RoundScored).phase == "1.reveal"


def with_scores(situation: Situation, scores: tuple[int, ...]) -> Situation:
    board = replace(situation.started_match.board, scores=scores)
    return replace(situation, match=replace(situation.started_match, board=board))


def test_twelve_players_empty_the_deck_and_reshuffle_the_discard_pile():
    table = given(match_in_storytelling(ODYSSEY, 12))
    assert len(table.started_match.board.deck) == 12
    second = play_round(table).then(SeatReady, Discarded(count=12), HandsRefilled, RoundBegun)
    assert second.started_match.board.deck == ()
    third = play_round(second).then(SeatReady, Discarded(count=12), DeckReshuffled, HandsRefilled, RoundBegun)
    assert third.find(DeckReshuffled).count == 24
    board = third.started_match.board
    assert (len(board.deck), board.discard, board.reshuffles) == (12, (), 1)
    assert third.chance.requested_labels[-1] == "reshuffle/1"


def test_the_remaining_deck_is_dealt_before_the_discard_pile_is_reshuffled():
    """11 players: 84 - 66 = 18; a round takes 11, so 7 are left in the second and 4 come from the discard pile."""
    table = play_round(given(match_in_storytelling(ODYSSEY, 11)))
    teller = table.started_match.board.storyteller
    assert (teller, table.started_match.board.deck) == (1, ALL_CARDS[77:])
    third = play_round(table)
    third.then(SeatReady, Discarded, HandsRefilled, DeckReshuffled, HandsRefilled, RoundBegun)
    _, _, first, again, second, _ = third.events
    assert isinstance(first, HandsRefilled) and isinstance(second, HandsRefilled) and isinstance(again, DeckReshuffled)
    assert first.counts == (0, 0, 1, 1, 1, 1, 1, 1, 1, 0, 0)
    assert first.hands[2] == ALL_CARDS[77:78]
    assert second.counts == (1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1)
    assert again.count == 22
    assert len(third.started_match.board.deck) == 18


@pytest.mark.parametrize("rules", [CLASSIC, ODYSSEY])
def test_thirty_points_end_the_match_when_the_round_is_scored(rules):
    table = given(with_scores(match_in_voting(rules), (29, 28, 27, 0)))
    scored = cast_votes(table).then(
        VoteCast, RoundScored, MatchEnded(status="over", winners=(1,), why="points", seed=SEED)
    )
    result = scored.find(RoundScored)
    assert result.scores == (29, 30, 29, 2)
    assert (result.phase, result.deadline_at) == (None, None)
    assert scored.finished_match.status == "over"


def test_twenty_nine_points_do_not_end_the_match():
    table = given(with_scores(match_in_voting(), (29, 27, 27, 27)))
    cast_votes(table).then(VoteCast, RoundScored)


def test_every_player_with_the_top_score_wins_the_match():
    tied = cast_votes(given(with_scores(match_in_voting(), (0, 30, 31, 31))))
    assert tied.finished_match.winners == (2, 3)
    assert tied.find(RoundScored).scores == (0, 32, 33, 33)


def test_the_storyteller_can_win_too():
    table = given(with_scores(match_in_voting(), (28, 0, 0, 0)))
    ended = cast_votes(table, {1: 1, 2: 1, 3: 2})
    assert (ended.finished_match.winners, ended.find(RoundScored).scores) == ((0,), (31, 4, 3, 0))


def test_a_last_card_match_can_have_several_winners():
    table = given(match_in_storytelling(CLASSIC_LAST_CARD, 6))
    for _ in range(7):
        table = play_round(table)
    shown = cast_votes(submit_owed_cards(give_clue(table)))
    assert mark_all_ready(with_scores(shown, (9, 12, 0, 12, 0, 0))).finished_match.winners == (1, 3)


def test_two_laps_with_twelve_players_reshuffle_the_discard_pile_seven_times():
    """84 - 60 = 24 cards, 12 a round: two refills empty the deck, each third one makes a new deck of 36."""
    table = given(match_in_storytelling(replace(PARTY, name="party-2", end=End(laps=2)), 12))
    assert len(table.started_match.board.deck) == 24
    left = []
    while not isinstance(table.match, Over):
        table = play_round(table)
        if not isinstance(table.match, Over):
            left.append(len(table.started_match.board.deck))
    assert left == [12, 0, 24] * 7 + [12, 0]
    last = table.finished_match.last_phase
    assert isinstance(last, Reveal)
    assert (last.board.round, last.board.reshuffles, table.finished_match.end_reason) == (24, 7, "laps")
