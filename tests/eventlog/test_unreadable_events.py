"""A match whose log can't be read is unavailable, keeps its log, and harms no other match.

It has an event of a newer release, or is broken.
"""

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from accounts.models import User
from games.bots.bot_turn import take_turn
from games.bots.tasks import move
from games.eventlog import match_state, unreadable_logs
from games.eventlog.event_reader import stream_head
from games.eventlog.models import Event
from games.matches.personal_feed import read_feed
from games.projections.deadline_projection import Deadline
from games.projections.models import MatchRow, TurnRow
from games.projections.rebuild import compare
from games.timers.sweep import Sweep
from tests.api.api_client import ApiResponse, Player, call_in_process
from tests.api.game_table import GameTable, legal_vote
from tests.audit.test_database_tampering import triggers_disabled
from tests.eventlog.unreadable_events import append_unreadable_event
from tests.simulated_matches import simulate_match

pytestmark = pytest.mark.django_db
KINDS = ("type", "schema")
ALL_KINDS = (*KINDS, "chain", "data")


@pytest.fixture(autouse=True)
def _nothing_is_reported_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unreadable_logs, "_reported", set())


def answers_on(match_id: str, player: Player) -> dict[str, ApiResponse]:
    """Return the answer of every kind of request about the match, reading and writing."""
    match = f"/matches/{match_id}"
    return {
        "view": player.get(match),
        "older view": player.get(match, at=3),
        "long poll": player.get(match, after=3, wait=1),
        "events": player.get(f"{match}/events"),
        "moments": player.get(f"{match}/moments"),
        "record": player.get(f"{match}/record"),
        "audit": player.get(f"{match}/audit"),
        "vote": player.command(match_id, "vote", {"slots": [1]}),
        "resign": player.command(match_id, "resign"),
        "rematch": player.send("POST", f"{match}/rematch", {}),
    }


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_every_request_about_the_match_is_answered_503_and_writes_nothing(
    kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    table = GameTable(3, ruleset="classic").start().play_until("voting")
    legal_vote(table.guessers[0], table.id)
    version = append_unreadable_event(table.id, kind)
    with caplog.at_level(logging.ERROR, "games.eventlog.unreadable_logs"):
        for name, answer in answers_on(table.id, table.host).items():
            assert (answer.status, answer.code) == (503, "unavailable"), name
            assert answer.headers["retry-after"] == str(answer.json["retry_after"]) == "10", name
            assert ("newer release" in answer.json["detail"]) is (kind in KINDS), name
    head = stream_head(table.id)
    assert head is not None
    assert head.version == version == Event.objects.filter(match_id=table.id).count()
    # Once, and not once per request.
    where = f"version {version} of" if kind in KINDS else "the log of"
    assert [f"{where} match {table.id}" in record.message for record in caplog.records] == [True]


@pytest.mark.parametrize("kind", ["type", "chain"])
@pytest.mark.parametrize("phase", ["gathering", "voting"])
def test_a_private_match_stays_hidden_from_those_who_may_not_see_it(kind: str, phase: str) -> None:
    table = GameTable(3, ruleset="classic", visibility="private", password="sesame")
    code = table.host.send("POST", f"/matches/{table.id}/invites", {}).ok(201)["code"]
    if phase == "voting":
        table.start().play_until("voting")
    append_unreadable_event(table.id, kind)
    zoe = Player("Zoe")
    for name, answer in answers_on(table.id, zoe).items():
        assert (answer.status, answer.code) == (404, "not_found"), name
    assert zoe.command(table.id, "sit", {"password": "wrong"}).code == "not_found"
    assert zoe.command(table.id, "sit", {"invite": "inv_unknown"}).code == "not_found"
    assert zoe.send("POST", f"/matches/{table.id}/invites", {}).code == "not_found"
    assert table.host.get(f"/matches/{table.id}").code == "unavailable"
    for way_in in ({"password": "sesame"}, {"invite": code}):
        assert zoe.command(table.id, "sit", way_in).code == "unavailable", way_in


def test_a_player_with_a_match_that_cannot_be_read_still_gets_an_export() -> None:
    ada = Player()
    broken, other = (ada.open(ruleset="classic") for _ in range(2))
    append_unreadable_event(broken, "data")
    said = {match["id"]: match["said"] for match in ada.get("/me/export").ok()["matches"]}
    assert said[broken] is None
    assert ada.name in [text["text"] for text in said[other]]


def test_a_match_of_a_newer_rulebook_is_not_folded_by_older_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    table = GameTable(3, ruleset="classic")
    monkeypatch.setattr("games.eventlog.event_reader.RULEBOOK_VERSION", 1)

    match_state.cache_clear()
    assert table.host.get(f"/matches/{table.id}").code == "unavailable"


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_lists_and_the_personal_feed_go_on(kind: str) -> None:
    table = GameTable(3, ruleset="classic").start()
    other = table.host.open(ruleset="classic")
    append_unreadable_event(table.id, kind)
    listed = table.host.get("/matches", mine="true").ok()["results"]
    assert {line["id"] for line in listed} == {table.id, other}
    first = table.host.get("/me/matches").ok()
    assert {line["id"] for line in first["matches"]} == {table.id, other}
    table.host.act(other, "stand")
    entries = table.host.get("/me/matches", after=first["cursor"]).ok()["entries"]
    assert {entry["match"] for entry in entries} <= {other}
    assert read_feed(table.host.id, None).matches
    assert table.players[1].send("POST", "/quick", {"ruleset": "classic"}, key="quick").status in (200, 201)


def test_the_audit_page_says_so_and_staff_pages_too() -> None:
    match = simulate_match("classic", 3, until="storytelling").match_id
    MatchRow.objects.filter(match_id=match).update(visibility="public", status="over")
    append_unreadable_event(match, "type")
    page = call_in_process("GET", f"/matches/{match}/audit", headers={"Accept": "text/html"})
    assert page.status == 503
    assert "newer release" in page.content.decode()
    # Whether a match exists that isn't over and public isn't revealed to anybody.
    MatchRow.objects.filter(match_id=match).update(visibility="private")
    assert Client().get(f"/api/v1/matches/{match}/audit").status_code == 401
    staff = Client()
    staff.force_login(User.objects.create_superuser("root", "a long password"))
    for path in ("change/", "audit/", "story/"):
        answer = staff.get(f"/admin/staff/match/{match}/{path}")
        assert answer.status_code == 503, path
        assert "newer release" in answer.content.decode()


def test_the_clock_and_computer_players_pass_it_over_and_log_it_once(caplog: pytest.LogCaptureFixture) -> None:
    table = GameTable(3, ruleset="classic").start()
    append_unreadable_event(table.id, "type")
    sweep = Sweep()
    deadline = Deadline(match_id=table.id, phase="1.storytelling", due_at=sweep.clock.now())
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            sweep._submit_when_due(deadline)
            sweep._collect(list(sweep._in_flight))
            move(table.id, "1.storytelling", 0)
    assert sweep._ended_count == 0
    assert len([record for record in caplog.records if table.id in record.getMessage()]) == 1
    assert caplog.records[0].exc_info is None
    assert TurnRow.objects.count() == 0
    assert take_turn(table.id, "1.storytelling", 0) is None


def run_command(name: str, **options: Any) -> tuple[str, str]:
    """Run a command that must fail; return its output and its error."""
    out = StringIO()
    with pytest.raises(CommandError) as raised:
        call_command(name, stdout=out, **options)
    assert raised.value.returncode == 1
    return out.getvalue(), str(raised.value)


SPOILING_STATEMENTS = {
    "broken chain": "UPDATE eventlog_event SET hash = 'x' WHERE match_id = %s AND version = 3",
    "unreadable opening": "UPDATE eventlog_opening SET value = '{' WHERE match_id = %s AND part = 'player'",
}


@contextmanager
def spoiled(match_id: str, kind: str) -> Iterator[None]:
    """Make the log of a match unreadable in one of several ways."""
    if kind in KINDS:
        append_unreadable_event(match_id, kind)
        yield
        return
    with triggers_disabled(), connection.cursor() as cursor:
        cursor.execute(SPOILING_STATEMENTS[kind], [match_id])
        yield


@pytest.mark.parametrize(
    ("kind", "options"),
    [("type", {}), ("schema", {"check": True}), ("broken chain", {}), ("unreadable opening", {"check": True})],
)
def test_a_rebuild_goes_past_a_match_that_it_cannot_read(kind: str, options: dict[str, Any]) -> None:
    bad, good = sorted(simulate_match("classic", 3, until="storytelling").match_id for _ in range(2))
    with spoiled(bad, kind):
        MatchRow.objects.filter(match_id=good).update(round=77)
        out, error = run_command("rebuild_projections", **options)
        assert bad in error
        assert good not in error
        assert "projections_matchrow" in out
        assert bool(compare(good)) is bool(options)


@pytest.mark.parametrize("kind", KINDS)
def test_verifying_all_goes_past_it_and_names_it(kind: str) -> None:
    bad, good = sorted(simulate_match("classic", 3, until="storytelling").match_id for _ in range(2))
    version = append_unreadable_event(bad, kind)
    out, error = run_command("verify_match", all=True)
    assert error == f"1 match could not be read: {bad}"
    assert f"version {version}" in out
    assert "verified 2 matches, 0 failed" in out
    for name in ("verify_match", "export_match", "story"):
        with pytest.raises(CommandError, match="does not know"):
            call_command(name, bad, stdout=StringIO())
    call_command("verify_match", good, stdout=StringIO())


def test_read_models_that_are_behind_are_no_invalid_record() -> None:
    match = simulate_match("classic", 3, until="storytelling").match_id
    MatchRow.objects.filter(match_id=match).update(round=77)
    out, error = run_command("verify_match", all=True)
    assert error == "the read models of 1 match are behind; rebuild_projections repairs them"
    assert "The match is valid; its read models are behind" in out
    assert "verified 1 match, 0 failed, 1 with read models that are behind" in out
    out, _ = run_command("verify_match", all=True, json=True)
    assert json.loads(out.splitlines()[-1]) == {"matches": 1, "wrong": 0, "behind": 1, "failed": 0, "keys": "ok"}


@pytest.mark.parametrize("command", ["verify_match", "rebuild_projections"])
def test_a_long_run_can_be_divided_and_resumed(command: str) -> None:
    matches = sorted(simulate_match("classic", 3, until="gathering").match_id for _ in range(3))
    options: dict[str, Any] = {"all": True} if command == "verify_match" else {}
    for chosen, expected in (
        ({"limit": 2}, 2),
        ({"after": matches[0]}, 2),
        ({"after": matches[2]}, 0),
        ({"since": "2001-01-01"}, 3),
        ({"since": "2101-01-01"}, 0),
    ):
        out = StringIO()
        arguments = [f"--{name}={value}" for name, value in chosen.items()]
        call_command(command, *arguments, json=True, stdout=out, **options)
        assert json.loads(out.getvalue().splitlines()[-1])["matches"] == expected, chosen
