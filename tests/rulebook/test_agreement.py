"""Who must agree to end a match: everybody who is there, and these must be half of the people, or wait (version 2)."""

from datetime import timedelta

import pytest

from games.rulebook import Reason, absence
from games.rulebook.commands import Abandon, ExpirePhase, Resign, Resume
from games.rulebook.events import AbandonAgreed, MatchEnded, SeatResigned, SeatSkipped, VoteCast
from games.rulebook.events import TimeUp as TimeIsUp
from games.rulebook.match import phase_id
from games.rulebook.rulesets import PARTY
from games.rulebook.terms import Clock
from tests.rulebook.absence_scenarios import (
    HOUR,
    MOMENT,
    current_phase,
    in_phase,
    later,
    miss_phases,
    next_move,
    play_phase,
    skipped,
    started,
    types,
)
from tests.rulebook.match_scenarios import SEED, Situation
from tests.rulebook.sent_command import Sent

CLOCK_OF_TWO_PHASES = Clock(submit=30, vote=30)


def with_skipped(*seats: int, players: int = 6, **changes: object) -> Situation:
    """A match of Party in its first reveal, which has no deadline, with these seats skipped."""
    table = in_phase(started(PARTY, players, clock=CLOCK_OF_TWO_PHASES, **changes), "1.submitting")  # type: ignore[arg-type]
    table = miss_phases(table, 2, *seats)
    assert (current_phase(table), skipped(table)) == ("1.reveal", seats)
    return table


def agree(situation: Situation, *seats: int) -> Situation:
    return situation.when(*(Sent(seat, Abandon()) for seat in seats))


def clock_at(situation: Situation, duration: timedelta) -> Situation:
    """Let the clock tick this long after the last event."""
    return later(situation, duration).when(ExpirePhase(phase=phase_id(situation.started_match)))


def test_everybody_must_agree_while_all_are_there():
    table = with_skipped()
    agree(table, 0, 1, 2, 3, 4).then(AbandonAgreed)
    agree(table, 0, 1, 2, 3, 4, 5).then(AbandonAgreed, MatchEnded)


@pytest.mark.parametrize("gone", [(5,), (4, 5), (3, 4, 5)])
def test_skipped_people_are_not_asked_while_the_others_are_at_least_half(gone: tuple[int, ...]):
    table = with_skipped(*gone)
    present = [seat for seat in range(6) if seat not in gone]
    agree(table, *present[:-1]).then(AbandonAgreed)
    agree(table, *present).then(
        AbandonAgreed, MatchEnded(status="abandoned", winners=(), why="agreed", skipped=gone, seed=SEED)
    )


def test_fewer_than_half_can_end_it_when_the_others_have_been_skipped_for_an_hour():
    table = with_skipped(2, 3, 4, 5)
    skipped_at = table.now
    agreed = agree(table, 0, 1)
    agreed.then(AbandonAgreed)
    assert absence.ends_at(agreed.started_match) == skipped_at + HOUR
    clock_at(agreed, HOUR - MOMENT).then_refused(Reason.NOT_YET)
    clock_at(agreed, HOUR).then(
        MatchEnded(status="abandoned", winners=(), why="agreed", skipped=(2, 3, 4, 5), seed=SEED)
    )


def test_an_agreement_after_the_hour_takes_effect_at_once():
    table = later(with_skipped(2, 3, 4, 5), HOUR)
    agree(table, 0, 1).then(AbandonAgreed, MatchEnded)


def test_the_hour_counts_from_the_last_seat_skipped():
    table = with_skipped(3, 4, 5)
    table = in_phase(table, "2.submitting", 2, 3, 4, 5)
    table = miss_phases(table, 2, 2)
    assert skipped(table) == (2, 3, 4, 5)
    last_at = table.now
    agreed = agree(table, 0, 1)
    assert absence.ends_at(agreed.started_match) == last_at + HOUR


def test_an_agreement_that_lacks_only_the_hour_ends_with_its_round():
    agreed = agree(with_skipped(2, 3, 4, 5), 0, 1)
    next_round = play_phase(agreed, (2, 3, 4, 5))
    assert current_phase(next_round) == "2.storytelling"
    assert absence.ends_at(next_round.started_match) is None
    clock_at(next_round, HOUR).then_refused(Reason.NOT_YET)


def test_an_event_after_the_hour_completes_the_agreement_before_the_clock_does():
    agreed = agree(with_skipped(2, 3, 4, 5), 0, 1)
    late = later(agreed, HOUR)
    move = next_move(late.started_match, 0)
    assert types(late.when(move))[-1] is MatchEnded
    assert late.when(move).finished_match.end_reason == "agreed"


def test_a_deadline_before_the_end_of_the_hour_comes_first():
    table = in_phase(with_skipped(2, 3, 4, 5), "2.submitting", 2, 3, 4, 5)
    agreed = agree(table, 0, 1)
    ticked = later(agreed, timedelta(seconds=30)).when(ExpirePhase(phase="2.submitting"))
    assert types(ticked)[0] is TimeIsUp
    ended = later(agreed, HOUR).when(ExpirePhase(phase="2.submitting"))
    assert "DeadlineExtended" in [each.__name__ for each in types(ended)]


def test_a_seat_that_becomes_skipped_completes_an_agreement():
    table = in_phase(started(PARTY, 6), "1.submitting")
    table = agree(miss_phases(table, 1, 4, 5), 0, 1, 2, 3)
    ended = miss_phases(table, 1, 4, 5)
    ended.then(TimeIsUp, SeatSkipped(seat=4), SeatSkipped(seat=5), MatchEnded)
    assert ended.finished_match.end_reason == "agreed"


def test_a_player_who_resigns_completes_an_agreement():
    table = agree(with_skipped(5), 0, 1, 2, 3)
    table.when(Sent(4, Resign())).then(SeatResigned, MatchEnded)


def test_who_is_back_is_asked_again():
    table = agree(with_skipped(5), 0, 1, 2, 3).when(Sent(5, Resume()))
    agree(table, 4).then(AbandonAgreed)
    agree(table, 4, 5).then(AbandonAgreed, MatchEnded)


def test_who_has_resigned_does_not_count_for_the_half():
    """Of four people who have not resigned two are skipped: the other two are half of them."""
    table = with_skipped(2, 3).when(Sent(4, Resign()), Sent(5, Resign()))
    agree(table, 0, 1).then(AbandonAgreed, MatchEnded)


def test_computer_players_are_not_asked_and_do_not_count():
    table = with_skipped(2, bots=(3, 4, 5))
    agree(table, 0, 1).then(AbandonAgreed, MatchEnded)


def test_one_of_three_people_waits_for_the_hour_whatever_the_number_of_computer_players():
    table = with_skipped(1, 2, bots=(3, 4, 5))
    agreed = agree(table, 0)
    agreed.then(AbandonAgreed)
    clock_at(agreed, HOUR).then(MatchEnded)


def test_in_rulebook_1_everybody_is_asked():
    table = in_phase(started(PARTY, 6, clock=CLOCK_OF_TWO_PHASES, rulebook=1), "1.submitting")
    table = miss_phases(table, 2, 5)
    agree(table, 0, 1, 2, 3, 4).then(AbandonAgreed)
    assert VoteCast not in types(table.when(Sent(0, Abandon())))
