"""Whole matches, played by the example client at real servers; then log, views and projections must agree."""

import re
import sqlite3
import subprocess
import sys
from contextlib import closing

import psycopg
import pytest

from games.management.programs import PROJECT_ROOT
from tests.api.api_client import Json, Player
from tests.api.chain_checks import check_chain, opening_versions, opening_violations, sealed_parts
from tests.api.game_table import GameTable
from tests.concurrency.concurrent_clients import create_match, open_connections, run_simultaneously
from tests.conformance.seat_knowledge import knowledge_by_version
from tests.services.deployment import Deployment


def play_example_match(deployment: Deployment, ruleset: str, players: int) -> str:
    """Play a whole match with the example client and return its ID."""
    command = [sys.executable, "examples/play_match.py", "--address", deployment.base_urls[players % 2]]
    arguments = ["--ruleset", ruleset, "--players", str(players), "--seed", "7"]
    process = subprocess.run(
        [*command, *arguments], cwd=PROJECT_ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert process.returncode == 0, process.stdout + process.stderr + deployment.log_text()
    started = re.search(r"match (\w+) has started", process.stdout)
    assert started
    return started[1]


def assert_log_views_and_lobby_agree(deployment: Deployment, match: str, players: int) -> None:
    """Assert that the log, the views from every perspective and the lobby entry of a finished match agree."""
    zoe = Player("Zoe", open_connections(deployment)[0])
    events = zoe.events(match)
    while len(events) % 1000 == 0:
        events += zoe.events(match, after=len(events))
    check_chain(events)
    assert list(opening_violations(events, None)) == []
    assert set(opening_versions(events)) == sealed_parts(events)
    ended = events[-1]["data"]
    assert (events[-1]["type"], ended["status"]) == ("match_ended", "over")
    scores = [event["data"]["scores"] for event in events if event["type"] == "round_scored"][-1]
    for perspective in ("public", *(f"seat:{seat}" for seat in range(players))):
        view = zoe.view(match, as_=perspective)
        assert (view["version"], view["status"], view["winners"]) == (len(events), "over", ended["winners"])
        assert [seat["score"] for seat in view["seats"]] == scores
        assert view["last_round"]["scores"] == scores
    (lobby_row,) = [line for line in zoe.get("/matches", status="over").ok()["results"] if line["id"] == match]
    assert [seat["score"] for seat in lobby_row["seats"]] == scores
    assert lobby_row["phase"] == view["phase"]["id"]


MATCHES_BY_DATABASE = {
    "postgresql": [("odyssey", 12), ("classic", 4), ("classic-last-card", 6)],
    "sqlite": [("odyssey", 7), ("classic", 3), ("classic-last-card", 3)],
}
"""Every size and rule set once, on one database or the other."""


@pytest.mark.parametrize("number", range(3))
def test_log_views_and_lobby_agree_after_a_match_of_the_example_client(deployment: Deployment, number: int) -> None:
    ruleset, players = MATCHES_BY_DATABASE[deployment.environment["DATABASE_URL"].partition(":")[0]][number]
    assert_log_views_and_lobby_agree(deployment, play_example_match(deployment, ruleset, players), players)


def view_differences(match: GameTable, events: list[list[Json]]) -> list[str]:
    """Return where a view at a version differs from what the seat's own events imply."""
    differences: list[str] = []

    def compare_views_of_seat(seat: int) -> None:
        for version, knowledge in knowledge_by_version(events[seat], seat):
            view = match.players[seat].view(match.id, at=version, as_=f"seat:{seat}") if version > seat + 1 else None
            differences.extend(
                f"{seat} at {version}: {fault}" for fault in (knowledge.differences(view) if view else ())
            )

    run_simultaneously(*(lambda s=s: compare_views_of_seat(s) for s in range(len(match.players))))
    return differences


def test_at_every_version_the_view_of_each_seat_matches_its_events(deployment: Deployment) -> None:
    match = create_match(deployment, 3, ruleset="classic").start()
    match.play_until("storytelling", round=4).play_until("voting")
    events_during_play = [player.events(match.id) for player in match.players]
    assert [list(opening_violations(events, seat)) for seat, events in enumerate(events_during_play)] == [[], [], []]
    match.abandon()
    events = [player.events(match.id) for player in match.players]
    for seat, events_before in enumerate(events_during_play):
        assert events[seat][: len(events_before)] == events_before
    assert view_differences(match, events) == []
    events[1] = [event for event in events[1] if event["type"] != "discarded"]
    assert view_differences(match, events)


def test_the_projection_check_detects_tampering_and_a_rebuild_repairs_it(deployment: Deployment) -> None:
    deployment.run_management_command("rebuild_projections", "--check")
    match = create_match(deployment, 1)
    tampering_statement = f"UPDATE projections_seatrow SET score = 9 WHERE match_id = '{match.id}'"  # a trusted ID
    url = deployment.environment["DATABASE_URL"]
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection, connection:
            connection.execute(tampering_statement)
    else:
        with psycopg.connect(url) as postgres_connection:
            postgres_connection.execute(tampering_statement.encode())
    with pytest.raises(RuntimeError, match="seatrow"):
        deployment.run_management_command("rebuild_projections", "--check")
    deployment.run_management_command("rebuild_projections")
    deployment.run_management_command("rebuild_projections", "--check")
