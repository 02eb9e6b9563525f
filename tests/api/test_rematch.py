"""Rematches: one match follows another, whichever player asks first; the other players join by asking, too."""

import json
from typing import Any

import pytest
from django.db import IntegrityError

from games.eventlog.models import Event
from games.matches import rematch
from games.matches.models import Rematch
from games.matches.rematch_links import previous_match_id
from tests.api.api_client import ApiResponse, Json, Player
from tests.api.game_table import GameTable

pytestmark = pytest.mark.django_db


def table_after_abandoning(players: int = 3, **options: Any) -> GameTable:
    return GameTable(players, **{"ruleset": "classic", **options}).start().abandon()


def request_rematch(player: Player, match: str, **more: Any) -> ApiResponse:
    return player.command(match, "rematch", **more)


@pytest.mark.parametrize(("rulebook", "opener_seat"), [(1, 0), (2, 1)])
def test_the_first_request_opens_the_rematch_and_later_ones_join_it(
    settings: Any, rulebook: int, opener_seat: int
) -> None:
    settings.NEW_MATCH_RULEBOOK = rulebook
    table = table_after_abandoning(clock={"vote": 600}, on_timeout="skip", seats=5)
    ada, ben, cleo = table.players
    first = request_rematch(ben, table.id)
    view = first.ok(201)
    assert first.headers["location"] == f"/api/v1/matches/{view['id']}"
    assert (view["status"], view["host"], view["you"]["seat"]) == ("gathering", opener_seat, opener_seat)
    assert next(seat["player"]["id"] for seat in view["seats"]) == ben.id
    assert (view["receipt"]["match"], view["receipt"]["version"]) == (view["id"], view["version"])
    # Under rulebook 2 everybody has the former seat, under rulebook 1 the lowest free one.
    for player, seat in ((cleo, 1), (ada, 2)) if rulebook == 1 else ((cleo, 2), (ada, 0)):
        joined = request_rematch(player, table.id).ok(200)
        assert (joined["id"], joined["you"]["seat"]) == (view["id"], seat)
    old, new = (terms_of_opening(match) for match in (table.id, view["id"]))
    assert old.pop("seed_digest") != new.pop("seed_digest")
    assert old == new
    (ben if rulebook == 1 else ada).act(view["id"], "start")


def terms_of_opening(match: str) -> Json:
    """Return the data of the first event without what it says of reserved seats."""
    content: Json = json.loads(Event.objects.get(match_id=match, version=1).body)["data"]
    return {name: value for name, value in content.items() if name not in ("reserved_until", "former_host", "sealed")}


def test_a_second_request_returns_the_same_rematch() -> None:
    table = table_after_abandoning()
    view = request_rematch(table.host, table.id).ok(201)
    assert request_rematch(table.host, table.id).ok(200) == view
    request_rematch(table.players[1], table.id).ok(200)
    assert len(request_rematch(table.host, table.id).ok(200)["seats"]) == 2
    assert Rematch.objects.count() == 1


def test_a_repeated_key_returns_the_original_response() -> None:
    table = table_after_abandoning()
    first = request_rematch(table.host, table.id, key="again")
    joined = request_rematch(table.players[1], table.id, key="again")
    request_rematch(table.players[2], table.id)
    for player, response in ((table.host, first), (table.players[1], joined)):
        repeated = request_rematch(player, table.id, key="again")
        assert (repeated.status, repeated.content) == (response.status, response.content)
    assert table.host.command(table.id, "rematch", {"phase": "1.over"}, key="again").code == "idempotency_mismatch"
    assert table.host.command(first.json["id"], "start", key="again").code == "idempotency_mismatch"


def test_a_key_used_for_another_request_opens_no_rematch() -> None:
    table = table_after_abandoning()
    other = table.host.send("POST", "/matches", {"ruleset": "classic"}, key="used").ok(201)["id"]
    assert request_rematch(table.host, table.id, key="used").code == "idempotency_mismatch"
    assert not Rematch.objects.exists()
    assert other != request_rematch(table.host, table.id).ok(201)["id"]


def test_only_former_players_can_request_a_rematch_and_only_after_the_end() -> None:
    table = GameTable(3, ruleset="classic").start()
    early, zoe = request_rematch(table.host, table.id), Player("Zoe")
    assert (early.status, early.code) == (409, "wrong_phase")
    table.abandon()
    assert (request_rematch(zoe, table.id).status, request_rematch(zoe, table.id).code) == (403, "not_seated")
    assert zoe.view(table.id)["actions"] == zoe.view(table.id, as_="seat:1")["actions"] == []
    assert table.host.view(table.id)["actions"] == [{"type": "rematch"}]
    assert table.host.view(table.id, as_="seat:1")["actions"] == []
    assert request_rematch(table.host, "nowhere").code == "not_found"


def test_preconditions_apply_to_rematches() -> None:
    table = table_after_abandoning()
    version = table.host.view(table.id)["version"]
    assert request_rematch(table.host, table.id, if_match='"1"').code == "version_mismatch"
    assert table.host.command(table.id, "rematch", {"phase": "1.reveal"}).code == "phase_over"
    assert request_rematch(table.host, table.id, if_match=f'"{version}"').status == 201
    # These fields are about the finished match, not about the one that is joined.
    assert request_rematch(table.players[1], table.id, if_match=f'"{version}"').status == 200


def test_resigned_players_can_request_a_rematch() -> None:
    table = GameTable(3, ruleset="classic").start()
    for player in table.players:
        player.act(table.id, "resign")
    assert table.host.view(table.id)["actions"] == [{"type": "rematch"}]
    assert request_rematch(table.players[2], table.id).status == 201


def test_the_rematch_of_a_private_match_keeps_its_password() -> None:
    table = table_after_abandoning(visibility="private", password="sesame")
    match = request_rematch(table.host, table.id).ok(201)["id"]
    request_rematch(table.players[1], table.id).ok(200)
    zoe = Player("Zoe")
    assert zoe.get(f"/matches/{match}").code == "not_found"
    assert request_rematch(zoe, table.id).code == "not_found"
    zoe.sit(match, password="sesame")


def test_bots_take_part_in_the_rematch() -> None:
    ada = Player("Ada")
    match = ada.open(ruleset="classic", seats=5)
    for seat, name in ((1, "random"), (3, "bookish"), (4, "random")):
        ada.command(match, "bot", {"seat": seat, "bot": name}).ok()
    ada.act(match, "start")
    ada.act(match, "abandon")
    old = ada.view(match)["seats"]
    view = request_rematch(ada, match).ok(201)
    assert [(seat["seat"], seat["player"]["kind"]) for seat in view["seats"]] == [
        (0, "guest"),
        *((seat, "bot") for seat in (1, 2, 3)),
    ]
    bot_names = [[seat["player"]["id"].split("_")[1] for seat in seats[1:]] for seats in (old, view["seats"])]
    assert bot_names[0] == bot_names[1]
    assert not {seat["player"]["id"] for seat in old[1:]} & {seat["player"]["id"] for seat in view["seats"][1:]}
    ada.act(view["id"], "start")


def test_joining_a_started_rematch_is_refused() -> None:
    table = table_after_abandoning(4)
    match = ""
    for player in table.players[:3]:
        match = request_rematch(player, table.id).json["id"]
    table.host.act(match, "start")
    assert request_rematch(table.players[3], table.id).code == "wrong_phase"
    assert request_rematch(table.players[1], table.id).ok(200)["status"] == "playing"


def test_an_abandoned_rematch_can_be_replaced() -> None:
    table = table_after_abandoning()
    first = request_rematch(table.host, table.id, key="first")
    table.host.act(first.json["id"], "abandon")
    second = request_rematch(table.players[1], table.id).ok(201)
    assert second["id"] != first.json["id"]
    assert request_rematch(table.host, table.id).ok(200)["id"] == second["id"]
    repeated = request_rematch(table.host, table.id, key="first")
    assert (repeated.status, repeated.content) == (first.status, first.content)
    assert Rematch.objects.get().next_id == second["id"]
    # In a process that has no link in its cache.
    previous_match_id.cache_clear()
    for replaced_or_current in (first.json["id"], second["id"]):
        assert table.host.view(replaced_or_current)["previous"] == {"match": table.id}


def test_without_the_unique_row_each_request_would_open_a_rematch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rematch.objects, "create", lambda **row: None)
    table = table_after_abandoning()
    assert [request_rematch(player, table.id).status for player in table.players] == [201, 201, 201]


def test_a_request_that_lost_two_races_against_rematches_that_fell_through_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = table_after_abandoning()
    link_next_match, lost_races = rematch._link_next_match, list[str]()

    def lose_race(match_id: str, replaced_id: str | None, next_id: str) -> None:
        if len(lost_races) < 2:
            lost_races.append(next_id)
            raise IntegrityError
        link_next_match(match_id, replaced_id, next_id)

    monkeypatch.setattr(rematch, "_link_next_match", lose_race)
    assert request_rematch(table.host, table.id).status == 201
    assert len(lost_races) == 2
    assert Rematch.objects.count() == 1
