"""While every person is skipped the match rests: nothing is played until somebody is back, for an hour at most."""

from datetime import timedelta
from typing import Any

from games.rulebook import Reason, Viewer, view
from games.rulebook.commands import Abandon, CallOff, CallTime, ExpirePhase, Resign, Resume, Submit
from games.rulebook.events import (
    AbandonAgreed,
    CardsSubmitted,
    DeadlineExtended,
    HostChanged,
    MatchEnded,
    RoundScored,
    SeatResigned,
    SeatResumed,
    SeatSkipped,
    TableauLaid,
    VoteCast,
)
from games.rulebook.events import TimeUp as TimeIsUp
from games.rulebook.match import deadline_of
from games.rulebook.rulesets import CLASSIC, PARTY, PARTY_PASSING, Ruleset
from games.rulebook.terms import Clock
from tests.rulebook.absence_scenarios import (
    HOUR,
    MOMENT,
    awaited,
    current_phase,
    in_phase,
    later,
    miss_phases,
    next_move,
    play_phase,
    skipped,
    started,
    time_up,
    types,
)
from tests.rulebook.match_scenarios import SEED, Situation
from tests.rulebook.sent_command import Sent


def resting(rules: Ruleset = PARTY, players: int = 6, **changes: Any) -> Situation:
    """A match of Party whose people have all missed submitting and voting."""
    table = in_phase(started(rules, players, **changes), "1.submitting")
    return time_up(time_up(table))


def resting_by_resigning(**changes: Any) -> Situation:
    """A classic match in its first reveal that rests because the last person who was there has resigned."""
    table = time_up(time_up(in_phase(started(**changes), "1.submitting")))
    assert skipped(table) == (1, 2, 3)
    return table.when(Sent(0, Resign()))


def test_nothing_is_played_after_the_last_person_is_skipped():
    table = resting()
    table.then(TimeIsUp, *(SeatSkipped(seat=seat) for seat in range(6)))
    assert awaited(table) == ()
    assert current_phase(table) == "1.voting"


def test_the_match_ends_after_an_hour_of_rest():
    table = resting()
    ends_at = table.now + HOUR
    assert deadline_of(table.started_match) == ends_at
    assert view(table.started_match, Viewer()).phase.deadline_at == ends_at
    time_up(table, -MOMENT).then_refused(Reason.NOT_YET)
    ended = time_up(table)
    ended.then(
        MatchEnded(status="abandoned", winners=(), why="nobody_is_there", skipped=tuple(range(6)), seed=SEED),
    )


def test_when_somebody_is_back_what_time_had_to_play_follows():
    table = later(resting(), timedelta(minutes=59)).when(Sent(2, Resume()))
    table.then(SeatResumed(seat=2, deadline_at=None), *[VoteCast] * 6, RoundScored)
    assert deadline_of(table.started_match) == table.now + timedelta(seconds=15)


def test_another_command_brings_the_match_back_as_well():
    table = resting().when(Sent(2, Abandon()))
    table.then(AbandonAgreed, SeatResumed(seat=2, deadline_at=None), *[VoteCast] * 6, RoundScored)


def test_moves_are_refused_and_not_listed_while_the_match_rests():
    table = resting()
    listed = [action.type for action in view(table.started_match, Viewer(seat=1)).actions]
    assert listed == ["resume", "abandon", "resign"]
    table.when(Sent(1, Submit(cards=()))).then_refused(Reason.ALREADY_DONE)
    table.when(Sent(1, CallTime())).then_refused(Reason.HAS_DEADLINE)


def test_computer_players_do_nothing_while_the_match_rests():
    table = in_phase(started(PARTY, 6, bots=(4, 5), clock=Clock(submit=30, vote=30)), "1.submitting")
    voting = time_up(play_phase(table, range(4)))
    rested = time_up(voting)
    assert rested.started_match.board.is_resting
    assert skipped(rested) == (0, 1, 2, 3)
    assert [action.type for action in view(rested.started_match, Viewer(seat=5)).actions] == ["abandon", "resign"]
    assert awaited(rested) == ()
    rested.when(next_move(rested.started_match, 5)).then_refused(Reason.NOT_YET)
    back = rested.when(Sent(0, Resume()))
    assert {event.seat for event in back.events if isinstance(event, VoteCast)} == set(range(6))


def test_where_time_was_not_up_the_clock_of_the_phase_begins_anew():
    table = resting_by_resigning()
    table.then(SeatResigned, HostChanged)
    assert table.started_match.board.is_resting
    assert deadline_of(table.started_match) == table.now + HOUR
    back = later(table, timedelta(minutes=30)).when(Sent(2, Resume()))
    assert back.events[0] == SeatResumed(seat=2, deadline_at=back.now + timedelta(seconds=15))


def test_a_phase_that_begins_anew_can_be_extended_again():
    late = timedelta(seconds=11)
    reveal = miss_phases(in_phase(started(bots=(3,)), "1.submitting"), 2, 1, 2)
    extended = time_up(reveal, late)
    back = extended.when(Sent(0, Resign())).when(Sent(1, Resume()))
    assert (types(extended), awaited(back)) == ([DeadlineExtended], (3,))
    assert types(time_up(back, late)) == [DeadlineExtended]
    assert types(time_up(extended, late)) != [DeadlineExtended]


def test_without_a_clock_there_is_no_new_deadline():
    table = resting_by_resigning(clock=Clock(submit=30, vote=30))
    back = table.when(Sent(2, Resume()))
    assert back.events[0] == SeatResumed(seat=2, deadline_at=None)


def test_a_match_that_rests_for_good_ends_an_hour_after_it_came_to_rest_whoever_resigns_later():
    table = resting()
    ends_at = table.now + HOUR
    table = later(table, timedelta(minutes=30)).when(Sent(3, Resign()))
    assert deadline_of(table.started_match) == ends_at


def test_the_last_person_to_resign_ends_the_match():
    table = resting_by_resigning()
    for seat in (1, 2):
        table = table.when(Sent(seat, Resign()))
        assert MatchEnded not in types(table)
    assert table.when(Sent(3, Resign())).finished_match.end_reason == "everybody_resigned"


def test_a_second_rest_lasts_an_hour_of_its_own():
    back = later(resting(), timedelta(minutes=50)).when(Sent(2, Resume()))
    table = back
    while not table.started_match.board.is_resting:
        table = time_up(table)
    assert deadline_of(table.started_match) == table.now + HOUR


def test_staff_can_end_the_phase_of_a_resting_match_and_nothing_follows():
    table = resting_by_resigning()
    forced = table.when(Sent("staff", ExpirePhase(phase="1.reveal")))
    forced.then(TimeIsUp)
    assert deadline_of(forced.started_match) == table.now + HOUR
    back = forced.when(Sent(1, Resume()))
    assert back.events[0] == SeatResumed(seat=1, deadline_at=None)
    table.when(CallOff()).then(MatchEnded)


def test_under_abort_seats_are_skipped_before_the_policy_ends_the_match():
    """One phase is missed after a call, the next one by a clock of the terms."""
    table = in_phase(started(PARTY, 6, on_timeout="abort", clock=Clock(vote=30)), "1.submitting")
    table = play_phase(table, (1, 2, 3, 4, 5))
    called = later(table, timedelta(seconds=300)).when(Sent(0, CallTime()))
    voting = time_up(called)
    assert current_phase(voting) == "1.voting"
    ended = time_up(voting)
    ended.then(TimeIsUp, *(SeatSkipped(seat=seat) for seat in range(1, 6)), MatchEnded)
    assert ended.finished_match.end_reason == "time_up"


def test_a_match_in_which_all_have_gone_ends_by_itself():
    table = started(CLASSIC, 4, first="claim")
    for _ in range(40):
        if current_phase(table) == "over":
            break
        table = time_up(table)
    assert table.finished_match.end_reason == "nobody_is_there"


def test_matches_of_computer_players_alone_do_not_rest():
    table = started(bots=(1, 2, 3)).when(Sent(0, Resign()))
    assert table.finished_match.end_reason == "everybody_resigned"


def test_in_rulebook_1_nothing_rests():
    table = time_up(time_up(in_phase(started(PARTY_PASSING, 6, rulebook=1), "1.submitting")))
    assert types(table)[-1] is RoundScored
    assert CardsSubmitted not in types(table)
    assert TableauLaid not in types(table)
