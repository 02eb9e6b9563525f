"""What follows when time is up: `auto`, `skip` and `abort`, storytellers passed over, rounds called off."""

from datetime import timedelta
from typing import Any

import pytest

from games.rulebook import Reason
from games.rulebook.commands import Claim, Signal, Submit, TimeUp, Vote
from games.rulebook.events import (
    CardsSubmitted,
    DeadlineExtended,
    Discarded,
    Event,
    HandsPassed,
    HandsRefilled,
    MatchEnded,
    RoundBegun,
    RoundCalledOff,
    RoundScored,
    StorytellerClaimed,
    TableauLaid,
    VoteCast,
)
from games.rulebook.events import TimeUp as TimeIsUp
from games.rulebook.match import deadline_of, phase_id
from games.rulebook.player_view import waiting_for
from games.rulebook.rulesets import CLASSIC, ODYSSEY, PARTY, PARTY_30, PARTY_PASSING, TEAM, Ruleset
from games.rulebook.terms import Clock
from tests.rulebook.table import (
    NOW,
    PHASES,
    Luck,
    Situation,
    a_clue,
    a_result,
    a_round,
    a_tableau,
    given,
    next_round,
    tell,
)

CLOCK = Clock(clue=60, submit=30, vote=30, reveal=15)


def timed(make: Any, rules: Ruleset = CLASSIC, players: int = 4, policy: str = "auto", **changes: Any) -> Situation:
    return given(make(rules, players, Luck(7), clock=CLOCK, on_timeout=policy, **changes))


def late(situation: Situation, *, by: float = 0.0) -> Situation:
    """The clock of the present phase has run out."""
    assert situation.match is not None
    due_at = deadline_of(situation.match)
    assert due_at is not None
    now = due_at + timedelta(seconds=by)
    return given(situation, now).when(TimeUp(phase=phase_id(situation.match)))


def give(situation: Situation, *seats: int) -> Situation:
    for seat in seats:
        situation = situation.when(Submit(seat=seat, cards=situation.started.board.hands[seat][:1]))
    return situation


def kinds(situation: Situation) -> list[type[Event]]:
    return [type(event) for event in situation.events]


def test_time_is_up_at_the_deadline_and_not_before():
    table = timed(a_clue)
    late(table, by=-0.001).then_refused(Reason.NOT_YET)
    late(table).find(TimeIsUp)
    late(table, by=3600).find(TimeIsUp)


@pytest.mark.parametrize("phase", [a_round, a_clue, a_tableau, a_result])
def test_after_an_outage_a_phase_goes_on_once(phase: Any):
    table = timed(phase)
    assert table.match is not None
    due_at = deadline_of(table.match)
    assert due_at is not None
    name, back = phase_id(table.match), due_at + timedelta(minutes=7)
    longer = given(table, back).when(TimeUp(phase=name, outage=True))
    longer.then(DeadlineExtended(phase=name, deadline_at=back + timedelta(seconds=20), why="outage"))
    late(longer, by=-0.001).then_refused(Reason.NOT_YET)
    assert longer.match is not None
    again = given(longer, back + timedelta(seconds=20)).when(TimeUp(phase=name, outage=True))
    again.find(TimeIsUp)


def test_an_outage_does_not_end_a_phase_early_and_the_next_phase_has_its_own_extension():
    table = timed(a_clue)
    table.when(TimeUp(phase="1.submitting", outage=True)).then_refused(Reason.NOT_YET)
    assert table.match is not None
    due_at = deadline_of(table.match)
    assert due_at is not None
    longer = given(table, due_at).when(TimeUp(phase="1.submitting", outage=True))
    voting = late(longer)
    assert voting.match is not None
    then = deadline_of(voting.match)
    assert then is not None
    given(voting, then).when(TimeUp(phase="1.voting", outage=True)).find(DeadlineExtended)


def test_the_tick_of_another_phase_has_no_effect():
    table = given(timed(a_clue), NOW + timedelta(days=1))
    table.when(TimeUp(phase="1.storytelling")).then_refused(Reason.PHASE_OVER)
    table.when(TimeUp(phase="1.voting")).then_refused(Reason.WRONG_PHASE)
    done = late(timed(a_clue))
    done.when(TimeUp(phase="1.submitting")).then_refused(Reason.PHASE_OVER)


@pytest.mark.parametrize("phase", sorted(set(PHASES) - {"drawing"}))
def test_without_a_clock_time_is_never_up(phase: str):
    table = given(PHASES[phase](), NOW + timedelta(days=365))
    assert table.match is not None
    table.when(TimeUp(phase=phase_id(table.match))).then_refused(Reason.NOT_YET)


def test_until_time_up_is_in_the_log_commands_count_however_late():
    table = given(timed(a_clue), NOW + timedelta(days=1))
    give(table, 1).then(CardsSubmitted)


@pytest.mark.parametrize("policy", ["auto", "skip"])
def test_in_round_1_luck_names_the_storyteller_and_gives_time_anew(policy: str):
    table = late(timed(a_round, policy=policy))
    named: StorytellerClaimed = table.find(StorytellerClaimed)
    assert named.automatic
    assert named.deadline_at == NOW + timedelta(seconds=120)
    assert table.match is not None
    assert (phase_id(table.match), waiting_for(table.match)) == ("1.storytelling", (named.seat,))
    assert table.luck.asked[-1] == "first"
    other = (named.seat + 1) % 4
    table.when(Claim(seat=other)).then_refused(Reason.NOT_THE_STORYTELLER)
    passed_over = late(table).then(TimeIsUp, RoundCalledOff, RoundBegun)
    assert passed_over.find(RoundBegun).storyteller == other


@pytest.mark.parametrize("policy", ["auto", "skip"])
def test_a_storyteller_without_a_clue_is_passed_over(policy: str):
    table = next_round(timed(a_round, policy=policy))
    scores, last_round = table.started.board.scores, table.started.board.last_round
    passed = late(table).then(TimeIsUp, RoundCalledOff(round=2, storyteller=1, why="no_clue"), RoundBegun)
    board = passed.started.board
    assert (board.round, board.storyteller, board.scores, board.last_round) == (3, 2, scores, last_round)


def test_a_round_passed_over_counts_as_told():
    table = next_round(timed(a_round, PARTY, 6))
    for _ in range(4):
        table = late(table)
        assert kinds(table)[-1] is RoundBegun
    late(table).then(TimeIsUp, RoundCalledOff, MatchEnded)
    assert late(table).over.end_reason == "laps"


@pytest.mark.parametrize(("rules", "players"), [(CLASSIC, 3), (PARTY, 6), (TEAM, 6)])
def test_when_a_whole_lap_passes_without_a_clue_the_match_is_abandoned(rules: Ruleset, players: int):
    table = timed(a_round, rules, players, first="host")
    for _ in range(players - 1):
        table = late(table)
        assert kinds(table)[-1] is RoundBegun
    gone = late(table).then(TimeIsUp, RoundCalledOff, MatchEnded)
    assert (gone.over.status, gone.over.end_reason, gone.over.winners) == ("abandoned", "nobody_is_there", ())


def test_one_clue_begins_the_lap_anew():
    table = late(timed(a_round, CLASSIC, 3, first="host"))
    table = late(late(late(late(tell(table)))))
    assert table.started.board.rounds_without_clue == 1


@pytest.mark.parametrize("phase", [a_round, a_clue, a_tableau])
def test_abort_ends_the_match_without_winners(phase: Any):
    ended = late(timed(phase, policy="abort")).then(TimeIsUp, MatchEnded)
    assert (ended.over.status, ended.over.end_reason, ended.over.winners) == ("abandoned", "time_up", ())


@pytest.mark.parametrize("policy", ["auto", "skip", "abort"])
def test_when_the_scores_have_been_looked_at_long_enough_the_next_round_begins(policy: str):
    late(timed(a_result, policy=policy)).then(TimeIsUp, Discarded, HandsRefilled, RoundBegun)


def test_auto_gives_a_card_of_the_own_hand_for_whoever_has_not():
    table = give(timed(a_clue), 2)
    hands = table.started.board.hands
    played = late(table).then(TimeIsUp, CardsSubmitted, CardsSubmitted, TableauLaid)
    for event in played.events:
        if isinstance(event, CardsSubmitted):
            assert event.automatic
            assert event.cards[0] in hands[event.seat]
    assert played.luck.asked[-3:] == ["auto/1.submitting/1", "auto/1.submitting/3", "tableau/1"]


def test_auto_gives_two_cards_where_two_are_owed():
    played = late(timed(a_clue, CLASSIC, 3))
    assert [len(event.cards) for event in played.events if isinstance(event, CardsSubmitted)] == [2, 2]


def test_auto_votes_for_one_slot_that_is_not_the_own():
    table = timed(a_tableau, ODYSSEY, 7)
    given_cards, tableau = table.match.submitted_cards, table.match.tableau  # type: ignore[union-attr]
    voted = late(table)
    votes = [event for event in voted.events if isinstance(event, VoteCast)]
    assert [vote.seat for vote in votes] == [1, 2, 3, 4, 5, 6]
    for vote in votes:
        assert vote.automatic
        (slot,) = vote.slots
        assert tableau[slot - 1] not in given_cards[vote.seat]
    assert kinds(voted)[-1] is RoundScored


def test_auto_gives_either_partners_card_and_the_other_one_votes():
    givers: set[int] = set()
    for seed in range(20):
        table = given(a_clue(TEAM, 6, Luck(seed), clock=CLOCK, on_timeout="auto"))
        played = late(table)
        submitted = [event.seat for event in played.events if isinstance(event, CardsSubmitted)]
        assert sorted(seat % 3 for seat in submitted) == [0, 1, 2]
        assert 3 in submitted
        assert played.match is not None
        assert set(waiting_for(played.match)) == {1, 2, 4, 5} - set(submitted)
        givers |= set(submitted)
    assert givers == {1, 2, 3, 4, 5}


def test_auto_sets_partys_trap_too():
    voted = late(timed(a_tableau, PARTY, 6))
    by_seat = {event.seat: event for event in voted.events if isinstance(event, VoteCast)}
    assert by_seat[0].trap is not None
    assert all(by_seat[seat].trap is None for seat in range(1, 6))


def test_skip_lays_the_cards_there_are_and_who_missed_may_still_vote():
    table = give(timed(a_clue, policy="skip"), 1, 2)
    laid = late(table).then(TimeIsUp, TableauLaid)
    assert len(laid.find(TableauLaid).tableau) == 3
    assert laid.match is not None
    assert waiting_for(laid.match) == (1, 2, 3)


@pytest.mark.parametrize("givers", [(), (1,)])
def test_skip_calls_the_round_off_when_a_voter_would_have_no_choice(givers: tuple[int, ...]):
    table = give(timed(a_clue, policy="skip"), *givers)
    off = late(table).then(
        TimeIsUp,
        RoundCalledOff(round=1, storyteller=0, why="too_few_cards"),
        Discarded(count=1 + len(givers)),
        HandsRefilled,
        RoundBegun,
    )
    board = off.started.board
    assert (board.storyteller, board.scores, board.last_round) == (1, (0, 0, 0, 0), None)


def test_a_round_called_off_after_the_clue_still_passes_the_hands():
    table = timed(a_clue, PARTY_PASSING, 6, policy="skip")
    late(give(table, 1)).then(TimeIsUp, RoundCalledOff, Discarded, HandsRefilled, HandsPassed, RoundBegun)


@pytest.mark.parametrize("rules", [PARTY_PASSING, PARTY_30])
def test_hands_that_nobody_has_looked_at_are_not_passed_on(rules: Ruleset):
    table = next_round(timed(a_round, rules, 6))
    late(table).then(TimeIsUp, RoundCalledOff, RoundBegun)


def test_skip_counts_a_missed_vote_as_not_found():
    table = timed(a_tableau, policy="skip")
    storytellers = table.match.tableau.index(table.match.submitted_cards[0][0]) + 1  # type: ignore[union-attr]
    scored = late(table.when(Vote(seat=1, slots=(storytellers,)), Vote(seat=2, slots=(storytellers,))))
    assert scored.find(RoundScored).scores == (3, 3, 3, 0)


def test_skip_without_any_vote_consoles_all_but_the_storyteller():
    assert late(timed(a_tableau, policy="skip")).find(RoundScored).scores == (0, 2, 2, 2)


def test_a_team_that_gave_no_card_has_no_voter():
    table = give(timed(a_clue, TEAM, 8, policy="skip"), 4, 1, 2)
    laid = late(table)
    assert laid.match is not None
    assert waiting_for(laid.match) == (5, 6)
    assert late(laid).find(RoundScored).scores == (0, 2, 2, 2, 0, 2, 2, 2)


def test_a_team_round_without_a_voter_is_called_off():
    late(give(timed(a_clue, TEAM, 6, policy="skip"), 3)).find(RoundCalledOff)


def test_a_missed_trap_is_no_trap():
    table = timed(a_tableau, PARTY, 6, policy="skip")
    scored = late(table.when(Vote(seat=1, slots=(2,)), Vote(seat=2, slots=(2,)))).find(RoundScored)
    assert (scored.trap, scored.scores) == (None, (0, 2, 2, 0, 0, 0))


def test_signals_do_not_hold_up_the_clock():
    table = timed(a_clue, TEAM, 6).when(Signal(seat=1, word="pass"))
    assert late(table).find(TableauLaid)


def test_a_claim_leaves_the_clock_as_it_is():
    claimed = timed(a_round).when(Claim(seat=2))
    assert claimed.match is not None
    assert deadline_of(claimed.match) == NOW + timedelta(seconds=60)
