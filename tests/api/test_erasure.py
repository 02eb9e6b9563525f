"""Erasure: a person's names and words are gone from everywhere, and the matches stay what they were."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import psycopg
import pytest
from django.db import connection
from psycopg import sql

from games.eventlog import match_state
from games.projections.rebuild import compare
from games.story.story_renderer import render_story
from games.story.visible_event import visible_events
from tests.api.chain import check_chain
from tests.api.client import Door, Player, hang_up, inside
from tests.api.table import NAMES
from tests.audit import stranger
from tests.concurrency.crowd import doors
from tests.services.house import House

pytestmark = pytest.mark.django_db

NAME, CLUE, AIRSHIP = "Canary Bird", "a canary sings", "The Canary of the North"


@pytest.fixture(autouse=True)
def _lines() -> Iterator[None]:
    yield
    hang_up()


class Aviary:
    """A person who has been everywhere: in matches that are over, that run, in a lobby, and in one that was left."""

    def __init__(self, door: Door = inside, other: Door = inside) -> None:
        self.bird = Player(NAME, door)
        self.others = [Player(NAMES[seat], other) for seat in range(7)]
        self.codes: list[str] = []
        self.over = self._match("classic", 3)
        self._tell(self.over, {"kind": "text", "text": CLUE})
        for player in (self.bird, *self.others[:2]):
            player.act(self.over, "abandon")
        self.running = self._match("team-30", 8)
        self.bird.act(self.running, "claim", {"text": AIRSHIP})
        self.lobby, self.left = (self.others[0].open() for _ in range(2))
        self.bird.sit(self.lobby)
        self.bird.sit(self.left)
        self.bird.command(self.left, "stand").ok()

    @property
    def matches(self) -> tuple[str, ...]:
        return (self.over, self.running, self.lobby, self.left)

    def forget(self) -> Any:
        return self.bird.send("DELETE", "/me").ok()

    def _match(self, ruleset: str, players: int) -> str:
        """The bird is the host, so that the part has to pass on."""
        match = self.bird.open(ruleset=ruleset, seats=players)
        self.codes.append(self.bird.send("POST", f"/matches/{match}/invites", {}).ok(201)["code"])
        for player in self.others[: players - 1]:
            player.sit(match)
        self.bird.act(match, "start")
        return match

    def _tell(self, match: str, clue: Any) -> None:
        card = self.bird.view(match)["you"]["hand"][0]
        self.bird.act(match, "clue", {"card": card, "clue": clue})


def here() -> str:
    """Everything that the tests' database holds."""
    with connection.cursor() as cursor:
        return "\n".join(map(str, _rows(cursor)))


def _rows(cursor: Any) -> Iterator[Any]:
    for table in connection.introspection.table_names():
        cursor.execute(f'SELECT * FROM "{table}"')
        yield from cursor.fetchall()


def there(house: House) -> str:
    """Everything that the database of a house holds."""
    url = house.environment["DATABASE_URL"]
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"), timeout=20)) as line:
            return "\n".join(line.iterdump())
    with psycopg.connect(url) as line:
        tables = line.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        query = sql.SQL("SELECT * FROM {}")
        return "\n".join(
            str(row) for (name,) in tables for row in line.execute(query.format(sql.Identifier(name))).fetchall()
        )


def test_a_person_is_nowhere_any_more_and_nothing_else_has_changed():
    aviary = Aviary()
    bodies = {match: [event["hash"] for event in aviary.others[0].events(match)] for match in aviary.matches}
    assert all(canary in here() for canary in (NAME, CLUE, AIRSHIP, aviary.bird.id))
    assert aviary.forget() == {"matches": 4}
    found = here()
    assert "anary" not in found
    assert aviary.bird.id not in found
    for match in aviary.matches:
        events = aviary.others[0].events(match)
        check_chain(events)
        assert [event["hash"] for event in events][: len(bodies[match])] == bodies[match]
        assert "anary" not in str(aviary.others[0].view(match))
        assert compare(match) == []
    stranger.check(aviary.others[0].events(aviary.over))
    assert "says words that have been erased" in render_story(visible_events(aviary.over, None))


def test_live_seats_are_left_first_and_the_others_play_on():
    aviary = Aviary()
    aviary.forget()
    ada = aviary.others[0]
    running, lobby = ada.view(aviary.running), ada.view(aviary.lobby)
    assert (running["status"], running["host"] != 0) == ("playing", True)
    assert running["seats"][0]["player"] == {"id": None, "name": None, "kind": "guest"}
    assert [event["type"] for event in ada.events(aviary.running)].count("seat_resigned") == 1
    assert [seat["player"]["name"] for seat in lobby["seats"]] == ["Ada"]
    assert ada.view(aviary.over, at=4)["seats"][0]["player"]["name"] is None


def test_the_token_is_good_for_nothing_any_more():
    aviary = Aviary()
    aviary.forget()
    assert aviary.bird.get("/me").code == "unauthenticated"
    assert aviary.bird.send("DELETE", "/me").code == "unauthenticated"


def test_what_others_have_said_stays():
    aviary = Aviary()
    aviary.others[0].send("DELETE", "/me").ok()
    assert CLUE in str(aviary.bird.events(aviary.over))
    assert NAME in str(aviary.bird.view(aviary.over)["seats"])
    assert "Ada" not in str(aviary.bird.events(aviary.over))


def test_control_were_it_not_counted_a_process_would_tell_what_it_remembers(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(
        "games.eventlog.part_erasure._INCREMENT_ERASURES_SQL",
        "UPDATE eventlog_head SET erased = erased WHERE match_id = %s",
    )
    aviary = Aviary()
    aviary.others[0].view(aviary.over)
    aviary.forget()
    assert NAME in str(aviary.others[0].view(aviary.over))
    match_state.cache_clear()
    assert NAME not in str(aviary.others[0].view(aviary.over))


def test_no_table_of_either_database_has_the_name_and_no_other_server_remembers_it(house: House):
    one, other = doors(house)
    aviary = Aviary(one, other)
    for match in aviary.matches:
        aviary.others[0].view(match)
    assert all(canary in there(house) for canary in (NAME, CLUE, AIRSHIP, aviary.bird.id))
    aviary.forget()
    assert "anary" not in there(house)
    assert aviary.bird.id not in there(house)
    for match in aviary.matches:
        events = aviary.others[0].events(match)
        check_chain(events)
        assert "anary" not in str(events) + str(aviary.others[0].view(match))
    house.manage("rebuild_projections", "--check")
