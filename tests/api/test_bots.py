"""Computer players in seats: who may add and remove them, and how they are marked."""

import json

import pytest

from games.bots.bot_turn import STRATEGIES
from games.matches.bot_players import BOT_NAMES, BOT_STRATEGIES, new_bot_player, strategy_of
from tests.api.api_client import ApiResponse, Json, Player
from tests.api.game_table import GameTable
from tests.api.test_commands import check_command_response

pytestmark = pytest.mark.django_db


def actions_by_type(player: Player, match: str) -> dict[str, Json]:
    return {action["type"]: action for action in player.view(match)["actions"]}


def seat_bot(host: Player, match: str, seat: int, name: str = "random", **more: str) -> ApiResponse:
    return host.command(match, "bot", {"seat": seat, "bot": name}, **more)


def test_the_host_can_seat_and_remove_bots() -> None:
    ada = Player("Ada")
    match = ada.open(ruleset="classic", seats=4)
    assert actions_by_type(ada, match)["bot"]["seats"] == [1, 2, 3]
    seat_taken_event = check_command_response(seat_bot(ada, match, 2), ada, match, "seat_taken")["events"][0]
    assert (seat_taken_event["actor"], seat_taken_event["data"]["seat"], seat_taken_event["data"]["kind"]) == (
        0,
        2,
        "bot",
    )
    seat = ada.view(match)["seats"][1]
    assert (seat["seat"], seat["player"]["kind"], seat["player"]["name"]) == (2, "bot", BOT_NAMES[2])
    assert actions_by_type(ada, match)["clear"]["seats"] == [2]
    check_command_response(ada.command(match, "clear", {"seat": 2}), ada, match, "seat_left")
    assert len(ada.view(match)["seats"]) == 1


def test_only_the_host_can_seat_or_remove_bots_and_only_in_the_lobby() -> None:
    table = GameTable(3, ruleset="classic")
    for name, body in (("bot", {"seat": 4, "bot": "random"}), ("clear", {"seat": 2})):
        response = table.players[1].command(table.id, name, body)
        assert (response.status, response.code) == (403, "not_the_host")
        assert name not in actions_by_type(table.players[1], table.id)
    table.start()
    assert (seat_bot(table.host, table.id, 4).status, seat_bot(table.host, table.id, 4).code) == (409, "wrong_phase")


def test_refused_bot_commands_have_stable_codes() -> None:
    table = GameTable(2, ruleset="classic", seats=4)
    unknown = seat_bot(table.host, table.id, 2, "gnome")
    assert (unknown.code, unknown.json["errors"][0]["code"]) == ("invalid", "unknown_bot")
    assert unknown.json["errors"][0]["pointer"] == "/bot"
    assert (seat_bot(table.host, table.id, 1).status, seat_bot(table.host, table.id, 1).code) == (409, "seat_taken")
    assert (seat_bot(table.host, table.id, 9).status, seat_bot(table.host, table.id, 9).code) == (422, "no_such_seat")
    for seat, status, code in ((3, 409, "nobody_there"), (0, 422, "your_own_seat"), (9, 422, "no_such_seat")):
        response = table.host.command(table.id, "clear", {"seat": seat})
        assert (response.status, response.code) == (status, code)
    for invalid_seat in ("x", "-1", "1.0", "٣", "12345"):
        assert (
            table.host.send("PUT", f"/matches/{table.id}/seats/{invalid_seat}", {"bot": "random"}).code == "not_found"
        )
    assert table.host.send("PUT", f"/matches/{table.id}/seats/2", {"bot": "random", "seat": 3}).code == "invalid"
    assert table.host.send("PUT", f"/matches/{table.id}/seats/2").code == "invalid"


def test_repeating_an_idempotency_key_seats_no_second_bot() -> None:
    ada = Player("Ada")
    match = ada.open(ruleset="classic", seats=4)
    first = seat_bot(ada, match, 2, key="once")
    assert seat_bot(ada, match, 2, key="once").content == first.content
    assert seat_bot(ada, match, 3, key="once").code == "idempotency_mismatch"
    assert len(ada.view(match)["seats"]) == 2


def test_a_match_can_start_with_one_person_and_bots() -> None:
    ada = Player("Ada")
    match = ada.open(ruleset="classic", seats=3)
    for seat in (1, 2):
        seat_bot(ada, match, seat, "bookish").ok()
    ada.act(match, "start")
    view = ada.view(match)
    assert [seat["player"]["kind"] for seat in view["seats"]] == ["guest", "bot", "bot"]
    assert len({seat["player"]["name"] for seat in view["seats"]}) == 3


def test_the_catalogue_lists_every_bot() -> None:
    listed = Player().get("/bots").ok()["results"]
    assert {line["name"] for line in listed} == set(BOT_STRATEGIES) == set(STRATEGIES)
    assert all(line["sentence"].endswith(".") for line in listed)


def test_only_bots_are_recognized_by_their_ids() -> None:
    for name in BOT_STRATEGIES:
        assert strategy_of(str(new_bot_player(name, 3).id)) == name
    for other in ("", "u_0123", "b_0123", "bot_gnome_0123", "bot", "random"):
        assert strategy_of(other) is None
    assert len(set(BOT_NAMES)) == len(BOT_NAMES) == 12
    assert json.dumps(BOT_NAMES).isascii()


def test_a_match_can_be_opened_with_bots() -> None:
    ada = Player("Ada")
    match = ada.open(ruleset="classic", seats=4, bots=["bookish", "random"])
    seats = ada.view(match)["seats"]
    assert [(seat["seat"], seat["player"]["kind"]) for seat in seats] == [(0, "guest"), (1, "bot"), (2, "bot")]
    assert [strategy_of(seat["player"]["id"]) for seat in seats[1:]] == ["bookish", "random"]


def test_opening_a_match_with_too_many_or_unknown_bots_is_refused() -> None:
    ada = Player("Ada")
    full = ada.send("POST", "/matches", {"ruleset": "classic", "seats": 3, "bots": ["random"] * 3})
    assert (full.status, full.code) == (409, "match_full")
    unknown = ada.send("POST", "/matches", {"ruleset": "classic", "bots": ["random", "gnome"]})
    assert (unknown.code, unknown.json["errors"][0]["pointer"]) == ("invalid", "/bots/1")
    assert ada.get("/matches", mine="true").ok()["results"] == []
