"""Whole matches, played by the example client at real servers; then log, views and projections must agree."""

import re
import sqlite3
import subprocess
import sys
from contextlib import closing

import psycopg
import pytest

from games.management.programs import ROOT
from tests.api.chain import check_chain, opened_at, seals_of, too_early
from tests.api.client import Json, Player
from tests.api.table import Table
from tests.concurrency.crowd import at_once, doors, table
from tests.concurrency.fold import told
from tests.services.house import House


def play(house: House, ruleset: str, players: int) -> str:
    """A whole match as anybody would play it with the example; its id."""
    command = [sys.executable, "examples/play_match.py", "--address", house.addresses[players % 2]]
    asked = ["--ruleset", ruleset, "--players", str(players), "--seed", "7"]
    done = subprocess.run([*command, *asked], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr + house.log()
    found = re.search(r"match (\w+) has started", done.stdout)
    assert found
    return found[1]


def agree(house: House, match: str, players: int) -> None:
    """Log, views of every pair of eyes and the lobby's line of a finished match tell the same."""
    zoe = Player("Zoe", doors(house)[0])
    events = zoe.events(match)
    while len(events) % 1000 == 0:
        events += zoe.events(match, after=len(events))
    check_chain(events)
    assert list(too_early(events, None)) == []
    assert set(opened_at(events)) == seals_of(events)
    ended = events[-1]["data"]
    assert (events[-1]["type"], ended["status"]) == ("match_ended", "over")
    scores = [event["data"]["scores"] for event in events if event["type"] == "round_scored"][-1]
    for eyes in ("public", *(f"seat:{seat}" for seat in range(players))):
        view = zoe.view(match, as_=eyes)
        assert (view["version"], view["status"], view["winners"]) == (len(events), "over", ended["winners"])
        assert [seat["score"] for seat in view["seats"]] == scores
        assert view["last_round"]["scores"] == scores
    (line,) = [line for line in zoe.get("/matches", status="over").ok()["results"] if line["id"] == match]
    assert [seat["score"] for seat in line["seats"]] == scores
    assert line["phase"] == view["phase"]["id"]


MATCHES = {
    "postgresql": [("odyssey", 12), ("classic", 4), ("classic-last-card", 6)],
    "sqlite": [("odyssey", 7), ("classic", 3), ("classic-last-card", 3)],
}
"""Every size and rule set once, on one database or the other."""


@pytest.mark.parametrize("number", range(3))
def test_whole_matches_are_played_by_the_example_and_all_agree(house: House, number: int) -> None:
    ruleset, players = MATCHES[house.environment["DATABASE_URL"].partition(":")[0]][number]
    agree(house, play(house, ruleset, players), players)


def wrong_views(one: Table, events: list[list[Json]]) -> list[str]:
    """Where a view at a version is not what the seat's own events tell."""
    wrong: list[str] = []

    def look(seat: int) -> None:
        for version, known in told(events[seat], seat):
            view = one.players[seat].view(one.id, at=version, as_=f"seat:{seat}") if version > seat + 1 else None
            wrong.extend(f"{seat} at {version}: {fault}" for fault in (known.differences(view) if view else ()))

    at_once(*(lambda s=s: look(s) for s in range(len(one.players))))
    return wrong


def test_at_every_version_every_seat_sees_what_its_events_told(house: House) -> None:
    one = table(house, 3, ruleset="classic").start()
    one.until("storytelling", round=4).until("voting")
    live = [player.events(one.id) for player in one.players]
    assert [list(too_early(events, seat)) for seat, events in enumerate(live)] == [[], [], []]
    one.abandon()
    events = [player.events(one.id) for player in one.players]
    for seat, before in enumerate(live):
        assert events[seat][: len(before)] == before
    assert wrong_views(one, events) == []
    events[1] = [event for event in events[1] if event["type"] != "discarded"]
    assert wrong_views(one, events)


def test_projections_agree_with_the_log_and_what_was_tampered_with_is_seen_and_mended(house: House) -> None:
    house.manage("rebuild_projections", "--check")
    one = table(house, 1)
    spoil = f"UPDATE projections_seatrow SET score = 9 WHERE match_id = '{one.id}'"  # an id of ours
    url = house.environment["DATABASE_URL"]
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection, connection:
            connection.execute(spoil)
    else:
        with psycopg.connect(url) as line:
            line.execute(spoil.encode())
    with pytest.raises(RuntimeError, match="seatrow"):
        house.manage("rebuild_projections", "--check")
    house.manage("rebuild_projections")
    house.manage("rebuild_projections", "--check")
