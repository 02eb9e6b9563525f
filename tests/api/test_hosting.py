"""The host can remove players, hand over the host role and change seats like any other player."""

from typing import Any

import pytest

from games.audit.record_verifier import verify_record
from games.matches import lobby_limit
from games.projections.rebuild import compare
from tests.api.api_client import Json, Player
from tests.api.chain_checks import check_chain
from tests.api.game_table import GameTable
from tests.conformance.verifier.independent_verdict import verify_independently

pytestmark = pytest.mark.django_db


def action_types(player: Player, match: str) -> list[str]:
    return [action["type"] for action in player.view(match)["actions"]]


def lobby_after_kick(visibility: str = "public") -> GameTable:
    """Return a lobby from which Ben has been removed."""
    options: Any = {"password": "sesame"} if visibility == "private" else {}
    table = GameTable(3, ruleset="classic", seats=4, visibility=visibility, **options)
    table.host.command(table.id, "clear", {"seat": 1}).ok()
    return table


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_a_kicked_player_can_return_only_by_invite(visibility: str) -> None:
    table = lobby_after_kick(visibility)
    ada, ben, _ = table.players
    credentials = {"password": "sesame"} if visibility == "private" else {}
    response = ben.command(table.id, "sit", credentials)
    assert (response.status, response.code) == (403, "kicked")
    code = ada.send("POST", f"/matches/{table.id}/invites").ok(201)["code"]
    ben.sit(table.id, invite=code)
    assert ben.view(table.id)["kicked"] is False
    ben.act(table.id, "stand")
    ben.sit(table.id, **credentials)


def test_the_view_of_a_kicked_player_offers_no_seat() -> None:
    table = lobby_after_kick()
    ben, zoe = table.players[1], Player("Zoe")
    assert (ben.view(table.id)["kicked"], action_types(ben, table.id)) == (True, [])
    assert (zoe.view(table.id)["kicked"], action_types(zoe, table.id)) == (False, ["sit"])
    assert ben.view(table.id, as_="public")["kicked"] is False
    assert ben.view(table.id, at=3)["kicked"] is False


def test_leaving_is_not_a_kick_and_a_kick_applies_to_one_match() -> None:
    table = lobby_after_kick()
    ben, cleo = table.players[1:]
    cleo.act(table.id, "stand")
    cleo.sit(table.id)
    ben.sit(table.host.open(ruleset="classic"))


def test_the_kick_check_detects_forgotten_kicks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.matches.match_queries.kicked_players_of", lambda match: frozenset())
    with pytest.raises(AssertionError):
        test_the_view_of_a_kicked_player_offers_no_seat()


def test_the_host_role_can_be_transferred_in_the_lobby_and_later() -> None:
    table = GameTable(3, ruleset="classic")
    ada, ben, cleo = table.players
    ada.command(table.id, "bot", {"seat": 3, "bot": "random"}).ok()
    assert {"type": "host", "seats": [1, 2]} in ada.view(table.id)["actions"]
    assert ada.command(table.id, "host", {"seat": 3}).code == "not_a_person"
    assert ada.act(table.id, "host", {"seat": 2})["events"][0]["data"] == {"seat": 2}
    assert ada.command(table.id, "start").code == "too_early"
    cleo.act(table.id, "start")
    ben.act(table.id, "resign")
    assert {"type": "host", "seats": [0]} in cleo.view(table.id)["actions"]
    assert cleo.command(table.id, "host", {"seat": 1}).code == "not_a_person"
    cleo.act(table.id, "host", {"seat": 0})
    assert ada.view(table.id)["host"] == 0
    check_chain(ada.events(table.id))
    assert compare(table.id) == []


def test_moving_to_another_seat_changes_partners_but_not_the_host() -> None:
    table = GameTable(3, ruleset="team", seats=6)
    ada, ben, _ = table.players
    assert team_by_seat(ada.view(table.id)) == {0: 0, 1: 1, 2: 2}
    ada.act(table.id, "move", {"seat": 4})
    view = ada.view(table.id)
    assert (view["host"], view["you"]["seat"], view["phase"]["waiting_for"]) == (4, 4, [4])
    assert team_by_seat(view) == {1: 1, 2: 2, 4: 1}
    assert {"type": "move", "seats": [0, 3, 5]} in ben.view(table.id)["actions"]
    for seat, code in ((4, "seat_taken"), (6, "no_such_seat")):
        assert ben.command(table.id, "move", {"seat": seat}).code == code
    assert Player("Zoe").command(table.id, "move", {"seat": 0}).code == "not_seated"
    check_chain(ada.events(table.id))
    assert compare(table.id) == []


def test_both_verifiers_accept_every_lobby_event() -> None:
    table = lobby_after_kick()
    ada, _, cleo = table.players
    for player in (Player("Dora"), Player("Egon")):
        player.sit(table.id)
    ada.act(table.id, "host", {"seat": 2})
    cleo.command(table.id, "clear", {"seat": 3}).ok()
    cleo.act(table.id, "move", {"seat": 3})
    cleo.act(table.id, "start")
    cleo.act(table.id, "host", {"seat": 0})
    for player in (ada, cleo):
        player.act(table.id, "resign")
    for seat in table.host.view(table.id)["seats"]:
        assert seat["resigned"] is (seat["player"]["name"] != "Dora")
    record = ada.send("GET", f"/matches/{table.id}/record").content
    types = [line["type"] for line in ada.events(table.id)]
    assert (types.count("host_changed"), types.count("seat_moved"), types.count("seat_left")) == (3, 1, 2)
    assert (verify_record(record).ok, verify_independently(record).ok) == (True, True)


def team_by_seat(view: Json) -> dict[int, int]:
    return {seat["seat"]: seat["team"] for seat in view["seats"]}


def test_the_texts_of_a_player_who_moved_seats_are_erased() -> None:
    table = GameTable(3, ruleset="classic", seats=4)
    ben = table.players[1]
    ben.act(table.id, "move", {"seat": 3})
    table.host.act(table.id, "start")
    card = ben.view(table.id)["you"]["hand"][0]
    ben.act(table.id, "clue", {"card": card, "clue": {"kind": "text", "text": "a canary"}})
    ben.send("DELETE", "/me").ok()
    assert "canary" not in str(table.host.events(table.id))


def test_a_lobby_can_change_only_so_often(monkeypatch: pytest.MonkeyPatch) -> None:
    table = GameTable(3)
    monkeypatch.setattr(lobby_limit, "MAX_LOBBY_VERSION_TO_MOVE", table.host.view(table.id)["version"] + 2)
    monkeypatch.setattr(lobby_limit, "MAX_LOBBY_VERSION_TO_SIT", table.host.view(table.id)["version"] + 4)
    bea = table.players[1]
    answers = [bea.command(table.id, "move", {"seat": 4 + number}) for number in range(3)]
    assert [answer.status for answer in answers] == [200, 200, 409]
    assert answers[2].code == "wrong_phase"
    assert table.host.command(table.id, "host", {"seat": 2}).code == "wrong_phase"
    newcomers = [Player() for _ in range(3)]
    statuses = [newcomer.send("POST", f"/matches/{table.id}/seats", {}).status for newcomer in newcomers]
    assert statuses == [201, 201, 409]
    assert bea.command(table.id, "stand").status == 200
    assert table.host.command(table.id, "start").status == 200
