"""Calling time, skipped seats and lobbies whose host is away, over HTTP."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.conf import settings

from games.projections.rebuild import compare
from tests.api.api_client import Json, Player
from tests.api.chain_checks import check_chain
from tests.api.game_table import GameTable, legal_vote
from tests.api.passing_time import database_clock_ahead_by, end_phase

pytestmark = pytest.mark.django_db

CALL_AFTER, CALL_GRACE = timedelta(seconds=60), timedelta(seconds=30)
MATCH_OPTIONS: Json = {"ruleset": "classic", "call_after": 60, "call_grace": 30}


def parse_time(text: str) -> datetime:
    return datetime.fromisoformat(text)


def action_of(view: Json, name: str) -> Json | None:
    return next((action for action in view["actions"] if action["type"] == name), None)


def play_cards(player: Player, match: str) -> None:
    action = action_of(player.view(match), "cards")
    assert action is not None
    player.act(match, "cards", {"cards": action["cards"][: action["count"]]})


def table_in_submitting(player_count: int = 3, **options: Any) -> GameTable:
    """Return a match without a clock in which Ada has given the clue."""
    table = GameTable(player_count, **{**MATCH_OPTIONS, **options}).start()
    table.host.act(table.id, "clue", {"card": table.host.view(table.id)["you"]["hand"][0], "clue": {"kind": "mime"}})
    return table


def table_with_skipped_seats(player_count: int = 3) -> GameTable:
    """Return a match in which all but the first and the last player have missed the cards and the vote of round 1."""
    table = table_in_submitting(player_count, clock={"submit": 60, "vote": 60})
    present = table.players[-1]
    play_cards(present, table.id)
    end_phase(table.id)
    present.act(table.id, "vote", legal_vote(present, table.id))
    end_phase(table.id)
    return table


def open_under_rulebook_1(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let matches be opened as they were before there were skipped seats."""
    monkeypatch.setattr(settings, "NEW_MATCH_RULEBOOK", 1)


def test_a_match_without_a_clock_is_saved_by_calling_time() -> None:
    table = table_in_submitting()
    ada, ben, cleo = table.players
    play_cards(ben, table.id)
    began_at = parse_time(next(event["at"] for event in ada.events(table.id) if event["type"] == "clue_given"))
    view = ben.view(table.id)
    assert action_of(view, "call_time") == {
        "type": "call_time",
        "from": (began_at + CALL_AFTER).isoformat().replace("+00:00", "Z"),
    }
    assert view["phase"]["deadline_at"] is None
    assert action_of(cleo.view(table.id), "call_time") is None
    early = ben.command(table.id, "call_time")
    assert (early.status, early.code) == (409, "too_early")
    with database_clock_ahead_by(CALL_AFTER):
        owing = cleo.command(table.id, "call_time")
        assert (owing.status, owing.code) == (409, "you_owe_a_move")
        called = ben.act(table.id, "call_time")["events"][0]
        again = ada.command(table.id, "call_time")
        assert (again.status, again.code) == (409, "has_deadline")
    assert (called["type"], called["actor"]) == ("time_called", 1)
    deadline_at = parse_time(called["at"]) + CALL_GRACE
    assert called["data"]["seat"] == 1
    assert called["data"]["phase"] == "1.submitting"
    assert parse_time(called["data"]["deadline_at"]) == deadline_at
    view = ben.view(table.id)
    assert parse_time(view["phase"]["deadline_at"]) == deadline_at
    assert action_of(view, "call_time") is None
    end_phase(table.id)
    assert ben.view(table.id)["phase"]["name"] == "voting"
    check_chain(ada.events(table.id))
    assert compare(table.id) == []


def test_a_seat_is_skipped_until_its_player_resumes() -> None:
    table = table_with_skipped_seats()
    ada, ben, cleo = table.players
    view = ada.view(table.id)
    assert [seat["skipped"] for seat in view["seats"]] == [False, True, False]
    assert view["phase"]["waiting_for"] == [0, 2], "in the reveal a skipped seat isn't waited for"
    assert action_of(view, "resume") is None
    assert action_of(ben.view(table.id), "resume") == {"type": "resume"}
    resumed = ben.act(table.id, "resume")["events"][0]
    assert (resumed["type"], resumed["actor"]) == ("seat_resumed", 1)
    assert resumed["data"] == {"seat": 1, "deadline_at": None}
    view = ben.view(table.id)
    assert (view["seats"][1]["skipped"], action_of(view, "resume")) == (False, None)
    again = ben.command(table.id, "resume")
    assert (again.status, again.code) == (409, "already_done")
    assert ben.command(table.id, "ready").code == "already_done", "this phase no longer waits for the seat"
    for player in (ada, cleo):
        player.act(table.id, "ready")
    assert ben.view(table.id)["phase"]["waiting_for"] == [1]
    check_chain(ada.events(table.id))
    assert compare(table.id) == []


def test_both_commands_need_a_seat_and_a_running_match() -> None:
    table = GameTable(3, **MATCH_OPTIONS)
    for name in ("call_time", "resume"):
        assert table.host.command(table.id, name).code == "wrong_phase"
        assert Player("Zoe").command(table.id, name).code == "not_seated"
        assert table.host.command(table.id, name, {"seat": 1}).code == "invalid"
    table.start()
    assert table.host.command(table.id, "resume").code == "already_done"
    assert table.host.command(table.id, "call_time", {"phase": "1.voting"}).code == "wrong_phase"


@pytest.mark.parametrize("field", ["call_after", "call_grace"])
def test_terms_of_rulebook_2_are_refused_while_matches_are_opened_under_rulebook_1(
    monkeypatch: pytest.MonkeyPatch, field: str
) -> None:
    open_under_rulebook_1(monkeypatch)
    refusal = Player().send("POST", "/matches", {"ruleset": "classic", field: 60})
    assert (refusal.status, refusal.code) == (422, "not_in_these_rules")


def test_older_matches_do_not_have_these_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    open_under_rulebook_1(monkeypatch)
    table = GameTable(3, ruleset="classic")
    opened = table.host.events(table.id)[0]["data"]
    assert opened["rulebook"] == 1
    assert not opened.keys() & {"call_after", "call_grace"}
    terms = table.host.view(table.id)["terms"]
    assert (terms["call_after"], terms["call_grace"]) == (None, None)
    assert action_of(table.players[1].view(table.id), "start") is None
    assert table.players[1].command(table.id, "start").code == "not_the_host"
    table.start()
    for name in ("call_time", "resume"):
        refusal = table.host.command(table.id, name)
        assert (refusal.status, refusal.code) == (422, "not_in_these_rules")
        assert action_of(table.host.view(table.id), name) is None
    assert [seat["skipped"] for seat in table.host.view(table.id)["seats"]] == [False, False, False]


@pytest.mark.parametrize(
    ("options", "call_times"),
    [
        ({}, (21_600, 120)),
        ({"clock": {"clue": 60}}, (300, 120)),
        ({"call_after": 60, "call_grace": 30}, (60, 30)),
        ({"clock": {"vote": 60}, "call_after": 2_592_000, "call_grace": 604_800}, (2_592_000, 604_800)),
    ],
)
def test_the_times_for_calling_time_are_terms_of_the_match(options: Json, call_times: tuple[int, int]) -> None:
    ada = Player()
    opened = ada.events(ada.open(**options))[0]["data"]
    assert (opened["call_after"], opened["call_grace"]) == call_times


@pytest.mark.parametrize(
    ("name", "value"), [("call_after", 59), ("call_after", 2_592_001), ("call_grace", 29), ("call_grace", 604_801)]
)
def test_times_for_calling_time_have_limits(name: str, value: int) -> None:
    refusal = Player().send("POST", "/matches", {"ruleset": "classic", name: value})
    assert (refusal.status, refusal.json["errors"][0]["pointer"]) == (400, f"/{name}")


def test_quick_matches_and_rematches_of_older_matches_have_the_default_times(monkeypatch: pytest.MonkeyPatch) -> None:
    ada = Player()
    quick = ada.send("POST", "/quick", {"ruleset": "classic"}).ok(201)["id"]
    with monkeypatch.context() as patched:
        open_under_rulebook_1(patched)
        older = GameTable(3, ruleset="classic").start().abandon()
    rematch = older.host.command(older.id, "rematch").ok(201)["id"]
    for player, match, call_after in ((ada, quick, 300), (older.host, rematch, 21_600)):
        opened = player.events(match)[0]["data"]
        assert (opened["rulebook"], opened["call_after"], opened["call_grace"]) == (2, call_after, 120)


def test_a_rematch_keeps_the_times_for_calling_time() -> None:
    table = GameTable(3, **MATCH_OPTIONS).start().abandon()
    rematch = table.host.command(table.id, "rematch").ok(201)["id"]
    opened = table.host.events(rematch)[0]["data"]
    assert (opened["call_after"], opened["call_grace"]) == (60, 30)


def test_anybody_seated_may_start_a_lobby_whose_host_is_away() -> None:
    table = GameTable(3, ruleset="classic")
    ada, ben, _ = table.players
    last_change = parse_time(ada.events(table.id)[-1]["at"])
    assert action_of(ada.view(table.id), "start") == {"type": "start", "from": None}
    action = action_of(ben.view(table.id), "start")
    assert action is not None
    assert parse_time(action["from"]) == last_change + timedelta(minutes=5)
    early = ben.command(table.id, "start")
    assert (early.status, early.code) == (409, "too_early")
    with database_clock_ahead_by(timedelta(minutes=5)):
        started = ben.act(table.id, "start")["events"][0]
    assert (started["type"], started["actor"]) == ("match_started", 1)
    check_chain(ada.events(table.id))
    assert compare(table.id) == []


def test_the_view_says_when_a_lobby_or_an_idle_match_ends_by_itself() -> None:
    table = GameTable(3, **MATCH_OPTIONS)
    ada = table.host
    last_change = parse_time(ada.events(table.id)[-1]["at"])
    assert parse_time(ada.view(table.id)["expires_at"]) == last_change + timedelta(hours=24)
    table.start()
    last_event = parse_time(ada.events(table.id)[-1]["at"])
    assert parse_time(ada.view(table.id)["expires_at"]) == last_event + timedelta(days=30)
    table.abandon()
    assert ada.view(table.id)["expires_at"] is None


def test_a_phase_with_a_deadline_and_a_lobby_that_starts_by_itself_do_not_expire() -> None:
    table = GameTable(3, ruleset="classic", seats=3, start="full", clock={"clue": 60, "submit": 60})
    assert table.host.view(table.id)["expires_at"] is None
    timed = table_in_submitting(clock={"submit": 60})
    assert timed.host.view(timed.id)["phase"]["deadline_at"] is not None
    assert timed.host.view(timed.id)["expires_at"] is None


def test_a_match_that_fewer_than_half_agree_to_end_ends_an_hour_after_the_others_were_skipped() -> None:
    table = table_with_skipped_seats(5)
    ada, *_, egon = table.players
    skipped_at = [event["at"] for event in ada.events(table.id) if event["type"] == "seat_skipped"]
    assert len(skipped_at) == 3
    for player in (ada, egon):
        player.act(table.id, "abandon")
    view = ada.view(table.id)
    assert view["phase"]["deadline_at"] is None
    assert parse_time(view["expires_at"]) == parse_time(skipped_at[-1]) + timedelta(hours=1)
