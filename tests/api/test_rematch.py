"""Playing again: one match follows another, whoever asks first, and whoever sat there comes in by asking."""

import json
from typing import Any

import pytest

from games.eventlog.models import Event
from games.matches.models import Rematch
from tests.api.client import Answer, Json, Player
from tests.api.table import Table

pytestmark = pytest.mark.django_db


def over(players: int = 3, **options: Any) -> Table:
    return Table(players, **{"ruleset": "classic", **options}).start().abandon()


def again(player: Player, match: str, **more: Any) -> Answer:
    return player.command(match, "rematch", **more)


def test_the_first_who_asks_opens_it_and_the_others_sit_down_there() -> None:
    table = over(clock={"vote": 600}, on_timeout="skip", seats=5)
    ada, ben, cleo = table.players
    first = again(ben, table.id)
    view = first.ok(201)
    assert first.headers["location"] == f"/api/v1/matches/{view['id']}"
    assert (view["status"], view["host"], view["you"]["seat"]) == ("gathering", 0, 0)
    assert view["seats"][0]["player"]["id"] == ben.id
    assert (view["receipt"]["match"], view["receipt"]["version"]) == (view["id"], view["version"])
    for player, seat in ((cleo, 1), (ada, 2)):
        joined = again(player, table.id).ok(200)
        assert (joined["id"], joined["you"]["seat"]) == (view["id"], seat)
    old, new = (terms(match) for match in (table.id, view["id"]))
    assert old.pop("seed_digest") != new.pop("seed_digest")
    assert old == new
    ben.act(view["id"], "start")


def terms(match: str) -> Json:
    content: Json = json.loads(Event.objects.get(match_id=match, version=1).body)["data"]
    return content


def test_who_asks_once_more_is_told_of_the_same_match() -> None:
    table = over()
    view = again(table.host, table.id).ok(201)
    assert again(table.host, table.id).ok(200) == view
    again(table.players[1], table.id).ok(200)
    assert len(again(table.host, table.id).ok(200)["seats"]) == 2
    assert Rematch.objects.count() == 1


def test_under_a_key_the_answer_stays_what_it_was() -> None:
    table = over()
    first = again(table.host, table.id, key="again")
    joined = again(table.players[1], table.id, key="again")
    again(table.players[2], table.id)
    for player, answer in ((table.host, first), (table.players[1], joined)):
        repeated = again(player, table.id, key="again")
        assert (repeated.status, repeated.content) == (answer.status, answer.content)
    assert table.host.command(table.id, "rematch", {"phase": "1.over"}, key="again").code == "idempotency_mismatch"
    assert table.host.command(first.json["id"], "start", key="again").code == "idempotency_mismatch"


def test_a_key_that_was_used_for_something_else_opens_nothing() -> None:
    table = over()
    other = table.host.send("POST", "/matches", {"ruleset": "classic"}, key="used").ok(201)["id"]
    assert again(table.host, table.id, key="used").code == "idempotency_mismatch"
    assert not Rematch.objects.exists()
    assert other != again(table.host, table.id).ok(201)["id"]


def test_only_who_had_a_seat_plays_again_and_only_when_it_is_over() -> None:
    table = Table(3, ruleset="classic").start()
    early, zoe = again(table.host, table.id), Player("Zoe")
    assert (early.status, early.code) == (409, "wrong_phase")
    table.abandon()
    assert (again(zoe, table.id).status, again(zoe, table.id).code) == (403, "not_seated")
    assert zoe.view(table.id)["actions"] == zoe.view(table.id, as_="seat:1")["actions"] == []
    assert table.host.view(table.id)["actions"] == [{"type": "rematch"}]
    assert table.host.view(table.id, as_="seat:1")["actions"] == []
    assert again(table.host, "nowhere").code == "not_found"


def test_fences_hold_for_it_too() -> None:
    table = over()
    version = table.host.view(table.id)["version"]
    assert again(table.host, table.id, if_match='"1"').code == "version_mismatch"
    assert table.host.command(table.id, "rematch", {"phase": "1.reveal"}).code == "phase_over"
    assert again(table.host, table.id, if_match=f'"{version}"').status == 201


def test_who_has_resigned_plays_again_as_well() -> None:
    table = Table(3, ruleset="classic").start()
    for player in table.players:
        player.act(table.id, "resign")
    assert table.host.view(table.id)["actions"] == [{"type": "rematch"}]
    assert again(table.players[2], table.id).status == 201


def test_a_private_match_is_followed_by_one_with_the_same_password() -> None:
    table = over(visibility="private", password="sesame")
    match = again(table.host, table.id).ok(201)["id"]
    again(table.players[1], table.id).ok(200)
    zoe = Player("Zoe")
    assert zoe.get(f"/matches/{match}").code == "not_found"
    assert again(zoe, table.id).code == "not_found"
    zoe.sit(match, password="sesame")


def test_computer_players_come_along_to_their_seats() -> None:
    ada = Player("Ada")
    match = ada.open(ruleset="classic", seats=5)
    for seat, name in ((1, "random"), (3, "bookish"), (4, "random")):
        ada.command(match, "bot", {"seat": seat, "bot": name}).ok()
    ada.act(match, "start")
    ada.act(match, "abandon")
    old = ada.view(match)["seats"]
    view = again(ada, match).ok(201)
    assert [(seat["seat"], seat["player"]["kind"]) for seat in view["seats"]] == [
        (0, "guest"),
        *((seat, "bot") for seat in (1, 2, 3)),
    ]
    how = [[seat["player"]["id"].split("_")[1] for seat in seats[1:]] for seats in (old, view["seats"])]
    assert how[0] == how[1]
    assert not {seat["player"]["id"] for seat in old[1:]} & {seat["player"]["id"] for seat in view["seats"][1:]}
    ada.act(view["id"], "start")


def test_who_comes_when_it_has_begun_is_refused() -> None:
    table = over(4)
    match = ""
    for player in table.players[:3]:
        match = again(player, table.id).json["id"]
    table.host.act(match, "start")
    assert again(table.players[3], table.id).code == "wrong_phase"
    assert again(table.players[1], table.id).ok(200)["status"] == "playing"


def test_a_lobby_that_fell_through_makes_room_for_another_one() -> None:
    table = over()
    first = again(table.host, table.id, key="first")
    table.host.act(first.json["id"], "abandon")
    second = again(table.players[1], table.id).ok(201)
    assert second["id"] != first.json["id"]
    assert again(table.host, table.id).ok(200)["id"] == second["id"]
    repeated = again(table.host, table.id, key="first")
    assert (repeated.status, repeated.content) == (first.status, first.content)
    assert Rematch.objects.get().next_id == second["id"]


def test_control_without_a_row_that_can_be_there_once_each_would_open_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rematch.objects, "create", lambda **row: None)
    table = over()
    assert [again(player, table.id).status for player in table.players] == [201, 201, 201]
