"""Matches by house rules: what can be asked for, what is refused and where, and that it is played as agreed."""

from typing import Any

import pytest

from games.protocol import ruleset_bodies
from tests.api.client import Answer, Json, Player, inside
from tests.api.table import Table

pytestmark = pytest.mark.django_db


def ours(base: str = "odyssey", **changes: Any) -> Json:
    return {"base": base, "name": "ours", **changes}


def whole(name: str = "odyssey", **changes: Any) -> Json:
    """A printed rule set as it is listed, with changes, under another name."""
    printed = inside("GET", f"/rulesets/{name}").ok()
    numbers = {name: value for name, value in printed.items() if name not in ("source", "note")}
    return {**numbers, "name": "ours", **changes}


def asked(ruleset: Any, **options: Any) -> Answer:
    return Player().send("POST", "/matches", {"ruleset": ruleset, **options})


def errors(answer: Answer) -> list[tuple[str, str]]:
    return [(error["pointer"], error["code"]) for error in answer.json["errors"]]


def test_changes_to_a_printed_rule_set_are_the_same_as_all_of_it() -> None:
    changed = asked(ours(bonus_cap=2, end={"points": 40})).ok(201)["ruleset"]
    assert changed == asked(whole(bonus_cap=2, end={"points": 40})).ok(201)["ruleset"]
    assert changed == whole(bonus_cap=2, end={"points": 40, "laps": None, "deck": False})


def test_null_is_a_change_and_what_is_not_given_is_none() -> None:
    rules = asked(ours(bonus_cap=None, single_vote_point_from=None)).ok(201)["ruleset"]
    assert (rules["bonus_cap"], rules["single_vote_point_from"]) == (None, None)
    assert rules["hand"] == [[3, 7], [4, 6]]


def test_the_match_and_its_first_event_tell_the_whole_rules() -> None:
    ada = Player()
    match = ada.open(ruleset=ours("party", crowd={"cap": None}), seats=6)
    opened = ada.events(match)[0]["data"]["ruleset"]
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
        (ours("chess"), "/ruleset/base", "unknown_ruleset"),
        (ours("ours"), "/ruleset/base", "unknown_ruleset"),
        (ours(name="Ours"), "/ruleset/name", "wrong_value"),
        (ours(name=None), "/ruleset/name", "wrong_value"),
        (ours(speed=3), "/ruleset/speed", "unknown_field"),
        (ours(players=[]), "/ruleset/players", "wrong_value"),
        (ours(players=[2, 3]), "/ruleset/players/0", "wrong_value"),
        (ours(players=list(range(3, 14))), "/ruleset/players", "wrong_value"),
        (ours(hand=6), "/ruleset/hand", "wrong_value"),
        (ours(hand=[[3, 7, 1]]), "/ruleset/hand/0", "wrong_value"),
        (ours(hand=[[3, 0]]), "/ruleset/hand/0/1", "wrong_value"),
        (ours(hand=[[3, 6], [4, 21]]), "/ruleset/hand/1/1", "wrong_value"),
        (ours(submits=[[3, True]]), "/ruleset/submits/0/1", "wrong_value"),
        (ours(bonus_cap="none"), "/ruleset/bonus_cap", "wrong_value"),
        (ours(crowd={"cap": 1}), "/ruleset/crowd/cap", "wrong_value"),
        (ours(crowd={"trap": False}), "/ruleset/crowd/trap", "unknown_field"),
        (ours(end={"points": 0}), "/ruleset/end/points", "wrong_value"),
        (ours(end=None), "/ruleset/end", "wrong_value"),
        (ours(refill="never"), "/ruleset/refill", "wrong_value"),
        (ours(teams=1), "/ruleset/teams", "wrong_value"),
    ],
)
def test_what_is_no_rule_set_is_refused_with_its_place(ruleset: Any, pointer: str, code: str) -> None:
    answer = asked(ruleset)
    assert (answer.status, answer.code) == (400, "invalid")
    assert errors(answer) == [(pointer, code)]


def test_without_a_base_every_parameter_must_be_there() -> None:
    answer = asked({"name": "ours", "players": [3, 4]})
    assert (answer.status, answer.code) == (400, "invalid")
    given = {"name", "players", "airship"}
    assert errors(answer) == [
        (f"/ruleset/{name}", "missing_field") for name in ruleset_bodies.RULESET_PARAMETERS if name not in given
    ]
    assert errors(asked({}))[0] == ("/ruleset/name", "missing_field")


def test_all_faults_are_told_at_once() -> None:
    answer = asked({"base": "odyssey", "hand": [[3, 1], [4, 9]], "end": {"points": 9, "laps": 1}, "refill": "none"})
    assert (answer.status, answer.code) == (422, "unsound_rules")
    assert errors(answer) == [
        ("/ruleset/name", "name_taken"),
        ("/ruleset/end", "wrong_end"),
        ("/ruleset/refill", "wrong_refill"),
        ("/ruleset/hand", "hand_too_small"),
        ("/ruleset/hand", "not_enough_cards"),
    ]
    assert all(error["detail"].endswith(".") for error in answer.json["errors"])


def test_cards_must_suffice_for_these_decks_and_seats() -> None:
    greedy = ours(hand=[[3, 10]])
    assert errors(asked(greedy)) == [("/ruleset/hand", "not_enough_cards")]
    assert asked(greedy, seats=8).status == 201
    assert asked(greedy, decks=["base", "dusk"]).status == 201


def test_nothing_is_opened_by_rules_that_are_refused() -> None:
    ada = Player()
    ada.send("POST", "/matches", {"ruleset": ours(refill="none")})
    assert ada.get("/matches", mine="true").ok()["results"] == []


def test_a_house_rule_has_as_many_places_as_it_is_for() -> None:
    assert asked(ours(players=[3, 4])).ok(201)["places"] == 4
    assert asked(ours(players=[3, 4]), seats=5).code == "wrong_player_count"


def test_laps_are_agreed_on_where_rules_count_them() -> None:
    for name in ("party", ours("party"), "team", ours(end={"laps": 5})):
        assert asked(name, laps=3).ok(201)["ruleset"]["end"] == {"points": None, "laps": 3, "deck": False}
    assert asked("party").ok(201)["ruleset"]["end"]["laps"] == 1
    for name in ("odyssey", "party-30", ours(), ours("party", end={"points": 30})):
        answer = asked(name, laps=3)
        assert (answer.code, errors(answer)) == ("not_in_these_rules", [("/laps", "not_in_these_rules")])


def test_the_lobby_finds_matches_by_the_name_of_a_house_rule() -> None:
    ada = Player()
    match = ada.open(ruleset=ours(name="odyssey-40", end={"points": 40}))
    ada.open()
    (line,) = ada.get("/matches", ruleset="odyssey-40").ok()["results"]
    assert (line["id"], line["ruleset"]) == (match, "odyssey-40")
    assert len(ada.get("/matches", ruleset="odyssey").ok()["results"]) == 1


def test_the_same_key_with_other_rules_is_another_request() -> None:
    ada = Player()
    first = ada.send("POST", "/matches", {"ruleset": ours()}, key="k1")
    assert ada.send("POST", "/matches", {"ruleset": ours()}, key="k1").json == first.ok(201)
    assert ada.send("POST", "/matches", {"ruleset": ours(bonus_cap=1)}, key="k1").code == "idempotency_mismatch"


PLAYED = {
    "odyssey for a lap": (3, {"ruleset": ours(end={"laps": 1})}, 3, "laps"),
    "classic to five points": (3, {"ruleset": ours("classic", end={"points": 5})}, None, "points"),
    "party for two laps, without a cap": (
        4,
        {
            "ruleset": ours(
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
        {"ruleset": ours("team", hand=[[6, 12]], end={"deck": True}, refill="none"), "seats": 6},
        3,
        "last_card",
    ),
}


@pytest.mark.parametrize(("players", "options", "rounds", "why"), PLAYED.values(), ids=PLAYED)
def test_a_match_by_house_rules_is_played_to_its_end(players: int, options: Json, rounds: int | None, why: str) -> None:
    table = Table(players, **options).start().until("over")
    view = table.host.view(table.id)
    ended = table.host.events(table.id)[-1]
    assert (ended["type"], ended["data"]["why"], ended["data"]["status"]) == ("match_ended", why, "over")
    assert rounds in (None, view["round"])
    assert view["winners"]
