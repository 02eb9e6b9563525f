"""Looking back: what somebody has played, what it comes to, and who may see it; nothing before a match is over."""

from typing import Any

import pytest

from accounts.models import Token
from games.api.history_views import LatestEndedPagination
from games.projections import card_projection
from games.projections.models import CardRow, ResultRow
from games.projections.rebuild import compare, rebuild
from tests.api.client import Json, Player
from tests.api.table import Table

pytestmark = pytest.mark.django_db
SHORT: Json = {"base": "classic", "name": "short", "end": {"points": 1}}
"""One round brings somebody a point, whatever happens in it."""


@pytest.fixture(autouse=True)
def _always_summed(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it takes on a busy machine."""
    monkeypatch.setattr(card_projection, "CACHE_TTL_FACTOR", 0)


def short(players: int = 3, **options: Any) -> Table:
    """A match that a round will end."""
    return Table(players, ruleset=SHORT, seats=players, **options).start()


def history(player: Player, **query: Any) -> list[Json]:
    found: list[Json] = player.get("/me/history", **query).ok()["results"]
    return found


def statistics(player: Player) -> Json:
    return player.get("/me/statistics").ok()


def profile(of: Player) -> Json:
    found: Json = Player("Zoe").get(f"/users/{of.id}").ok()
    return found


def deck() -> list[Json]:
    cards: list[Json] = Player("Zoe").get("/decks/base/statistics").ok()["cards"]
    return cards


def played_cards() -> list[str]:
    return [card["id"] for card in deck() if card["told"] or card["submitted"]]


def test_a_line_says_how_it_came_out_and_who_was_there():
    table = short().until("over")
    view = table.host.view(table.id)
    answer = table.host.get("/me/history")
    (line,) = answer.ok()["results"]
    assert "no-store" in answer.headers["cache-control"]
    assert line.pop("opened_at") < line.pop("ended_at")
    scores = [seat["score"] for seat in view["seats"]]
    assert line == {
        "id": table.id,
        "ruleset": "short",
        "visibility": "public",
        "rounds": 1,
        "seat": 0,
        "result": "won" if 0 in view["winners"] else "lost",
        "score": scores[0],
        "place": 1 + sum(score > scores[0] for score in scores),
        "alone": False,
        "seats": [
            {
                "seat": seat,
                "player": {"id": player.id, "name": player.name, "kind": "guest"},
                "score": scores[seat],
                "won": seat in view["winners"],
            }
            for seat, player in enumerate(table.players)
        ],
    }


def test_the_numbers_are_those_of_the_round():
    table = short().until("over")
    view = table.host.view(table.id)
    last = view["last_round"]
    (told,) = [card for card in last["tableau"] if card["seat"] == last["storyteller"]]
    others = [card for card in last["tableau"] if card != told]
    for seat, player in enumerate(table.players):
        mine, is_teller = statistics(player), seat == last["storyteller"]
        found = {0: "found_by_none", 1: "well_told", 2: "found_by_all"}[len(told["votes"])]
        expected = dict.fromkeys(mine["total"], 0) | {"matches": 1, "finished": 1, "won": int(seat in view["winners"])}
        expected["points"] = last["scores"][seat]
        if is_teller:
            expected |= {"told": 1, found: 1}
        else:
            own = [card for card in others if card["seat"] == seat]
            expected |= {"guessed": 1, "found": int(seat in told["votes"]), "gave": 2}
            expected["fooled"] = sum(len(card["votes"]) for card in own)
        nothing = dict.fromkeys(expected, 0)
        assert mine == {"total": expected, "rulesets": [{"ruleset": "short", **expected}], "alone": nothing}
        assert profile(player) == {"id": player.id, "name": player.name, "kind": "guest", "statistics": mine}
    fates = {card["id"]: card for card in deck()}
    assert (fates[told["card"]]["told"], fates[told["card"]]["found"]) == (1, len(told["votes"]))
    for card in others:
        assert (fates[card["card"]]["submitted"], fates[card["card"]]["votes"]) == (1, len(card["votes"]))
    assert sorted(played_cards()) == sorted(card["card"] for card in last["tableau"])


def test_nothing_moves_before_the_match_is_over_for_who_has_resigned_either():
    table = Table(4, ruleset="classic", seats=4).start()
    table.until("reveal")
    table.until("voting", round=2)
    ben = table.players[1]
    before = [statistics(player) for player in table.players], profile(ben), deck()
    ben.act(table.id, "resign")
    assert [history(player) for player in table.players] == [[], [], [], []]
    assert before == ([statistics(player) for player in table.players], profile(ben), deck())
    assert not any(before[0][0]["total"].values())
    assert not (ResultRow.objects.exists() or CardRow.objects.exists())
    for player in (table.host, *table.players[2:]):
        player.act(table.id, "abandon")
    came_out = [history(player)[0]["result"] for player in table.players]
    assert came_out == ["abandoned", "resigned", "abandoned", "abandoned"]
    assert statistics(ben)["total"]["resigned"] == 1
    assert played_cards()


@pytest.mark.parametrize("options", [{"visibility": "unlisted"}, {"visibility": "private", "password": "sesame"}])
def test_what_is_not_public_counts_for_oneself_and_for_nobody_elses_eyes(options: Json):
    table = short(**options).until("over")
    assert history(table.host)[0]["visibility"] == options["visibility"]
    assert statistics(table.host)["total"]["finished"] == 1
    assert not any(profile(table.host)["statistics"]["total"].values())
    assert played_cards() == []


def test_what_was_abandoned_is_not_for_the_eyes_of_others():
    table = short()
    table.abandon()
    assert statistics(table.host)["total"]["abandoned"] == 1
    assert profile(table.host)["statistics"]["total"]["matches"] == 0


def test_a_match_against_computer_players_alone_counts_by_itself():
    ada = Player()
    match = ada.open(ruleset="classic", seats=3)
    for seat in (1, 2):
        ada.act(match, "bot", {"seat": seat, "bot": "random"})
    ada.act(match, "start")
    ada.act(match, "abandon")
    assert history(ada)[0]["alone"] is True
    mine = statistics(ada)
    assert (mine["total"]["matches"], mine["rulesets"], mine["alone"]["matches"]) == (0, [], 1)


def test_a_lobby_that_nobody_started_was_no_match():
    ada = Player()
    ada.act(ada.open(), "abandon")
    assert history(ada) == []


def test_history_comes_page_by_page_and_by_rule_set(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(LatestEndedPagination, "page_size", 2)
    players = [Player(name) for name in ("Ada", "Ben", "Cleo")]
    ids = [abandoned(players, "classic" if number else "odyssey") for number in range(3)]
    first = players[0].get("/me/history").ok()
    second = players[0].get("/me/history", cursor=first["next"]).ok()
    assert [line["id"] for line in first["results"] + second["results"]] == ids[::-1]
    assert second["next"] is None
    assert [line["id"] for line in history(players[0], ruleset="odyssey")] == ids[:1]
    assert history(players[0], ruleset="team") == []
    assert players[0].get("/me/history", cursor="of-my-own").status == 400
    assert players[0].get("/me/history", ruleset="No Slug").status == 400
    assert {row["ruleset"]: row["matches"] for row in statistics(players[0])["rulesets"]} == {
        "classic": 2,
        "odyssey": 1,
    }


def abandoned(players: list[Player], ruleset: str) -> str:
    match = players[0].open(ruleset=ruleset)
    for player in players[1:]:
        player.sit(match)
    players[0].act(match, "start")
    for player in players:
        player.act(match, "abandon")
    return match


def test_whoever_is_forgotten_stands_in_no_row_and_the_others_keep_theirs():
    table = short().until("over")
    ada, ben, _ = table.players
    before = (statistics(ben), deck())
    ada.send("DELETE", "/me").ok()
    assert not ResultRow.objects.filter(player_id=ada.id).exists()
    assert ben.get(f"/users/{ada.id}").code == "not_found"
    assert history(ben)[0]["seats"][0]["player"] == {"id": None, "name": None, "kind": "guest"}
    assert (statistics(ben), deck()) == before
    rows = [list(table.objects.order_by("pk").values()) for table in (ResultRow, CardRow)]
    assert compare(table.id) == rebuild(table.id) == []
    CardRow.objects.filter(match_id=table.id).delete()
    ResultRow.objects.filter(match_id=table.id).update(fooled=77)
    assert rebuild(table.id)
    assert [list(table.objects.order_by("pk").values()) for table in (ResultRow, CardRow)] == rows


def test_each_asks_for_its_scope():
    ada = Player()
    token = Token.objects.get(user_id=ada.id)
    token.scopes = ["match:read"]
    token.save()
    for path in ("/me/history", "/me/statistics", f"/users/{ada.id}"):
        answer = ada.get(path)
        assert (answer.status, answer.json["required_scope"]) == (403, "history:read")
    assert ada.get("/decks/base/statistics").status == 200


@pytest.mark.parametrize("path", ["/users/nobody", "/users/bot_random_1", "/decks/nothing/statistics"])
def test_who_or_what_is_not_there_is_not_found(path: str):
    assert Player().get(path).code == "not_found"
