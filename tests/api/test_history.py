"""A player's history and statistics and who may see them; nothing counts before a match is over."""

import json
from typing import Any

import pytest

from accounts.models import Token
from games.api.history_views import LatestEndedPagination
from games.projections.counters import fold_all_changes
from games.projections.models import CardRow, ResultRow
from games.projections.rebuild import compare, rebuild
from tests.api.api_client import Json, Player
from tests.api.game_table import GameTable

pytestmark = pytest.mark.django_db
ONE_ROUND_RULESET: Json = {"base": "classic", "name": "short", "end": {"points": 1}}
"""In every round under these rules, some player scores a point."""


def start_one_round_match(players: int = 3, **options: Any) -> GameTable:
    """Start a match that ends after one round."""
    return GameTable(players, ruleset=ONE_ROUND_RULESET, seats=players, **options).start()


def history(player: Player, **query: Any) -> list[Json]:
    results: list[Json] = player.get("/me/history", **query).ok()["results"]
    return results


def statistics(player: Player) -> Json:
    fold_all_changes()
    return player.get("/me/statistics").ok()


def profile(player: Player) -> Json:
    fold_all_changes()
    content: Json = Player("Zoe").get(f"/users/{player.id}").ok()
    return content


def deck_statistics() -> list[Json]:
    fold_all_changes()
    entries: list[Json] = Player("Zoe").get("/decks/base/statistics").ok()["cards"]
    return entries


def played_cards() -> list[str]:
    return [card["id"] for card in deck_statistics() if card["told"] or card["submitted"]]


def test_a_history_entry_has_the_result_and_the_players():
    table = start_one_round_match().play_until("over")
    view = table.host.view(table.id)
    response = table.host.get("/me/history")
    (entry,) = response.ok()["results"]
    assert "no-store" in response.headers["cache-control"]
    assert entry.pop("opened_at") < entry.pop("ended_at")
    scores = [seat["score"] for seat in view["seats"]]
    assert entry == {
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
                "label": player.name,
                "score": scores[seat],
                "won": seat in view["winners"],
            }
            for seat, player in enumerate(table.players)
        ],
    }


def test_statistics_match_the_played_round():
    table = start_one_round_match().play_until("over")
    view = table.host.view(table.id)
    last = view["last_round"]
    (storyteller_card,) = [card for card in last["tableau"] if card["seat"] == last["storyteller"]]
    other_cards = [card for card in last["tableau"] if card != storyteller_card]
    for seat, player in enumerate(table.players):
        own_statistics, is_storyteller = statistics(player), seat == last["storyteller"]
        clue_result = {0: "found_by_none", 1: "well_told", 2: "found_by_all"}[len(storyteller_card["votes"])]
        expected = dict.fromkeys(own_statistics["total"], 0) | {
            "matches": 1,
            "finished": 1,
            "won": int(seat in view["winners"]),
        }
        expected["points"] = last["scores"][seat]
        if is_storyteller:
            expected |= {"told": 1, clue_result: 1}
        else:
            own_cards = [card for card in other_cards if card["seat"] == seat]
            expected |= {"guessed": 1, "found": int(seat in storyteller_card["votes"]), "gave": 2}
            expected["fooled"] = sum(len(card["votes"]) for card in own_cards)
        zeros = dict.fromkeys(expected, 0)
        assert own_statistics == {"total": expected, "rulesets": [{"ruleset": "short", **expected}], "alone": zeros}
        assert profile(player) == {"id": player.id, "name": player.name, "kind": "guest", "statistics": own_statistics}
    statistics_by_card = {card["id"]: card for card in deck_statistics()}
    assert (
        statistics_by_card[storyteller_card["card"]]["told"],
        statistics_by_card[storyteller_card["card"]]["found"],
    ) == (1, len(storyteller_card["votes"]))
    for card in other_cards:
        assert (statistics_by_card[card["card"]]["submitted"], statistics_by_card[card["card"]]["votes"]) == (
            1,
            len(card["votes"]),
        )
    assert sorted(played_cards()) == sorted(card["card"] for card in last["tableau"])


def test_statistics_change_only_when_the_match_ends_even_after_resigning():
    table = GameTable(4, ruleset="classic", seats=4).start()
    table.play_until("reveal")
    table.play_until("voting", round=2)
    ben = table.players[1]
    before = [statistics(player) for player in table.players], profile(ben), deck_statistics()
    ben.act(table.id, "resign")
    assert [history(player) for player in table.players] == [[], [], [], []]
    assert before == ([statistics(player) for player in table.players], profile(ben), deck_statistics())
    assert not any(before[0][0]["total"].values())
    assert not (ResultRow.objects.exists() or CardRow.objects.exists())
    for player in (table.host, *table.players[2:]):
        player.act(table.id, "abandon")
    results = [history(player)[0]["result"] for player in table.players]
    assert results == ["abandoned", "resigned", "abandoned", "abandoned"]
    assert statistics(ben)["total"]["resigned"] == 1
    assert played_cards()


@pytest.mark.parametrize("options", [{"visibility": "unlisted"}, {"visibility": "private", "password": "sesame"}])
def test_nonpublic_matches_count_only_in_the_players_own_statistics(options: Json):
    table = start_one_round_match(**options).play_until("over")
    assert history(table.host)[0]["visibility"] == options["visibility"]
    assert statistics(table.host)["total"]["finished"] == 1
    assert not any(profile(table.host)["statistics"]["total"].values())
    assert played_cards() == []


def test_abandoned_matches_do_not_count_in_public_profiles():
    table = start_one_round_match()
    table.abandon()
    assert statistics(table.host)["total"]["abandoned"] == 1
    assert profile(table.host)["statistics"]["total"]["matches"] == 0


def test_matches_against_bots_alone_are_counted_separately():
    ada = Player()
    match = ada.open(ruleset="classic", seats=3)
    for seat in (1, 2):
        ada.act(match, "bot", {"seat": seat, "bot": "random"})
    ada.act(match, "start")
    ada.act(match, "abandon")
    assert history(ada)[0]["alone"] is True
    own_statistics = statistics(ada)
    assert (own_statistics["total"]["matches"], own_statistics["rulesets"], own_statistics["alone"]["matches"]) == (
        0,
        [],
        1,
    )


def test_a_match_that_never_started_is_not_in_the_history():
    ada = Player()
    ada.act(ada.open(), "abandon")
    assert history(ada) == []


def test_history_is_paginated_and_filtered_by_ruleset(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(LatestEndedPagination, "page_size", 2)
    players = [Player(name) for name in ("Ada", "Ben", "Cleo")]
    ids = [play_abandoned_match(players, "classic" if number else "odyssey") for number in range(3)]
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


def play_abandoned_match(players: list[Player], ruleset: str) -> str:
    match = players[0].open(ruleset=ruleset)
    for player in players[1:]:
        player.sit(match)
    players[0].act(match, "start")
    for player in players:
        player.act(match, "abandon")
    return match


def test_an_erased_player_is_in_no_row_and_other_rows_stay():
    table = start_one_round_match().play_until("over")
    ada, ben, _ = table.players
    # Ada chose the name of the house rules, which is erased with her account.
    before = json.loads(json.dumps((statistics(ben), deck_statistics())).replace('"short"', '"house-rules"'))
    ada.send("DELETE", "/me").ok()
    assert not ResultRow.objects.filter(player_id=ada.id).exists()
    assert ben.get(f"/users/{ada.id}").code == "not_found"
    assert history(ben)[0]["seats"][0]["player"] == {"id": None, "name": None, "kind": "guest"}
    assert [statistics(ben), deck_statistics()] == before
    rows = [list(table.objects.order_by("pk").values()) for table in (ResultRow, CardRow)]
    assert compare(table.id) == rebuild(table.id) == []
    CardRow.objects.filter(match_id=table.id).delete()
    ResultRow.objects.filter(match_id=table.id).update(fooled=77)
    assert rebuild(table.id)
    assert [list(table.objects.order_by("pk").values()) for table in (ResultRow, CardRow)] == rows


def test_history_endpoints_require_the_history_scope():
    ada = Player()
    token = Token.objects.get(user_id=ada.id)
    token.scopes = ["match:read"]
    token.save()
    for path in ("/me/history", "/me/statistics", f"/users/{ada.id}"):
        response = ada.get(path)
        assert (response.status, response.json["required_scope"]) == (403, "history:read")
    assert ada.get("/decks/base/statistics").status == 200


@pytest.mark.parametrize("path", ["/users/nobody", "/users/bot_random_1", "/decks/nothing/statistics"])
def test_unknown_users_and_decks_are_not_found(path: str):
    assert Player().get(path).code == "not_found"
