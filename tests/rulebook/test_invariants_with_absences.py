"""The invariants hold in random matches of rulebook 2 whose players go away, come back, call time and agree to end."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rulebook.rulesets import Ruleset
from tests.rulebook.invariants import INVARIANTS
from tests.rulebook.match_scenarios import RULESETS_AND_PLAYER_COUNTS
from tests.rulebook.random_absences import AbsenceShares, play_match_with_absences
from tests.rulebook.secrecy_invariants import SECRECY_INVARIANTS
from tests.rulebook.test_invariants import NIGHTLY_SETTINGS, QUICK_SETTINGS, every_ruleset_and_player_count

seeds = st.integers(0, 2**32 - 1)
absence_shares = st.builds(
    AbsenceShares,
    leaving=st.sampled_from((0.01, 0.03, 0.2)),
    returning=st.sampled_from((0.0, 0.05, 0.2)),
    mischief=st.sampled_from((0.0, 0.1, 0.3)),
    bots=st.sampled_from((0.0, 0.2)),
)


def check_all_invariants(rules: Ruleset, players: int, seed: int, shares: AbsenceShares) -> None:
    history = play_match_with_absences(rules, players, seed, shares)
    for check in (*INVARIANTS, *SECRECY_INVARIANTS):
        check(history)


@every_ruleset_and_player_count
@settings(QUICK_SETTINGS, max_examples=1)
@given(seed=seeds, shares=absence_shares)
def test_every_invariant_holds_where_players_are_absent(rules: Ruleset, players: int, seed: int, shares: AbsenceShares):
    check_all_invariants(rules, players, seed, shares)


@pytest.mark.nightly
@every_ruleset_and_player_count
@settings(NIGHTLY_SETTINGS)
@given(seed=seeds, shares=absence_shares)
def test_every_invariant_holds_where_players_are_absent_nightly(
    rules: Ruleset, players: int, seed: int, shares: AbsenceShares
):
    check_all_invariants(rules, players, seed, shares)


def test_random_matches_with_absences_cover_their_events_and_refusals():
    histories = [
        play_match_with_absences(rules, players, seed)
        for seed, (rules, players) in enumerate([table for table in RULESETS_AND_PLAYER_COUNTS if table[1] <= 6] * 3)
    ]
    histories += [
        play_match_with_absences(rules, players, seed, AbsenceShares(mischief=0.5))
        for seed, (rules, players) in enumerate([table for table in RULESETS_AND_PLAYER_COUNTS if table[1] <= 4] * 8)
    ]
    event_counts = Counter(type(event).__name__ for history in histories for event in history.events)
    assert min(event_counts[name] for name in ("SeatSkipped", "SeatResumed", "TimeCalled", "DeadlineExtended")) > 20
    refusals = {str(step.refused) for history in histories for step in history.steps if step.refused}
    assert refusals >= {"too_early", "has_deadline", "you_owe_a_move", "already_done"}
    ends = {history.match.end_reason for history in histories if history.match}  # type: ignore[union-attr]
    assert ends >= {"points", "laps", "nobody_is_there", "time_up", "agreed"}
