"""Matches by house rules: what may be requested, which requests are refused and where, and that the rules apply."""

from typing import Any

import pytest

from games.protocol import ruleset_bodies
from tests.api.api_client import ApiResponse, Json, Player, call_in_process
from tests.api.game_table import GameTable

pytestmark = pytest.mark.django_db


def house_rules(base: str = "odyssey", **changes: Any) -> Json:
    return {"base": base, "name": "ours", **changes}


def full_ruleset(name: str = "odyssey", **changes: Any) -> Json:
    """Return a complete house rule set: a printed one with changes and another name."""
    printed = call_in_process("GET", f"/rulesets/{name}").ok()
    numbers = {name: value for name, value in printed.items() if name not in ("source", "note")}
    return {**numbers, "name": "ours", **changes}


def open_with_ruleset(ruleset: Any, **options: Any) -> ApiResponse:
    return Player().send("POST", "/matches", {"ruleset": ruleset, **options})


def field_errors(response: ApiResponse) -> list[tuple[str, str]]:
    return [(error["pointer"], error["code"]) for error in response.json["errors"]]


def test_changes_to_a_printed_ruleset_equal_the_full_ruleset() -> None:
    changed = open_with_ruleset(house_rules(bonus_cap=2, end={"points": 40})).ok(201)["ruleset"]
    assert changed == open_with_ruleset(full_ruleset(bonus_cap=2, end={"points": 40})).ok(201)["ruleset"]
    assert changed == full_ruleset(bonus_cap=2, end={"points": 40, "laps": None, "deck": False})


def test_null_changes_a_parameter_and_omitting_it_does_not() -> None:
    rules = open_with_ruleset(house_rules(bonus_cap=None, single_vote_point_from=None)).ok(201)["ruleset"]
    assert (rules["bonus_cap"], rules["single_vote_point_from"]) == (None, None)
    assert rules["hand"] == [[3, 7], [4, 6]]


def test_the_match_and_its_first_event_have_the_full_ruleset() -> None:
    ada = Player()
    match = ada.open(ruleset=house_rules("party", crowd={"cap": None}), seats=6)
    event = ada.events(match)[0]
    (name,) = (part["value"]["name"] for part in event["opened"] if part["part"] == "ruleset_name")
    opened = {**event["data"]["ruleset"], "name": name}
    assert opened == ada.view(match)["ruleset"] == Player("Zoe").view(match)["ruleset"]
    assert opened["crowd"] == {"cap": None, "blind": "storyteller", "pass_hands": False}
    assert ada.view(match)["places"] == 6


@pytest.mark.parametrize(
    ("ruleset", "pointer", "code"),
    [
        (7, "/ruleset", "wrong_value"),
        (None, "/ruleset", "wrong_value"),
        ([], "/ruleset", "wrong_value"),
        ("Odyssey", "/ruleset", "wrong_value"),
        (house_rules("chess"), "/ruleset/base", "unknown_ruleset"),
        (house_rules("ours"), "/ruleset/base", "unknown_ruleset"),
        (house_rules(name="Ours"), "/ruleset/name", "wrong_value"),
        (house_rules(name=None), "/ruleset/name", "wrong_value"),
        (house_rules(speed=3), "/ruleset/speed", "unknown_field"),
        (house_rules(players=[]), "/ruleset/players", "wrong_value"),
        (house_rules(players=[2, 3]), "/ruleset/players/0", "wrong_value"),
        (house_rules(players=list(range(3, 14))), "/ruleset/players", "wrong_value"),
        (house_rules(hand=6), "/ruleset/hand", "wrong_value"),
        (house_rules(hand=[[3, 7, 1]]), "/ruleset/hand/0", "wrong_value"),
        (house_rules(hand=[[3, 0]]), "/ruleset/hand/0/1", "wrong_value"),
        (house_rules(hand=[[3, 6], [4, 21]]), "/ruleset/hand/1/1", "wrong_value"),
        (house_rules(submits=[[3, True]]), "/ruleset/submits/0/1", "wrong_value"),
        (house_rules(bonus_cap="none"), "/ruleset/bonus_cap", "wrong_value"),
        (house_rules(crowd={"cap": 1}), "/ruleset/crowd/cap", "wrong_value"),
        (house_rules(crowd={"trap": False}), "/ruleset/crowd/trap", "unknown_field"),
        (house_rules(end={"points": 0}), "/ruleset/end/points", "wrong_value"),
        (house_rules(end=None), "/ruleset/end", "wrong_value"),
        (house_rules(refill="never"), "/ruleset/refill", "wrong_value"),
        (house_rules(teams=1), "/ruleset/teams", "wrong_value"),
    ],
)
def test_an_invalid_ruleset_is_refused_with_a_pointer(ruleset: Any, pointer: str, code: str) -> None:
    response = open_with_ruleset(ruleset)
    assert (response.status, response.code) == (400, "invalid")
    assert field_errors(response) == [(pointer, code)]


def test_without_a_base_every_parameter_is_required() -> None:
    response = open_with_ruleset({"name": "ours", "players": [3, 4]})
    assert (response.status, response.code) == (400, "invalid")
    given = {"name", "players", "airship"}
    assert field_errors(response) == [
        (f"/ruleset/{name}", "missing_field") for name in ruleset_bodies.RULESET_PARAMETERS if name not in given
    ]
    assert field_errors(open_with_ruleset({}))[0] == ("/ruleset/name", "missing_field")


def test_all_ruleset_errors_are_reported_together() -> None:
    response = open_with_ruleset(
        {"base": "odyssey", "hand": [[3, 1], [4, 9]], "end": {"points": 9, "laps": 1}, "refill": "none"}
    )
    assert (response.status, response.code) == (422, "unsound_rules")
    assert field_errors(response) == [
        ("/ruleset/name", "name_taken"),
        ("/ruleset/end", "wrong_end"),
        ("/ruleset/refill", "wrong_refill"),
        ("/ruleset/hand", "hand_too_small"),
        ("/ruleset/hand", "not_enough_cards"),
    ]
    assert all(error["detail"].endswith(".") for error in response.json["errors"])


def test_the_decks_must_have_enough_cards_for_the_seats() -> None:
    greedy = house_rules(hand=[[3, 10]])
    assert field_errors(open_with_ruleset(greedy)) == [("/ruleset/hand", "not_enough_cards")]
    assert open_with_ruleset(greedy, seats=8).status == 201
    assert open_with_ruleset(greedy, decks=["base", "dusk"]).status == 201


def test_refused_house_rules_open_no_match() -> None:
    ada = Player()
    ada.send("POST", "/matches", {"ruleset": house_rules(refill="none")})
    assert ada.get("/matches", mine="true").ok()["results"] == []


def test_house_rules_determine_the_number_of_seats() -> None:
    assert open_with_ruleset(house_rules(players=[3, 4])).ok(201)["places"] == 4
    assert open_with_ruleset(house_rules(players=[3, 4]), seats=5).code == "wrong_player_count"


def test_laps_are_accepted_only_by_rulesets_that_count_them() -> None:
    for name in ("party", house_rules("party"), "team", house_rules(end={"laps": 5})):
        assert open_with_ruleset(name, laps=3).ok(201)["ruleset"]["end"] == {"points": None, "laps": 3, "deck": False}
    assert open_with_ruleset("party").ok(201)["ruleset"]["end"]["laps"] == 1
    for name in ("odyssey", "party-30", house_rules(), house_rules("party", end={"points": 30})):
        response = open_with_ruleset(name, laps=3)
        assert (response.code, field_errors(response)) == ("not_in_these_rules", [("/laps", "not_in_these_rules")])


def test_the_lobby_can_be_filtered_by_house_ruleset_name() -> None:
    ada = Player()
    match = ada.open(ruleset=house_rules(name="odyssey-40", end={"points": 40}))
    ada.open()
    (entry,) = ada.get("/matches", ruleset="odyssey-40").ok()["results"]
    assert (entry["id"], entry["ruleset"]) == (match, "odyssey-40")
    assert len(ada.get("/matches", ruleset="odyssey").ok()["results"]) == 1


def test_a_key_reused_with_other_rules_is_an_idempotency_mismatch() -> None:
    ada = Player()
    first = ada.send("POST", "/matches", {"ruleset": house_rules()}, key="k1")
    assert ada.send("POST", "/matches", {"ruleset": house_rules()}, key="k1").json == first.ok(201)
    assert ada.send("POST", "/matches", {"ruleset": house_rules(bonus_cap=1)}, key="k1").code == "idempotency_mismatch"


HOUSE_RULE_MATCHES = {
    "odyssey for a lap": (3, {"ruleset": house_rules(end={"laps": 1})}, 3, "laps"),
    "classic to five points": (3, {"ruleset": house_rules("classic", end={"points": 5})}, None, "points"),
    "party for two laps, without a cap": (
        4,
        {
            "ruleset": house_rules(
                "party",
                players=[4],
                hand=[[4, 2]],
                submits=[[4, 1]],
                votes=[[4, 1]],
                lone_finder=[[4, 3]],
                crowd={"cap": None, "blind": "everyone", "pass_hands": True},
            ),
            "laps": 2,
        },
        8,
        "laps",
    ),
    "teams to the last card": (
        6,
        {"ruleset": house_rules("team", hand=[[6, 12]], end={"deck": True}, refill="none"), "seats": 6},
        3,
        "last_card",
    ),
}


@pytest.mark.parametrize(("players", "options", "rounds", "why"), HOUSE_RULE_MATCHES.values(), ids=HOUSE_RULE_MATCHES)
def test_a_match_by_house_rules_is_played_to_its_end(players: int, options: Json, rounds: int | None, why: str) -> None:
    table = GameTable(players, **options).start().play_until("over")
    view = table.host.view(table.id)
    ended = table.host.events(table.id)[-1]
    assert (ended["type"], ended["data"]["why"], ended["data"]["status"]) == ("match_ended", why, "over")
    assert rounds in (None, view["round"])
    assert view["winners"]
