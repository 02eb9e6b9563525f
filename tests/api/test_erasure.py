"""Erasure removes a person's names and texts everywhere and leaves the matches otherwise unchanged."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import psycopg
import pytest
from django.db import connection
from psycopg import sql

from games.eventlog import match_state
from games.narrative.narrative import narrate
from games.narrative.visible_event import visible_events
from games.projections.rebuild import compare
from games.story.story_renderer import render_story
from tests.api.api_client import Player, Transport, call_in_process, close_connections
from tests.api.chain_checks import check_chain
from tests.api.game_table import PLAYER_NAMES
from tests.concurrency.concurrent_clients import open_connections
from tests.conformance import independent_luck_check
from tests.services.deployment import Deployment

pytestmark = pytest.mark.django_db

MARKER_NAME, MARKER_CLUE, MARKER_AIRSHIP_NAME = "Canary Bird", "a canary sings", "The Canary of the North"


@pytest.fixture(autouse=True)
def _close_connections() -> Iterator[None]:
    yield
    close_connections()


class ErasureScenario:
    """A person who took part in finished and running matches, in a lobby, and in a match they left."""

    def __init__(self, transport: Transport = call_in_process, other_transport: Transport = call_in_process) -> None:
        self.person = Player(MARKER_NAME, transport)
        self.others = [Player(PLAYER_NAMES[seat], other_transport) for seat in range(7)]
        self.invite_codes: list[str] = []
        self.over = self._start_match("classic", 3)
        self._give_clue(self.over, {"kind": "text", "text": MARKER_CLUE})
        for player in (self.person, *self.others[:2]):
            player.act(self.over, "abandon")
        self.running = self._start_match("team-30", 8)
        self.person.act(self.running, "claim", {"text": MARKER_AIRSHIP_NAME})
        self.lobby, self.left = (self.others[0].open() for _ in range(2))
        self.person.sit(self.lobby)
        self.person.sit(self.left)
        self.person.command(self.left, "stand").ok()

    @property
    def matches(self) -> tuple[str, ...]:
        return (self.over, self.running, self.lobby, self.left)

    def erase_person(self) -> Any:
        return self.person.send("DELETE", "/me").ok()

    def _start_match(self, ruleset: str, players: int) -> str:
        """Start a match whose host is the person to be erased, so that the host role has to pass on."""
        match = self.person.open(ruleset=ruleset, seats=players)
        self.invite_codes.append(self.person.send("POST", f"/matches/{match}/invites", {}).ok(201)["code"])
        for player in self.others[: players - 1]:
            player.sit(match)
        self.person.act(match, "start")
        return match

    def _give_clue(self, match: str, clue: Any) -> None:
        card = self.person.view(match)["you"]["hand"][0]
        self.person.act(match, "clue", {"card": card, "clue": clue})


def dump_test_database() -> str:
    """Return everything in the test database."""
    with connection.cursor() as cursor:
        return "\n".join(map(str, _all_rows(cursor)))


def _all_rows(cursor: Any) -> Iterator[Any]:
    for table in connection.introspection.table_names():
        cursor.execute(f'SELECT * FROM "{table}"')
        yield from cursor.fetchall()


def dump_deployment_database(deployment: Deployment) -> str:
    """Return everything in a deployment's database."""
    url = deployment.environment["DATABASE_URL"]
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"), timeout=20)) as database:
            return "\n".join(database.iterdump())
    with psycopg.connect(url) as database:
        tables = database.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        query = sql.SQL("SELECT * FROM {}")
        return "\n".join(
            str(row) for (name,) in tables for row in database.execute(query.format(sql.Identifier(name))).fetchall()
        )


def test_erasure_removes_all_personal_data_and_changes_nothing_else():
    scenario = ErasureScenario()
    hashes_before = {match: [event["hash"] for event in scenario.others[0].events(match)] for match in scenario.matches}
    assert all(
        canary in dump_test_database() for canary in (MARKER_NAME, MARKER_CLUE, MARKER_AIRSHIP_NAME, scenario.person.id)
    )
    assert scenario.erase_person() == {"matches": 4}
    dump = dump_test_database()
    assert "anary" not in dump
    assert scenario.person.id not in dump
    for match in scenario.matches:
        events = scenario.others[0].events(match)
        check_chain(events)
        assert [event["hash"] for event in events][: len(hashes_before[match])] == hashes_before[match]
        assert "anary" not in str(scenario.others[0].view(match))
        assert compare(match) == []
    independent_luck_check.check_shuffles(scenario.others[0].events(scenario.over))
    assert "gives a clue in words that has since been erased" in render_story(
        narrate(visible_events(scenario.over, None))
    )


def test_erasure_leaves_live_seats_first_and_the_others_play_on():
    scenario = ErasureScenario()
    scenario.erase_person()
    ada = scenario.others[0]
    running, lobby = ada.view(scenario.running), ada.view(scenario.lobby)
    assert (running["status"], running["host"] != 0) == ("playing", True)
    assert running["seats"][0]["player"] == {"id": None, "name": None, "kind": "guest"}
    assert [event["type"] for event in ada.events(scenario.running)].count("seat_resigned") == 1
    assert [seat["player"]["name"] for seat in lobby["seats"]] == ["Ada"]
    assert ada.view(scenario.over, at=4)["seats"][0]["player"]["name"] is None


def test_erasure_revokes_the_token():
    scenario = ErasureScenario()
    scenario.erase_person()
    assert scenario.person.get("/me").code == "unauthenticated"
    assert scenario.person.send("DELETE", "/me").code == "unauthenticated"


def test_erasure_keeps_the_texts_of_other_players():
    scenario = ErasureScenario()
    scenario.others[0].send("DELETE", "/me").ok()
    assert MARKER_CLUE in str(scenario.person.events(scenario.over))
    assert MARKER_NAME in str(scenario.person.view(scenario.over)["seats"])
    assert "Ada" not in str(scenario.person.events(scenario.over))


def test_without_the_erasure_counter_cached_states_keep_erased_names(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(
        "games.eventlog.part_erasure._SET_ERASURES_SQL",
        "UPDATE eventlog_head SET erased = erased + 0 * %s WHERE match_id = %s",
    )
    scenario = ErasureScenario()
    scenario.others[0].view(scenario.over)
    scenario.erase_person()
    assert MARKER_NAME in str(scenario.others[0].view(scenario.over))
    match_state.cache_clear()
    assert MARKER_NAME not in str(scenario.others[0].view(scenario.over))


def test_erased_data_is_in_no_database_table_and_no_other_servers_cache(deployment: Deployment):
    one, other = open_connections(deployment)
    scenario = ErasureScenario(one, other)
    for match in scenario.matches:
        scenario.others[0].view(match)
    assert all(
        canary in dump_deployment_database(deployment)
        for canary in (MARKER_NAME, MARKER_CLUE, MARKER_AIRSHIP_NAME, scenario.person.id)
    )
    scenario.erase_person()
    assert "anary" not in dump_deployment_database(deployment)
    assert scenario.person.id not in dump_deployment_database(deployment)
    for match in scenario.matches:
        events = scenario.others[0].events(match)
        check_chain(events)
        assert "anary" not in str(events) + str(scenario.others[0].view(match))
    deployment.run_management_command("rebuild_projections", "--check")
