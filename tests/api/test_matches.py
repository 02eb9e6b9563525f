"""Opening and looking at matches."""

import re

import pytest

from tests.api.client import Player
from tests.api.table import Table

pytestmark = pytest.mark.django_db

VIEW = {
    *("id", "version", "status", "ruleset", "host", "round", "storyteller", "phase", "seats", "deck_count"),
    *("discard_count", "clue", "tableau", "you", "actions", "last_round", "winners"),
}


def test_a_match_opens_with_nothing_but_a_ruleset() -> None:
    ada = Player("Ada")
    answer = ada.send("POST", "/matches", {"ruleset": "odyssey"})
    view = answer.ok(201)
    assert set(view) >= VIEW
    assert view.pop("receipt")["version"] == 2
    assert re.fullmatch("[0-9a-f]{32}", view["id"])
    assert answer.headers["location"] == f"/api/v1/matches/{view['id']}"
    assert answer.headers["etag"] == '"2"'
    assert answer.headers["cache-control"] == "private, no-store"
    seen = ada.view(view["id"])
    assert {**view, "seats": None} == {**seen, "seats": None}
    player = {"id": ada.id, "name": "Ada", "kind": "guest"}
    nothing = {"team": None, "score": 0, "hand_count": 0, "done": False, "signal": None, "connected": None}
    nothing |= {"resigned": False, "entropy_digest": None}
    assert view["seats"] == [{"seat": 0, "player": player, **nothing}]
    endless = {"deadline_at": None, "remaining_ms": None}
    assert view["phase"] == {"id": "0.gathering", "name": "gathering", "waiting_for": [0], **endless}
    assert (view["status"], view["host"], view["round"], view["places"]) == ("gathering", 0, 0, 12)
    assert view["you"] == {"seat": 0, "hand": [], "kept": [], "submitted": [], "votes": [], "trap": None}
    assert [action["type"] for action in view["actions"]] == ["bot", "move", "stand", "abandon"]


def test_a_match_opens_with_every_option() -> None:
    ada = Player()
    clock = {"clue": 60, "submit": 45, "vote": 30, "reveal": 15}
    match = ada.open(
        ruleset="classic", decks=["base"], seats=4, visibility="unlisted", first="host", clock=clock, on_timeout="skip"
    )
    opened = ada.events(match)[0]["data"]
    assert (opened["seats"], opened["visibility"], opened["first"]) == (4, "unlisted", "host")
    assert (opened["on_timeout"], opened["clock"]) == ("skip", clock)
    assert [deck["name"] for deck in opened["decks"]] == ["base"]


def test_clocks_are_off_and_players_claim_unless_told_otherwise() -> None:
    ada = Player()
    opened = ada.events(ada.open())[0]["data"]
    assert opened["clock"] == {"clue": None, "submit": None, "vote": None, "reveal": None}
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
def test_what_no_match_can_be_is_refused_with_the_place_of_the_fault(body, code: str, pointer: str) -> None:
    answer = Player().send("POST", "/matches", body)
    assert (answer.status, answer.code) == (400, "invalid")
    assert [(error["pointer"], error["code"]) for error in answer.json["errors"]] == [(pointer, code)]


@pytest.mark.parametrize("seats", [1, 2, 13])
def test_a_table_has_as_many_places_as_the_rules_allow(seats: int) -> None:
    assert Player().send("POST", "/matches", {"ruleset": "odyssey", "seats": seats}).code == "wrong_player_count"


def test_laps_are_refused_where_the_rules_count_none() -> None:
    answer = Player().send("POST", "/matches", {"ruleset": "odyssey", "laps": 2})
    assert (answer.status, answer.code) == (422, "not_in_these_rules")
    assert [error["pointer"] for error in answer.json["errors"]] == ["/laps"]


@pytest.mark.parametrize("visibility", ["public", "unlisted"])
def test_whoever_may_read_may_watch(visibility: str) -> None:
    table = Table(visibility=visibility).start()
    zoe = Player("Zoe")
    view = zoe.view(table.id)
    assert view["you"] is None
    assert view == zoe.view(table.id, as_="public")


def test_a_stranger_sees_the_open_seats_and_the_public_does_not() -> None:
    match = Player().open(seats=3)
    zoe = Player("Zoe")
    assert zoe.view(match)["actions"] == [{"type": "sit", "seats": [1, 2]}]
    assert zoe.view(match, as_="public")["actions"] == []


def test_a_view_carries_its_version_for_if_match() -> None:
    table = Table().start()
    answer = table.host.get(f"/matches/{table.id}")
    assert answer.headers["etag"] == f'"{answer.json["version"]}"'
    assert answer.headers["cache-control"] == "private, no-store"
    again = table.host.send("GET", f"/matches/{table.id}", if_none_match=answer.headers["etag"])
    assert again.status == 200


def test_the_view_of_a_player_shows_the_own_hand_alone() -> None:
    table = Table().start()
    hands = [player.view(table.id)["you"]["hand"] for player in table.players]
    assert [len(hand) for hand in hands] == [7, 7, 7]
    for seat, player in enumerate(table.players):
        shown = player.get(f"/matches/{table.id}").content.decode()
        others = [card for other, hand in enumerate(hands) if other != seat for card in hand]
        assert not [card for card in others if f'"{card}"' in shown]


def test_a_match_that_is_not_there_is_not_found() -> None:
    for path in ("/matches/nowhere", f"/matches/{'0' * 32}", "/matches/nowhere/events", f"/matches/{'x' * 500}"):
        assert Player().get(path).code == "not_found"


def test_a_wait_that_is_over_already_answers_at_once() -> None:
    ada = Player()
    match = ada.open()
    assert ada.view(match, after=1, wait=25)["version"] == 2
    assert ada.view(match, after=2, wait=0)["version"] == 2
    assert len(ada.events(match, after=1, wait=25)) == 1


def test_two_decks_are_one_of_168_cards() -> None:
    table = Table(decks=["base", "dusk"], ruleset="classic").start()
    decks = table.host.events(table.id)[0]["data"]["decks"]
    cards = [card for deck in decks for card in deck["cards"]]
    assert len(cards) == len(set(cards)) == 168
    assert table.host.view(table.id)["deck_count"] == 168 - 21
    hands = [card for player in table.players for card in player.view(table.id)["you"]["hand"]]
    assert len(set(hands)) == 21
    assert {card.partition("-")[0] for card in hands} == {"base", "dusk"}
    table.until("reveal")
    assert len(table.host.view(table.id)["tableau"]) == 5
