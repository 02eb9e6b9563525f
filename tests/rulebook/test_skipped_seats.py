"""Who misses two phases is skipped, by the log alone, until the player does something (rulebook 2)."""

from typing import Any

import pytest

from games.rulebook import Reason, Viewer, view
from games.rulebook.commands import Abandon, CallTime, Claim, ExpirePhase, HandOver, Resign, Resume, Signal
from games.rulebook.events import (
    AbandonAgreed,
    CardsSubmitted,
    HostChanged,
    MatchEnded,
    RoundBegun,
    RoundCalledOff,
    RoundScored,
    SeatResigned,
    SeatResumed,
    SeatSkipped,
    StorytellerClaimed,
    VoteCast,
)
from games.rulebook.events import TimeUp as TimeIsUp
from games.rulebook.match import Submitting, Voting
from games.rulebook.rulesets import CLASSIC, PARTY, TEAM, Ruleset
from games.rulebook.terms import Clock
from tests.rulebook.absence_scenarios import (
    CALL_AFTER,
    awaited,
    current_phase,
    in_phase,
    later,
    miss_phase,
    miss_phases,
    next_move,
    play_phase,
    skipped,
    started,
    time_up,
    types,
)
from tests.rulebook.match_scenarios import Situation, given, match_in_drawing
from tests.rulebook.sent_command import Sent


def miss_counts(situation: Situation) -> tuple[int, ...]:
    attendance = situation.started_match.board.attendance
    assert attendance is not None
    return attendance.miss_counts


@pytest.mark.parametrize("policy", ["auto", "skip"])
@pytest.mark.parametrize(
    ("rules", "players", "phase", "absent", "misses"),
    [
        (CLASSIC, 4, "1.storytelling", (0, 1), (0,)),
        (CLASSIC, 4, "1.submitting", (0, 1, 2), (1, 2)),
        (CLASSIC, 4, "1.voting", (0, 1, 3), (1, 3)),
        (CLASSIC, 4, "1.reveal", (0, 1, 3), ()),
        (PARTY, 6, "1.submitting", (0, 5), (0, 5)),
        (PARTY, 6, "1.voting", (0, 5), (0, 5)),
        (TEAM, 6, "1.submitting", (0, 1, 3), (3,)),
        (TEAM, 6, "1.submitting", (1, 4, 5), (1, 4)),
    ],
)
def test_a_seat_that_the_match_waits_for_at_time_up_misses_the_phase(
    policy: str, rules: Ruleset, players: int, phase: str, absent: tuple[int, ...], misses: tuple[int, ...]
):
    table = miss_phase(in_phase(started(rules, players, on_timeout=policy), phase), *absent)
    assert tuple(seat for seat, count in enumerate(miss_counts(table)) if count) == misses
    assert set(miss_counts(table)) <= {0, 1}


def test_nobody_misses_the_phase_while_the_part_is_unclaimed():
    assert miss_counts(time_up(started(first="claim"))) == (0, 0, 0, 0)


def test_nobody_misses_the_draw():
    drawing = match_in_drawing(rulebook=2)
    assert miss_counts(time_up(drawing)) == (0, 0, 0, 0)


def test_nobody_misses_a_phase_that_the_staff_ends():
    table = in_phase(started(), "1.submitting")
    ended = table.when(Sent("staff", ExpirePhase(phase="1.submitting")))
    assert (current_phase(ended), miss_counts(ended)) == ("1.voting", (0, 0, 0, 0))


def test_at_the_second_miss_seats_are_skipped_lowest_first_before_anything_is_played():
    table = miss_phase(in_phase(started(), "1.submitting"), 2, 3)
    assert skipped(table) == ()
    second = miss_phase(table, 2, 3)
    assert second.events[1:3] == (SeatSkipped(seat=2), SeatSkipped(seat=3))
    second.then(TimeIsUp, SeatSkipped, SeatSkipped, VoteCast, VoteCast, RoundScored)
    shown = view(second.started_match, Viewer())
    assert [seat.skipped for seat in shown.seats] == [False, False, True, True]


def test_under_abort_a_clock_of_the_terms_ends_the_match_at_the_first_miss():
    assert miss_phase(in_phase(started(on_timeout="abort"), "1.submitting"), 3).finished_match.end_reason == "time_up"


def test_phases_in_which_a_seat_owed_nothing_neither_count_nor_end_the_count():
    """Seat 0 tells and misses the storytelling, owes nothing to the next rounds' telling, and misses one vote."""
    table = miss_phase(started(), 0)
    table = play_phase(play_phase(table))
    assert (current_phase(table), miss_counts(table)[0]) == ("2.voting", 0)
    again = miss_phases(started(), 1, 0)
    again = play_phase(again, (0,))
    again = in_phase(again, "2.submitting", 0)
    assert miss_counts(again)[0] == 1
    assert types(miss_phase(again, 0))[:2] == [TimeIsUp, SeatSkipped]


@pytest.mark.parametrize("command", [Abandon(), HandOver(target_seat=1)])
def test_any_event_whose_actor_is_the_seat_begins_the_count_anew(command: Any):
    table = miss_phase(in_phase(started(PARTY, 6), "1.submitting"), 0)
    assert miss_counts(table)[0] == 1
    table = table.when(Sent(0, command))
    assert miss_counts(table)[0] == 0
    assert skipped(miss_phase(table, 0)) == ()


def miss_as_team() -> tuple[Situation, int, int]:
    """A Team match in its second submitting, the partner for whom luck gave a card in the first, and the other."""
    table = miss_phase(in_phase(started(TEAM, 8), "1.submitting"), 3, 7)
    giver = next(event.seat for event in table.events if isinstance(event, CardsSubmitted))
    table = in_phase(play_phase(table), "2.submitting", giver)
    assert [miss_counts(table)[seat] for seat in (giver, 10 - giver)] == [1, 0]
    return table, giver, 10 - giver


def test_a_signal_begins_the_count_anew():
    table, giver, _ = miss_as_team()
    assert miss_counts(table.when(Sent(giver, Signal(word="pass"))))[giver] == 0


def test_a_phase_in_which_the_partner_gave_is_no_miss_and_does_not_end_the_count():
    table, giver, _ = miss_as_team()
    voting = miss_phase(table, giver)
    assert (current_phase(voting), miss_counts(voting)[giver]) == ("2.voting", 1)
    assert miss_phase(voting, giver).events[1] == SeatSkipped(seat=giver)


def test_a_refused_command_does_not_change_the_count():
    table = miss_phase(in_phase(started(), "1.submitting"), 3)
    refused = table.when(Sent(3, Claim()))
    refused.then_refused(Reason.WRONG_PHASE)
    assert miss_counts(refused)[3] == 1


def skip_seat(seat: int, rules: Ruleset = CLASSIC, players: int = 4, **changes: Any) -> Situation:
    """A match in its first reveal, in which this seat has been skipped."""
    table = miss_phases(in_phase(started(rules, players, **changes), "1.submitting"), 2, seat)
    assert (current_phase(table), skipped(table)) == ("1.reveal", (seat,))
    return table


def test_under_auto_a_skipped_seat_is_played_at_once():
    table = in_phase(skip_seat(3), "2.submitting", 3)
    assert 3 not in awaited(table)
    assert [event.seat for event in table.events if isinstance(event, CardsSubmitted)] == [3]
    voting = play_phase(table, (3,))
    assert [event.seat for event in voting.events if isinstance(event, VoteCast)] == [3]


def test_under_skip_a_skipped_seat_sits_the_phases_out():
    voting = in_phase(skip_seat(3, on_timeout="skip"), "2.voting", 3)
    assert isinstance(voting.match, Voting)
    assert voting.match.submitted_cards[3] == ()
    assert awaited(voting) == (0, 2)
    scored = play_phase(voting, (3,))
    assert [event.seat for event in scored.events if isinstance(event, VoteCast)] == [2]
    assert types(scored)[-1] is RoundScored


def test_under_abort_a_skipped_seat_is_played_as_under_auto():
    table = in_phase(started(on_timeout="abort", clock=Clock()), "1.submitting")
    table = call_and_miss(call_and_miss(table, 3), 3)
    assert skipped(table) == (3,)
    following = in_phase(play_phase(table, (3,)), "2.submitting", 3)
    assert [event.seat for event in following.events if isinstance(event, CardsSubmitted)] == [3]


def call_and_miss(table: Situation, seat: int) -> Situation:
    """Let all but one seat move, the storyteller call time, and the time run out."""
    caller = table.started_match.board.storyteller
    return time_up(later(play_phase(table, (seat,)), CALL_AFTER).when(Sent(caller, CallTime())))


def test_a_storyteller_who_is_skipped_is_passed_over_at_once_without_points():
    table = skip_seat(1)
    begun = play_phase(table, (1,))
    assert types(begun)[-3:] == [RoundBegun, RoundCalledOff, RoundBegun]
    off = begun.events[-2]
    assert off == RoundCalledOff(round=2, storyteller=1, why="no_clue")
    assert begun.started_match.board.storyteller == 2
    assert begun.started_match.board.scores == table.started_match.board.scores


def test_in_party_the_card_and_vote_of_a_skipped_storyteller_are_given_as_any_others():
    table = in_phase(started(PARTY, 6), "1.submitting")
    voting = miss_phase(table, 0)
    scored = miss_phase(voting, 0)
    scored.then(TimeIsUp, SeatSkipped, VoteCast, RoundScored)
    assert scored.find(VoteCast).trap is not None


@pytest.mark.parametrize("command", [Resume(), Abandon(), HandOver(target_seat=2)])
def test_the_player_is_back_with_any_accepted_command(command: Any):
    table = given(skip_seat(0, PARTY, 6))
    back = table.when(Sent(0, command))
    first = [] if isinstance(command, Resume) else [type(back.events[0])]
    assert types(back) == [*first, SeatResumed]
    assert back.find(SeatResumed) == SeatResumed(seat=0, deadline_at=None)
    assert skipped(back) == ()


def test_whoever_is_back_counts_for_an_agreement_before_it_is_looked_at():
    table = skip_seat(3)
    table = table.when(Sent(0, Abandon()), Sent(1, Abandon()))
    table = table.when(Sent(3, Abandon()))
    table.then(AbandonAgreed, SeatResumed)
    table.when(Sent(2, Abandon())).then(AbandonAgreed, MatchEnded)


def test_resigning_does_not_bring_a_skipped_seat_back():
    table = skip_seat(3).when(Sent(3, Resign()))
    table.then(SeatResigned)
    assert skipped(table) == ()
    table.when(Sent(3, Resume())).then_refused(Reason.NOT_SEATED)


def test_a_seat_that_resigned_is_never_skipped():
    table = in_phase(started(), "1.submitting")
    table = miss_phase(table, 3).when(Sent(3, Resign()))
    table = miss_phases(table, 3)
    assert skipped(table) == ()


def test_the_player_is_waited_for_again_from_the_next_phase_on_and_what_was_done_stays_done():
    table = in_phase(skip_seat(3), "2.submitting", 3)
    back = table.when(Sent(3, Resume()))
    assert isinstance(back.match, Submitting)
    assert back.match.submitted_cards[3] == table.match.submitted_cards[3]  # type: ignore[union-attr]
    assert 3 not in awaited(back)
    back.when(next_move(back.started_match, 3)).then_refused(Reason.ALREADY_DONE)
    assert 3 in awaited(play_phase(back))


def test_under_skip_a_player_who_is_back_still_sits_the_phase_out():
    back = in_phase(skip_seat(3, on_timeout="skip"), "2.submitting", 3).when(Sent(3, Resume()))
    assert 3 not in awaited(back)
    back.when(next_move(back.started_match, 3)).then_refused(Reason.ALREADY_DONE)
    assert [action.type for action in view(back.started_match, Viewer(seat=3)).actions if action.type == "cards"] == []


def test_after_coming_back_one_miss_is_enough_until_the_player_has_made_a_move():
    back = in_phase(skip_seat(3), "2.submitting", 3).when(Sent(3, Resume()))
    voting = play_phase(back)
    again = miss_phase(voting, 3)
    assert again.events[1] == SeatSkipped(seat=3)
    moved = play_phase(voting)
    table = in_phase(moved, "3.submitting")
    assert skipped(miss_phase(table, 3)) == ()


@pytest.mark.parametrize("command", [Abandon(), HandOver(target_seat=1)])
def test_an_event_that_is_no_move_does_not_give_the_second_chance_back(command: Any):
    back = given(in_phase(skip_seat(0, PARTY, 6), "2.submitting", 0)).when(Sent(0, Resume()), Sent(0, command))
    assert miss_phase(play_phase(back), 0).events[1] == SeatSkipped(seat=0)


def test_resume_is_listed_for_skipped_seats_and_refused_to_others():
    table = skip_seat(3)
    listed = {
        seat: "resume" in [action.type for action in view(table.started_match, Viewer(seat=seat)).actions]
        for seat in range(4)
    }
    assert listed == {0: False, 1: False, 2: False, 3: True}
    table.when(Sent(2, Resume())).then_refused(Reason.ALREADY_DONE)


def test_in_rulebook_1_nobody_is_skipped_or_resumes():
    table = miss_phases(in_phase(started(rulebook=1), "1.submitting"), 2, 3)
    table.then(TimeIsUp, VoteCast, RoundScored)
    table.when(Sent(3, Resume())).then_refused(Reason.NOT_IN_THESE_RULES)


def skip_team_seats(*seats: int) -> Situation:
    """A Team match of six whose storyteller is seat 0, in the submitting of a later round, with these seats skipped."""
    table = started(TEAM, 6)
    while set(skipped(table)) != set(seats) or current_phase(table).split(".")[1] != "submitting":
        table = miss_phase(table, *seats)
        assert table.started_match.board.round < 6
    return table


def test_in_team_luck_gives_the_skipped_partners_card_at_once_and_the_other_votes():
    submitting = skip_team_seats(1)
    while submitting.started_match.board.storyteller in (1, 4):
        submitting = in_phase(submitting, f"{submitting.started_match.board.round + 1}.submitting", 1)
    assert [event.seat for event in submitting.events if isinstance(event, CardsSubmitted)] == [1]
    assert 4 not in awaited(submitting)
    assert 4 in awaited(play_phase(submitting, (1,)))


def test_in_team_luck_gives_and_votes_where_both_partners_are_skipped():
    submitting = skip_team_seats(1, 4)
    while submitting.started_match.board.storyteller in (1, 4):
        submitting = in_phase(submitting, f"{submitting.started_match.board.round + 1}.submitting", 1, 4)
    given_seats = [event.seat for event in submitting.events if isinstance(event, CardsSubmitted)]
    assert given_seats in ([1], [4])
    voting = play_phase(submitting, (1, 4))
    assert [event.seat for event in voting.events if isinstance(event, VoteCast)] == [5 - given_seats[0]]


def test_computer_players_are_never_skipped():
    table = started(bots=(3,))
    for _ in range(6):
        table = miss_phase(table, 3)
    assert skipped(table) == ()
    assert miss_counts(table)[3] == 0


def test_a_storyteller_named_by_luck_who_misses_twice_is_skipped():
    named = time_up(started(first="claim"))
    seat = named.find(StorytellerClaimed).seat
    passed = time_up(named)
    assert miss_counts(passed)[seat] == 1
    passed.then(TimeIsUp, RoundCalledOff, RoundBegun)


def test_the_skipped_are_named_when_the_match_ends():
    table = skip_seat(3)
    ended = table.when(Sent(0, Abandon()), Sent(1, Abandon()), Sent(2, Abandon()))
    assert ended.find(MatchEnded).skipped == (3,)


def test_an_agreement_is_looked_at_before_a_second_seat_is_skipped():
    """Seats 1 and 2 miss two phases; seats 0 and 2 have agreed, and 2 misses them after that."""
    table = in_phase(started(CLASSIC, 4), "1.submitting").when(*(Sent(seat, Abandon()) for seat in (0, 2, 3)))
    ended = miss_phases(table, 2, 1, 2)
    ended.then(TimeIsUp, SeatSkipped(seat=1), MatchEnded)
    assert ended.find(MatchEnded).skipped == (1,)


def test_the_host_who_is_skipped_remains_host():
    table = skip_seat(0, PARTY, 6)
    assert table.started_match.board.host == 0
    assert HostChanged not in types(table)
