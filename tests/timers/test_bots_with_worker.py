"""Computer players with a real worker and beat: a person plays with three of them, and crashes don't stop them."""

import time
from collections import Counter

import pytest

from tests.api.api_client import Json, Player, http_transport
from tests.api.game_table import body_for_action
from tests.timers.worker_deployment import WorkerDeployment

THREE_POINTS_RULES = {"base": "classic", "name": "to-three", "end": {"points": 3}}
ONE_LAP_RULES = {"base": "classic", "name": "one-lap", "end": {"laps": 1}}


def start_match_with_bots(deployment: WorkerDeployment, rules: Json) -> tuple[Player, str]:
    """Return a started match of a person, who is the first storyteller, with three computer players."""
    ada = Player("Ada", http_transport(deployment.base_urls[0]))
    match = ada.open(ruleset=rules, seats=4, first="host", clock={"reveal": 5})
    for seat, name in ((1, "random"), (2, "bookish"), (3, "random")):
        ada.command(match, "bot", {"seat": seat, "bot": name}).ok()
    ada.act(match, "start")
    return ada, match


def play_to_end(deployment: WorkerDeployment, ada: Player, match: str) -> list[Json]:
    """Play for the person, but view the scores until their time is over; return the log at the end."""

    def move_if_possible_and_is_over() -> bool:
        view = ada.view(match)
        for action in view["actions"] if view["phase"]["name"] != "reveal" else ():
            body = body_for_action(action)
            if body is not None:
                ada.act(match, action["type"], body)
                break
        return bool(view["phase"]["name"] == "over")

    deployment.wait_until(move_if_possible_and_is_over, "the match is over", timeout_seconds=180)
    return ada.events(match)


def count_moves(log: list[Json]) -> Counter[tuple[str, str, int]]:
    """Count each seat's moves of each kind, by round."""
    counts, round_number = Counter[tuple[str, str, int]](), 0
    for event in log:
        round_number += event["type"] == "round_begun"
        if event["type"] in ("clue_given", "cards_submitted", "vote_cast", "seat_ready"):
            counts[f"{round_number}", event["type"], event["data"]["seat"]] += 1
    return counts


def test_a_person_plays_a_whole_match_with_three_bots(worker_deployment: WorkerDeployment) -> None:
    ada, match = start_match_with_bots(worker_deployment, THREE_POINTS_RULES)
    log = play_to_end(worker_deployment, ada, match)
    assert log[-1]["data"]["status"] == "over"
    assert set(count_moves(log).values()) == {1}, "each seat makes each move once"
    assert {event["actor"] for event in log if event["type"] == "vote_cast"} >= {1, 2, 3}
    assert not [event for event in log if event["data"].get("automatic")]
    assert worker_deployment.run_management_command("rebuild_projections", "--check")


def test_twenty_concurrent_calls_of_a_bot_make_one_move(worker_deployment: WorkerDeployment) -> None:
    ada, match = start_match_with_bots(worker_deployment, THREE_POINTS_RULES)
    with worker_deployment.connect_celery() as celery_client:
        ada.act(match, "clue", body_for_action(ada.view(match)["actions"][0]))
        for _ in range(20):
            for seat in (1, 2, 3):
                celery_client.send_task("games.bots.tasks.move", args=(match, "1.submitting", seat))
    worker_deployment.wait_until(lambda: bool(ada.view(match)["tableau"]), "all bots have submitted")
    time.sleep(1)
    submitting_seats = [event["data"]["seat"] for event in ada.events(match) if event["type"] == "cards_submitted"]
    assert sorted(submitting_seats) == [1, 2, 3]


@pytest.mark.nightly
@pytest.mark.parametrize("victim", ["worker", "beat", "valkey"])
def test_bots_continue_after_a_killed_process_is_restarted(worker_deployment: WorkerDeployment, victim: str) -> None:
    ada, match = start_match_with_bots(worker_deployment, ONE_LAP_RULES)
    children = {
        "worker": worker_deployment.worker,
        "beat": worker_deployment.beat,
        "valkey": worker_deployment.valkey.child,
    }
    ada.act(match, "clue", body_for_action(ada.view(match)["actions"][0]))
    children[victim].kill()
    time.sleep(6)
    assert ada.view(match)["phase"]["name"] in ("submitting", "voting")
    if victim == "valkey":
        worker_deployment.valkey.start()
    else:
        children[victim].start()
    log = play_to_end(worker_deployment, ada, match)
    assert log[-1]["data"]["status"] == "over"
    assert set(count_moves(log).values()) == {1}
