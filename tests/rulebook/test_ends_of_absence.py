"""Who wins where some were away, laps and matches without a scored round, hands passed without a clue (rulebook 2)."""

from dataclasses import replace

import pytest

from games.rulebook.commands import Resign, Resume
from games.rulebook.events import (
    HandsPassed,
    MatchEnded,
    RoundBegun,
    RoundCalledOff,
)
from games.rulebook.events import TimeUp as TimeIsUp
from games.rulebook.match import Over
from games.rulebook.rulesets import CLASSIC, CLASSIC_LAST_CARD, PARTY, PARTY_30, PARTY_PASSING, TEAM, Ruleset
from tests.rulebook.absence_scenarios import (
    in_phase,
    miss_phase,
    miss_phases,
    play_phase,
    skipped,
    started,
    time_up,
    types,
)
from tests.rulebook.match_scenarios import Situation, deck
from tests.rulebook.sent_command import Sent


def with_scores(situation: Situation, *scores: int) -> Situation:
    board = replace(situation.started_match.board, scores=scores)
    return replace(situation, match=replace(situation.started_match, board=board))


def play_to_the_end(situation: Situation, *absent: int) -> Situation:
    while not isinstance(situation.match, Over):
        situation = miss_phase(situation, *absent)
    return situation


def end_with_scores(situation: Situation, *scores: int, absent: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Return the winners after one more round, in which the scores given end the match."""
    number = situation.started_match.board.round + 1
    voting = in_phase(situation, f"{number}.voting", *absent)
    ended = miss_phase(with_scores(voting, *scores), *absent)
    assert ended.finished_match.status == "over"
    return ended.finished_match.winners


def test_a_seat_that_has_resigned_is_out_of_the_running():
    table = in_phase(started(), "1.reveal").when(Sent(3, Resign()))
    assert end_with_scores(table, 40, 0, 0, 90) == (0,)


def test_a_seat_skipped_in_more_than_half_of_the_counted_rounds_is_out_of_the_running():
    table = miss_phases(in_phase(started(), "1.submitting"), 2, 3)
    assert skipped(table) == (3,)
    assert end_with_scores(table, 40, 0, 0, 90, absent=(3,)) == (0,)


def test_a_seat_skipped_in_half_of_the_counted_rounds_can_win():
    table = miss_phases(in_phase(started(), "1.submitting"), 2, 3).when(Sent(3, Resume()))
    assert end_with_scores(table, 40, 0, 0, 90) == (3,)


def test_a_seat_that_came_back_before_the_points_was_skipped_in_that_round():
    table = miss_phases(in_phase(started(), "1.submitting"), 2, 3)
    table = in_phase(table, "2.submitting", 3).when(Sent(3, Resume()))
    assert end_with_scores(in_phase(table, "2.reveal"), 40, 0, 0, 90) == (0,)


def test_a_seat_that_came_back_before_the_clue_was_not_skipped_in_that_round():
    table = miss_phases(in_phase(started(), "1.submitting"), 2, 3)
    table = in_phase(table, "2.storytelling", 3).when(Sent(3, Resume()))
    assert end_with_scores(in_phase(table, "2.reveal"), 40, 0, 0, 90) == (3,)


def test_rounds_without_half_of_the_people_do_not_count():
    """Seats 1, 2 and 3 are skipped at the scoring of the only round; so nobody is out of the running."""
    table = in_phase(started(PARTY, 6), "1.submitting")
    table = miss_phases(table, 2, 1, 2, 3, 4)
    attendance = table.started_match.board.attendance
    assert attendance is not None
    assert (attendance.counted_rounds, attendance.skipped_round_counts) == (0, (0,) * 6)
    half = miss_phases(in_phase(started(PARTY, 6), "1.submitting"), 2, 1, 2, 3)
    attendance = half.started_match.board.attendance
    assert attendance is not None
    assert (attendance.counted_rounds, attendance.skipped_round_counts) == (1, (0, 1, 1, 1, 0, 0))


def test_whoever_has_resigned_does_not_count_for_the_half():
    table = in_phase(started(PARTY, 6), "1.submitting").when(Sent(0, Resign()), Sent(5, Resign()))
    table = miss_phases(table, 2, 1, 2)
    attendance = table.started_match.board.attendance
    assert attendance is not None
    assert attendance.counted_rounds == 1


def test_a_team_is_out_of_the_running_only_when_both_its_seats_are():
    table = in_phase(started(TEAM, 6), "1.reveal").when(Sent(4, Resign()))
    ended = play_to_the_end(with_scores(table, 0, 90, 0, 0, 90, 0), 4)
    assert ended.finished_match.winners == (1, 4)
    both = table.when(Sent(1, Resign()))
    assert not {1, 4} & set(play_to_the_end(with_scores(both, 0, 90, 0, 0, 90, 0)).finished_match.winners)


def test_where_no_other_seat_is_left_the_best_of_all_win():
    """Every seat was skipped in both rounds that count, each for another part of them."""
    table = in_phase(started(CLASSIC, 3), "1.voting")
    board = table.started_match.board
    assert board.attendance is not None
    attendance = replace(board.attendance, counted_rounds=2, skipped_round_counts=(2, 2, 2))
    table = replace(table, match=replace(table.started_match, board=replace(board, attendance=attendance)))
    ended = play_phase(with_scores(table, 50, 20, 60))
    assert ended.finished_match.winners == (2,)


def test_a_whole_lap_without_a_scored_round_ends_the_match_whatever_the_reasons():
    """Under `skip`, one round is lost for want of a clue, the next ones for want of cards."""
    table = miss_phase(started(CLASSIC, 3, on_timeout="skip"), 0)
    for _ in range(2):
        assert types(table)[-1] is RoundBegun
        table = time_up(play_phase(table, ()))
    assert table.finished_match.end_reason == "nobody_is_there"
    assert table.finished_match.status == "abandoned"


def test_a_scored_round_begins_the_lap_anew():
    table = miss_phase(started(CLASSIC, 3), 0)
    table = miss_phase(table, 1)
    table = in_phase(table, "3.reveal")
    assert table.started_match.board.rounds_without_points == 0


def test_a_clue_alone_does_not_begin_the_lap_anew():
    table = started(CLASSIC, 3, on_timeout="skip")
    table = time_up(play_phase(table, (1, 2)))
    assert table.started_match.board.rounds_without_points == 1
    one_lap_1 = time_up(play_phase(started(CLASSIC, 3, on_timeout="skip", rulebook=1), (1, 2)))
    assert one_lap_1.started_match.board.rounds_without_points == 0


def test_a_match_that_ends_without_a_scored_round_is_abandoned():
    """The deck ends with the first refill; no round was scored until then."""
    cards = tuple(f"card-{number:02}" for number in range(1, 23))
    table = started(CLASSIC_LAST_CARD, 3, on_timeout="skip", decks=(deck(cards),))
    assert len(table.started_match.board.deck) == 1
    ended = time_up(play_phase(table, (1, 2)))
    ended.find(RoundCalledOff)
    assert (ended.finished_match.status, ended.finished_match.winners) == ("abandoned", ())
    assert ended.find(MatchEnded).why == "nobody_is_there"


def test_hands_pass_after_a_round_without_a_clue():
    table = in_phase(started(PARTY_PASSING, 6), "2.storytelling")
    passed = time_up(table)
    passed.then(TimeIsUp, RoundCalledOff, HandsPassed, RoundBegun)
    hands = table.started_match.board.hands
    assert passed.find(HandsPassed).hands == (hands[-1], *hands[:-1])


@pytest.mark.parametrize(("rules", "phase"), [(PARTY_PASSING, "1.storytelling"), (PARTY_30, "2.storytelling")])
def test_hands_that_all_lay_face_down_do_not_pass(rules: Ruleset, phase: str):
    time_up(in_phase(started(rules, 6), phase)).then(TimeIsUp, RoundCalledOff, RoundBegun)


def test_the_next_storyteller_does_not_see_the_hand_that_was_passed():
    passed = time_up(in_phase(started(PARTY_PASSING, 6), "2.storytelling"))
    board = passed.started_match.board
    assert board.storyteller == 2
    assert board.face_down_seats == (2,)
    assert board.known_cards(2) == ()


def test_when_several_rounds_in_a_row_lack_a_clue_hands_pass_each_time():
    table = time_up(in_phase(started(PARTY_PASSING, 6), "2.storytelling"))
    time_up(table).then(TimeIsUp, RoundCalledOff, HandsPassed, RoundBegun)


def test_in_rulebook_1_the_best_seat_wins_and_hands_stay_after_a_round_without_a_clue():
    table = in_phase(started(rulebook=1), "1.reveal").when(Sent(3, Resign()))
    assert end_with_scores(table, 40, 0, 0, 90) == (3,)
    time_up(in_phase(started(PARTY_PASSING, 6, rulebook=1), "2.storytelling")).then(
        TimeIsUp, RoundCalledOff, RoundBegun
    )


def test_a_skipped_seat_counts_as_a_player_wherever_their_number_matters():
    """With three players each guesser gives two cards, and the one who finds it alone gets four points."""
    table = miss_phases(in_phase(started(CLASSIC, 3), "1.submitting"), 2, 2)
    table = in_phase(table, "2.submitting", 2)
    tableau = play_phase(table, (2,))
    assert len(tableau.started_match.tableau) == 5  # type: ignore[union-attr]
