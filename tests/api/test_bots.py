"""Computer players in seats: who may seat them and send them away, and how they are told apart."""

import json

import pytest

from games.bots.bot_turn import STRATEGIES
from games.matches.bot_players import BOT_NAMES, BOT_STRATEGIES, new_bot_player, strategy_of
from tests.api.client import Answer, Json, Player
from tests.api.table import Table
from tests.api.test_commands import checked

pytestmark = pytest.mark.django_db


def actions(player: Player, match: str) -> dict[str, Json]:
    return {action["type"]: action for action in player.view(match)["actions"]}


def bot(host: Player, match: str, seat: int, name: str = "random", **more: str) -> Answer:
    return host.command(match, "bot", {"seat": seat, "bot": name}, **more)


def test_the_host_seats_computer_players_and_sends_them_away() -> None:
    ada = Player("Ada")
    match = ada.open(ruleset="classic", seats=4)
    assert actions(ada, match)["bot"]["seats"] == [1, 2, 3]
    taken = checked(bot(ada, match, 2), ada, match, "seat_taken")["events"][0]
    assert (taken["actor"], taken["data"]["seat"], taken["data"]["kind"]) == (0, 2, "bot")
    seat = ada.view(match)["seats"][1]
    assert (seat["seat"], seat["player"]["kind"], seat["player"]["name"]) == (2, "bot", BOT_NAMES[2])
    assert actions(ada, match)["clear"]["seats"] == [2]
    checked(ada.command(match, "clear", {"seat": 2}), ada, match, "seat_left")
    assert len(ada.view(match)["seats"]) == 1


def test_only_the_host_seats_and_clears_and_only_in_the_lobby() -> None:
    table = Table(3, ruleset="classic")
    for name, body in (("bot", {"seat": 4, "bot": "random"}), ("clear", {"seat": 2})):
        answer = table.players[1].command(table.id, name, body)
        assert (answer.status, answer.code) == (403, "not_the_host")
        assert name not in actions(table.players[1], table.id)
    table.start()
    assert (bot(table.host, table.id, 4).status, bot(table.host, table.id, 4).code) == (409, "wrong_phase")


def test_refusals_have_stable_codes() -> None:
    table = Table(2, ruleset="classic", seats=4)
    unknown = bot(table.host, table.id, 2, "gnome")
    assert (unknown.code, unknown.json["errors"][0]["code"]) == ("invalid", "unknown_bot")
    assert (bot(table.host, table.id, 1).status, bot(table.host, table.id, 1).code) == (409, "seat_taken")
    assert (bot(table.host, table.id, 9).status, bot(table.host, table.id, 9).code) == (422, "no_such_seat")
    for seat, status, code in ((3, 409, "nobody_there"), (0, 422, "your_own_seat"), (9, 422, "no_such_seat")):
        answer = table.host.command(table.id, "clear", {"seat": seat})
        assert (answer.status, answer.code) == (status, code)
    for place in ("x", "-1", "1.0", "٣", "12345"):
        assert table.host.send("PUT", f"/matches/{table.id}/seats/{place}", {"bot": "random"}).code == "not_found"
    assert table.host.send("PUT", f"/matches/{table.id}/seats/2", {"bot": "random", "seat": 3}).code == "invalid"
    assert table.host.send("PUT", f"/matches/{table.id}/seats/2").code == "invalid"


def test_the_same_key_again_seats_nobody_else() -> None:
    ada = Player("Ada")
    match = ada.open(ruleset="classic", seats=4)
    first = bot(ada, match, 2, key="once")
    assert bot(ada, match, 2, key="once").content == first.content
    assert bot(ada, match, 3, key="once").code == "idempotency_mismatch"
    assert len(ada.view(match)["seats"]) == 2


def test_a_match_starts_with_one_person_and_computer_players() -> None:
    ada = Player("Ada")
    match = ada.open(ruleset="classic", seats=3)
    for seat in (1, 2):
        bot(ada, match, seat, "bookish").ok()
    ada.act(match, "start")
    view = ada.view(match)
    assert [seat["player"]["kind"] for seat in view["seats"]] == ["guest", "bot", "bot"]
    assert len({seat["player"]["name"] for seat in view["seats"]}) == 3


def test_the_catalogue_lists_those_who_can_play() -> None:
    listed = Player().get("/bots").ok()["results"]
    assert {line["name"] for line in listed} == set(BOT_STRATEGIES) == set(STRATEGIES)
    assert all(line["sentence"].endswith(".") for line in listed)


def test_a_computer_player_is_known_by_its_id_and_nobody_else_is() -> None:
    for name in BOT_STRATEGIES:
        assert strategy_of(str(new_bot_player(name, 3).id)) == name
    for other in ("", "u_0123", "b_0123", "bot_gnome_0123", "bot", "random"):
        assert strategy_of(other) is None
    assert len(set(BOT_NAMES)) == len(BOT_NAMES) == 12
    assert json.dumps(BOT_NAMES).isascii()


def test_computer_players_come_to_the_table_with_its_opening() -> None:
    ada = Player("Ada")
    match = ada.open(ruleset="classic", seats=4, bots=["bookish", "random"])
    seats = ada.view(match)["seats"]
    assert [(seat["seat"], seat["player"]["kind"]) for seat in seats] == [(0, "guest"), (1, "bot"), (2, "bot")]
    assert [strategy_of(seat["player"]["id"]) for seat in seats[1:]] == ["bookish", "random"]


def test_no_more_of_them_than_seats_and_none_that_nobody_knows() -> None:
    ada = Player("Ada")
    full = ada.send("POST", "/matches", {"ruleset": "classic", "seats": 3, "bots": ["random"] * 3})
    assert (full.status, full.code) == (409, "match_full")
    unknown = ada.send("POST", "/matches", {"ruleset": "classic", "bots": ["random", "gnome"]})
    assert (unknown.code, unknown.json["errors"][0]["pointer"]) == ("invalid", "/bots/1")
    assert ada.get("/matches", mine="true").ok()["results"] == []
