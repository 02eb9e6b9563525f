"""Opening and viewing matches."""

import re

import pytest

from tests.api.api_client import Player
from tests.api.game_table import GameTable

pytestmark = pytest.mark.django_db

VIEW_FIELDS = {
    *("id", "version", "status", "ruleset", "host", "round", "storyteller", "phase", "seats", "deck_count"),
    *("discard_count", "clue", "tableau", "you", "actions", "last_round", "winners"),
}


def test_a_match_can_be_opened_with_only_a_ruleset() -> None:
    ada = Player("Ada")
    response = ada.send("POST", "/matches", {"ruleset": "odyssey"})
    view = response.ok(201)
    opened_at = view["terms"]["opened_at"]
    assert set(view) >= VIEW_FIELDS
    assert view.pop("receipt")["version"] == 2
    assert re.fullmatch("[0-9a-f]{32}", view["id"])
    assert response.headers["location"] == f"/api/v1/matches/{view['id']}"
    assert response.headers["etag"] == '"2"'
    assert response.headers["cache-control"] == "private, no-store"
    fetched_view = ada.view(view["id"])
    assert {**view, "seats": None} == {**fetched_view, "seats": None}
    player = {"id": ada.id, "name": "Ada", "kind": "guest"}
    initial_values = {"team": None, "score": 0, "hand_count": 0, "done": False, "signal": None, "connected": None}
    initial_values |= {"resigned": False, "skipped": False, "entropy_digest": None}
    assert view["seats"] == [{"seat": 0, "player": player, "label": "Ada", **initial_values}]
    no_deadline = {"deadline_at": None, "remaining_ms": None}
    waiting = {"waiting_for": [0], "waiting_since": opened_at}
    assert view["phase"] == {"id": "0.gathering", "name": "gathering", **waiting, **no_deadline}
    assert (view["status"], view["host"], view["round"], view["places"]) == ("gathering", 0, 0, 12)
    assert view["you"] == {"seat": 0, "hand": [], "kept": [], "submitted": [], "votes": [], "trap": None}
    assert [action["type"] for action in view["actions"]] == ["bot", "move", "stand", "abandon"]


def test_a_match_can_be_opened_with_every_option() -> None:
    ada = Player()
    clock = {"clue": 60, "submit": 45, "vote": 30, "reveal": 15}
    match = ada.open(
        ruleset="classic", decks=["base"], seats=4, visibility="unlisted", first="host", clock=clock, on_timeout="skip"
    )
    opened = ada.events(match)[0]["data"]
    assert (opened["seats"], opened["visibility"], opened["first"]) == (4, "unlisted", "host")
    assert (opened["on_timeout"], opened["clock"]) == ("skip", clock)
    assert [deck["name"] for deck in opened["decks"]] == ["base"]


def test_by_default_there_is_a_clock_and_players_claim() -> None:
    ada = Player()
    match_id = ada.send("POST", "/matches", {"ruleset": "odyssey"}).ok(201)["id"]
    opened = ada.events(match_id)[0]["data"]
    assert opened["clock"] == {"clue": 180, "submit": 120, "vote": 120, "reveal": 45}
    assert (opened["first"], opened["on_timeout"], opened["visibility"]) == ("claim", "auto", "public")


@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        ({}, "missing_field", "/ruleset"),
        ({"ruleset": "chess"}, "unknown_ruleset", "/ruleset"),
        ({"ruleset": "odyssey", "decks": []}, "wrong_value", "/decks"),
        ({"ruleset": "odyssey", "decks": ["base", "base"]}, "wrong_value", "/decks"),
        ({"ruleset": "odyssey", "decks": ["base", "none-such"]}, "unknown_deck", "/decks/1"),
        ({"ruleset": "odyssey", "decks": ["../base"]}, "wrong_value", "/decks/0"),
        ({"ruleset": "odyssey", "password": "x"}, "wrong_value", "/password"),
        ({"ruleset": "odyssey", "first": "me"}, "wrong_value", "/first"),
        ({"ruleset": "odyssey", "clock": {"vote": 4}}, "wrong_value", "/clock/vote"),
        ({"ruleset": "odyssey", "clock": {"think": 5}}, "unknown_field", "/clock/think"),
        ({"ruleset": "odyssey", "host": "me"}, "unknown_field", "/host"),
    ],
)
def test_invalid_options_are_refused_with_a_pointer(body, code: str, pointer: str) -> None:
    response = Player().send("POST", "/matches", body)
    assert (response.status, response.code) == (400, "invalid")
    assert [(error["pointer"], error["code"]) for error in response.json["errors"]] == [(pointer, code)]


@pytest.mark.parametrize("seats", [1, 2, 13])
def test_the_number_of_seats_must_be_allowed_by_the_rules(seats: int) -> None:
    assert Player().send("POST", "/matches", {"ruleset": "odyssey", "seats": seats}).code == "wrong_player_count"


def test_laps_are_refused_by_rulesets_without_laps() -> None:
    response = Player().send("POST", "/matches", {"ruleset": "odyssey", "laps": 2})
    assert (response.status, response.code) == (422, "not_in_these_rules")
    assert [error["pointer"] for error in response.json["errors"]] == ["/laps"]


@pytest.mark.parametrize("visibility", ["public", "unlisted"])
def test_spectators_get_the_public_view(visibility: str) -> None:
    table = GameTable(visibility=visibility).start()
    zoe = Player("Zoe")
    view = zoe.view(table.id)
    assert view["you"] is None
    assert view == zoe.view(table.id, as_="public")


def test_an_unseated_user_is_offered_seats_and_the_public_view_offers_none() -> None:
    match = Player().open(seats=3)
    zoe = Player("Zoe")
    assert zoe.view(match)["actions"] == [{"type": "sit", "seats": [1, 2]}]
    assert zoe.view(match, as_="public")["actions"] == []


def test_the_etag_of_a_view_is_its_version() -> None:
    table = GameTable().start()
    response = table.host.get(f"/matches/{table.id}")
    assert response.headers["etag"] == f'"{response.json["version"]}"'
    assert response.headers["cache-control"] == "private, no-store"
    repeated = table.host.send("GET", f"/matches/{table.id}", if_none_match=response.headers["etag"])
    assert repeated.status == 200


def test_the_view_of_a_player_shows_only_their_own_hand() -> None:
    table = GameTable().start()
    hands = [player.view(table.id)["you"]["hand"] for player in table.players]
    assert [len(hand) for hand in hands] == [7, 7, 7]
    for seat, player in enumerate(table.players):
        page_text = player.get(f"/matches/{table.id}").content.decode()
        others = [card for other, hand in enumerate(hands) if other != seat for card in hand]
        assert not [card for card in others if f'"{card}"' in page_text]


def test_an_unknown_match_is_not_found() -> None:
    for path in ("/matches/nowhere", f"/matches/{'0' * 32}", "/matches/nowhere/events", f"/matches/{'x' * 500}"):
        assert Player().get(path).code == "not_found"


def test_a_long_poll_with_newer_events_returns_at_once() -> None:
    ada = Player()
    match = ada.open()
    assert ada.view(match, after=1, wait=25)["version"] == 2
    assert ada.view(match, after=2, wait=0)["version"] == 2
    assert len(ada.events(match, after=1, wait=25)) == 1


def test_two_decks_are_combined_into_one_of_168_cards() -> None:
    table = GameTable(decks=["base", "dusk"], ruleset="classic").start()
    decks = table.host.events(table.id)[0]["data"]["decks"]
    cards = [card for deck in decks for card in deck["cards"]]
    assert len(cards) == len(set(cards)) == 168
    assert table.host.view(table.id)["deck_count"] == 168 - 21
    hands = [card for player in table.players for card in player.view(table.id)["you"]["hand"]]
    assert len(set(hands)) == 21
    assert {card.partition("-")[0] for card in hands} == {"base", "dusk"}
    table.play_until("reveal")
    assert len(table.host.view(table.id)["tableau"]) == 5
