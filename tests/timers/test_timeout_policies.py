"""Clocks that run out in a real deployment: the effect and the time of each policy."""

import pytest

from tests.api.api_client import Json, http_transport
from tests.api.entropy_table import EntropyTable
from tests.api.game_table import GameTable
from tests.conformance.independent_luck_check import check_shuffles
from tests.timers.worker_deployment import WorkerDeployment, lateness_seconds

MAX_LATENESS_SECONDS = 1.0
"""Seconds after its deadline within which a phase must have ended, with everything running."""


def wait_for_phase(deployment: WorkerDeployment, match: GameTable, phase: str) -> Json:
    """Wait, like all players of this match, until the clock has reached the phase of this id."""
    deployment.wait_until(lambda: match.host.view(match.id)["phase"]["id"] == phase, phase, 20)
    return match.host.view(match.id)


def assert_phases_ended_in_time(match: GameTable, count: int) -> None:
    """Assert that the clock ended this number of phases, none early and none late."""
    late = lateness_seconds(match.host.events(match.id))
    assert len(late) == count
    assert all(0 <= seconds < MAX_LATENESS_SECONDS for seconds in late), late


def test_each_timeout_policy_takes_effect_in_time(worker_deployment: WorkerDeployment) -> None:
    clock = {"submit": 5, "vote": 5}
    matches = {
        policy: worker_deployment.start_match(clock=clock, on_timeout=policy) for policy in ("auto", "skip", "abort")
    }
    for match in matches.values():
        match.play_until("submitting")
    assert wait_for_phase(worker_deployment, matches["auto"], "1.voting")["tableau"]
    assert wait_for_phase(worker_deployment, matches["skip"], "2.storytelling")["last_round"] is None
    ended = wait_for_phase(worker_deployment, matches["abort"], "1.over")
    assert (ended["status"], ended["winners"]) == ("abandoned", [])
    wait_for_phase(worker_deployment, matches["auto"], "1.reveal")
    for policy, count in (("auto", 2), ("skip", 1), ("abort", 1)):
        assert_phases_ended_in_time(matches[policy], count)


def test_a_clock_of_three_days_ends_no_phase_early(worker_deployment: WorkerDeployment) -> None:
    match = worker_deployment.start_match(clock={"clue": 3 * 24 * 3600})
    phase = match.host.view(match.id)["phase"]
    assert 3 * 24 * 3600 - 60 < phase["remaining_ms"] / 1000 <= 3 * 24 * 3600
    match.play_until("reveal")
    assert lateness_seconds(match.host.events(match.id)) == []


@pytest.mark.nightly
def test_a_private_match_without_moves_is_abandoned(worker_deployment: WorkerDeployment) -> None:
    match = worker_deployment.start_match(visibility="private", password="sesame", first="host", clock={"clue": 5})
    ended = wait_for_phase(worker_deployment, match, "3.over")
    assert ended["status"] == "abandoned"
    assert_phases_ended_in_time(match, 3)


def test_a_late_vote_is_refused_with_phase_over(worker_deployment: WorkerDeployment) -> None:
    match = worker_deployment.start_match(clock={"vote": 5}).play_until("voting")
    moves = [(player, match.next_move(player)) for player in match.guessers]
    wait_for_phase(worker_deployment, match, "1.reveal")
    for player, move in moves:
        assert move is not None
        assert player.command(match.id, *move).code == "phase_over"
    assert_phases_ended_in_time(match, 1)


@pytest.mark.nightly
def test_an_unfinished_draw_is_voided_ten_seconds_after_the_start(worker_deployment: WorkerDeployment) -> None:
    match = EntropyTable(transports=[http_transport(worker_deployment.base_urls[0])], ruleset="classic", seats=3)
    match.reveal(0, 1)
    worker_deployment.wait_until(lambda: "draw_voided" in match.event_types(), "the draw is void", 20)
    assert match.host.view(match.id)["phase"]["waiting_for"] == [0, 1]
    match.reveal(0, 1)
    assert match.host.view(match.id)["phase"]["id"] == "1.storytelling"
    assert_phases_ended_in_time(match, 1)
    match.abandon()
    check_shuffles(match.events)
