"""Quick match, matches that start automatically, and the limit on a player's open matches."""

from datetime import UTC, datetime
from typing import Any

import pytest

from accounts.models import SCOPES, Token
from games.audit.record_verifier import verify_record
from games.matches.deadline_command import expire_phase
from games.projections import deadline_projection
from games.projections.rebuild import compare
from games.protocol import command_specs
from tests.api.api_client import ApiResponse, Player
from tests.api.game_table import GameTable
from tests.conformance.verifier.independent_verdict import verify_independently

pytestmark = pytest.mark.django_db


def request_quick_match(player: Player, **body: Any) -> ApiResponse:
    key = body.pop("key", None)
    return player.send("POST", "/quick", {"ruleset": "classic", **body}, key=key)


def create_players(count: int) -> list[Player]:
    return [Player(f"P{number}") for number in range(count)]


def test_quick_match_fills_one_match_before_opening_another() -> None:
    responses = [request_quick_match(player) for player in create_players(5)]
    assert [answer.status for answer in responses] == [201, 200, 200, 200, 201]
    first, *others, fifth = (answer.json for answer in responses)
    assert {view["id"] for view in others} == {first["id"]} != {fifth["id"]}
    assert [view["you"]["seat"] for view in (first, *others)] == [0, 1, 2, 3]
    assert (first["start"], first["places"], first["status"]) == ("full", 4, "gathering")
    assert responses[1].headers["location"] == f"/api/v1/matches/{first['id']}"
    assert others[0]["receipt"]["match"] == first["id"]


def test_a_full_match_is_started_by_the_clock() -> None:
    players = create_players(4)
    match = [request_quick_match(player) for player in players][-1].json["id"]
    (due,) = deadline_projection.due_deadlines(datetime.now(UTC), 10)
    assert (due.match_id, due.phase) == (match, "0.gathering")
    ticks = [expire_phase(match, due.phase, due.due_at) for _ in range(2)]
    assert [played is not None and played.event_batch is not None for played in ticks] == [True, False]
    started = players[0].events(match, after=5)[0]
    assert (started["type"], started["actor"]) == ("match_started", "clock")
    view = players[3].view(match)
    assert (view["status"], view["phase"]["deadline_at"] is not None) == ("playing", True)
    assert compare(match) == []
    for player in players:
        player.act(match, "abandon")
    record = players[0].send("GET", f"/matches/{match}/record").content
    assert (verify_record(record).ok, verify_independently(record).ok) == (True, True)


def test_a_freed_seat_cancels_the_automatic_start_but_the_host_may_start() -> None:
    players = create_players(4)
    match = [request_quick_match(player) for player in players][-1].json["id"]
    (due,) = deadline_projection.due_deadlines(datetime.now(UTC), 10)
    players[3].act(match, "stand")
    assert deadline_projection.due_deadlines(datetime.now(UTC), 10) == []
    assert expire_phase(match, due.phase, due.due_at) is None
    players[0].act(match, "start")


def test_quick_match_is_idempotent_and_keeps_seated_players() -> None:
    ada, ben = create_players(2)
    opened, joined = request_quick_match(ada, key="once"), request_quick_match(ben, key="once")
    for player, response in ((ada, opened), (ben, joined)):
        repeated = request_quick_match(player, key="once")
        assert (repeated.status, repeated.content) == (response.status, response.content)
        assert request_quick_match(player).json["id"] == opened.json["id"]
    assert request_quick_match(ada, key="once", seats=5).code == "idempotency_mismatch"
    assert len(ada.view(opened.json["id"])["seats"]) == 2


@pytest.mark.parametrize(
    "options",
    [
        {"ruleset": "odyssey"},
        {"seats": 5},
        {"visibility": "unlisted"},
        {"visibility": "private", "password": "sesame"},
        {"start": "host"},
        {"clock": {"vote": 30}},
        {"on_timeout": "abort"},
    ],
)
def test_a_match_with_other_options_is_not_joined(options: Any) -> None:
    Player().open(**{"ruleset": "classic", "seats": 4, "start": "full", **options})
    assert request_quick_match(Player(), seats=4, clock={}).status == 201


def test_unspecified_options_accept_any_match() -> None:
    match = Player().open(ruleset="classic", seats=6, start="full", clock={"vote": 30})
    assert request_quick_match(Player()).json["id"] == match
    assert request_quick_match(Player(), seats=6, clock={"vote": 30}).json["id"] == match


def test_a_kicked_player_gets_another_match() -> None:
    ada, ben = create_players(2)
    match = request_quick_match(ada).json["id"]
    request_quick_match(ben)
    ada.command(match, "clear", {"seat": 1}).ok()
    assert request_quick_match(ben).status == 201


def test_quick_match_requires_the_create_and_play_scopes() -> None:
    for lacking in ("match:create", "match:play"):
        ada = Player()
        Token.objects.filter(user=ada.id).update(scopes=[scope for scope in SCOPES if scope != lacking])
        response = request_quick_match(ada)
        assert (response.code, response.json["required_scope"]) == ("missing_scope", lacking)


def test_unplayable_options_are_refused() -> None:
    ada = Player()
    assert request_quick_match(ada, ruleset="chess").code == "invalid"
    assert request_quick_match(ada, seats=9).code == "wrong_player_count"
    gaps = {"base": "classic", "name": "gaps", "players": [3, 5]}
    assert ada.send("POST", "/matches", {"ruleset": gaps, "seats": 4, "start": "full"}).code == "wrong_player_count"


def set_seat_quota(settings: Any, monkeypatch: pytest.MonkeyPatch, quota: int) -> None:
    settings.RATE_LIMITS = 1
    monkeypatch.setattr(command_specs, "MAX_SEATS_PER_GUEST", quota)


def test_the_number_of_seats_in_unfinished_matches_is_limited(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    set_seat_quota(settings, monkeypatch, 3)
    ada, ben = create_players(2)
    first = ada.send("POST", "/matches", {"ruleset": "classic"}, key="first")
    bens_match = ben.open(ruleset="odyssey")
    ada.sit(bens_match)
    assert request_quick_match(ada).status == 201
    for refused in (
        ada.send("POST", "/matches", {"ruleset": "classic"}),
        request_quick_match(ada, ruleset="odyssey"),
        ada.command(ben.open(ruleset="classic"), "sit"),
    ):
        assert (refused.status, refused.code) == (409, "too_many_matches")
    # The refusal has left nothing behind, and a repeated command still gets its first answer.
    assert len(ada.get("/matches?mine=true").ok()["results"]) == 3
    assert ada.send("POST", "/matches", {"ruleset": "classic"}, key="first").content == first.content
    ada.act(bens_match, "stand")
    ada.open(ruleset="classic")


def test_a_seat_counts_until_its_player_resigns(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    table = GameTable(3, ruleset="classic").start()
    set_seat_quota(settings, monkeypatch, 1)
    ben = table.players[1]
    assert ben.send("POST", "/matches", {"ruleset": "classic"}).code == "too_many_matches"
    ben.act(table.id, "resign")
    ben.open(ruleset="classic")


def test_the_rules_reason_to_refuse_a_seat_comes_before_the_quota(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = Player()
    match_id = ada.open(ruleset="classic")
    set_seat_quota(settings, monkeypatch, 1)
    assert ada.command(match_id, "sit").code == "already_seated"


def test_rate_limits_scales_the_seat_quota(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    set_seat_quota(settings, monkeypatch, 1)
    settings.RATE_LIMITS = 1.5
    ada = Player()
    assert [ada.send("POST", "/matches", {"ruleset": "classic"}).status for _ in range(3)] == [201, 201, 409]
    settings.RATE_LIMITS = 0
    ada.open(ruleset="classic")


def test_a_seat_in_a_rematch_counts(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    table = GameTable(3, ruleset="classic").start().abandon()
    set_seat_quota(settings, monkeypatch, 1)
    table.host.open()
    assert table.host.command(table.id, "rematch").code == "too_many_matches"
    assert table.players[1].command(table.id, "rematch").status == 201
    assert table.host.command(table.id, "rematch").code == "too_many_matches"
