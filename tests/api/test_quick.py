"""Quick match, tables that start by themselves, and how many matches one may have open."""

from datetime import UTC, datetime
from typing import Any

import pytest

from accounts.models import SCOPES, Token
from games.audit.record_verifier import verify_record
from games.matches.deadline_command import expire_phase
from games.projections import deadline_projection
from games.projections.rebuild import compare
from tests.api.client import Answer, Player
from tests.api.table import Table
from tests.audit.second.opinion import opinion

pytestmark = pytest.mark.django_db


def quick(player: Player, **body: Any) -> Answer:
    key = body.pop("key", None)
    return player.send("POST", "/quick", {"ruleset": "classic", **body}, key=key)


def crowd(count: int) -> list[Player]:
    return [Player(f"P{number}") for number in range(count)]


def test_the_first_opens_a_table_and_others_fill_it_before_there_is_another_one() -> None:
    answers = [quick(player) for player in crowd(5)]
    assert [answer.status for answer in answers] == [201, 200, 200, 200, 201]
    first, *others, fifth = (answer.json for answer in answers)
    assert {view["id"] for view in others} == {first["id"]} != {fifth["id"]}
    assert [view["you"]["seat"] for view in (first, *others)] == [0, 1, 2, 3]
    assert (first["start"], first["places"], first["status"]) == ("full", 4, "gathering")
    assert answers[1].headers["location"] == f"/api/v1/matches/{first['id']}"
    assert others[0]["receipt"]["match"] == first["id"]


def test_a_table_that_is_full_is_started_by_the_clock() -> None:
    players = crowd(4)
    match = [quick(player) for player in players][-1].json["id"]
    (due,) = deadline_projection.due_deadlines(datetime.now(UTC), 10)
    assert (due.match_id, due.phase) == (match, "0.gathering")
    ticks = [expire_phase(match, due.phase, due.due_at) for _ in range(2)]
    assert [played is not None and played.event_batch is not None for played in ticks] == [True, False]
    started = players[0].events(match, after=5)[0]
    assert (started["type"], started["actor"]) == ("match_started", "clock")
    view = players[3].view(match)
    assert (view["status"], view["phase"]["deadline_at"] is not None) == ("playing", True)
    assert compare(match) == []
    for player in players:
        player.act(match, "abandon")
    record = players[0].send("GET", f"/matches/{match}/record").content
    assert (verify_record(record).ok, opinion(record).ok) == (True, True)


def test_a_seat_that_is_free_again_keeps_it_waiting_and_the_host_may_start_before() -> None:
    players = crowd(4)
    match = [quick(player) for player in players][-1].json["id"]
    (due,) = deadline_projection.due_deadlines(datetime.now(UTC), 10)
    players[3].act(match, "stand")
    assert deadline_projection.due_deadlines(datetime.now(UTC), 10) == []
    assert expire_phase(match, due.phase, due.due_at) is None
    players[0].act(match, "start")


def test_under_a_key_it_happens_once_and_who_sits_at_such_a_table_stays_there() -> None:
    ada, ben = crowd(2)
    opened, joined = quick(ada, key="once"), quick(ben, key="once")
    for player, answer in ((ada, opened), (ben, joined)):
        again = quick(player, key="once")
        assert (again.status, again.content) == (answer.status, answer.content)
        assert quick(player).json["id"] == opened.json["id"]
    assert quick(ada, key="once", seats=5).code == "idempotency_mismatch"
    assert len(ada.view(opened.json["id"])["seats"]) == 2


@pytest.mark.parametrize(
    "options",
    [
        {"ruleset": "odyssey"},
        {"seats": 5},
        {"visibility": "unlisted"},
        {"visibility": "private", "password": "sesame"},
        {"start": "host"},
        {"clock": {"vote": 30}},
        {"on_timeout": "abort"},
    ],
)
def test_a_table_that_does_not_fit_is_not_joined(options: Any) -> None:
    Player().open(**{"ruleset": "classic", "seats": 4, "start": "full", **options})
    assert quick(Player(), seats=4, clock={}).status == 201


def test_what_is_not_said_is_whatever_there_is() -> None:
    match = Player().open(ruleset="classic", seats=6, start="full", clock={"vote": 30})
    assert quick(Player()).json["id"] == match
    assert quick(Player(), seats=6, clock={"vote": 30}).json["id"] == match


def test_who_was_kicked_is_led_elsewhere() -> None:
    ada, ben = crowd(2)
    match = quick(ada).json["id"]
    quick(ben)
    ada.command(match, "clear", {"seat": 1}).ok()
    assert quick(ben).status == 201


def test_the_token_must_be_good_for_opening_and_for_sitting_down() -> None:
    for lacking in ("match:create", "match:play"):
        ada = Player()
        Token.objects.filter(user=ada.id).update(scopes=[scope for scope in SCOPES if scope != lacking])
        answer = quick(ada)
        assert (answer.code, answer.json["required_scope"]) == ("missing_scope", lacking)


def test_what_nobody_can_play_is_refused() -> None:
    ada = Player()
    assert quick(ada, ruleset="chess").code == "invalid"
    assert quick(ada, seats=9).code == "wrong_player_count"
    gaps = {"base": "classic", "name": "gaps", "players": [3, 5]}
    assert ada.send("POST", "/matches", {"ruleset": gaps, "seats": 4, "start": "full"}).code == "wrong_player_count"


def test_one_may_be_the_host_of_so_many_open_matches_and_no_more(settings: Any) -> None:
    settings.GUEST_MATCHES_OPEN = 3
    ada, ben = crowd(2)
    first = ada.send("POST", "/matches", {"ruleset": "classic"}, key="first")
    second = ada.open(ruleset="classic")
    ben.sit(second)
    assert quick(ada).status == 201
    refused = ada.send("POST", "/matches", {"ruleset": "classic"})
    assert (refused.status, refused.code) == (409, "too_many_matches")
    assert quick(ada, ruleset="odyssey").code == "too_many_matches"
    assert ada.send("POST", "/matches", {"ruleset": "classic"}, key="first").content == first.content
    ben.open(ruleset="classic")
    ada.act(second, "host", {"seat": 1})
    third = ada.open(ruleset="classic")
    assert ada.send("POST", "/matches", {"ruleset": "classic"}).code == "too_many_matches"
    ada.act(third, "abandon")
    ada.open(ruleset="classic")


def test_a_rematch_is_an_open_match_as_well(settings: Any) -> None:
    table = Table(3, ruleset="classic").start().abandon()
    settings.GUEST_MATCHES_OPEN = 1
    table.host.open()
    assert table.host.command(table.id, "rematch").code == "too_many_matches"
    assert table.players[1].command(table.id, "rematch").status == 201
    assert table.host.command(table.id, "rematch").status == 200
