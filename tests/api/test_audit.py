"""The audit over HTTP: who may request it, what it shows of a running match, and which forgeries it reports."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection

from games.eventlog import match_state
from games.eventlog.models import Opening
from games.projections.models import MatchRow
from games.records import export
from games.rulebook.audience import Audience
from tests.api.api_client import ApiResponse, Json, Player, call_in_process
from tests.api.game_table import GameTable
from tests.audit.test_database_tampering import triggers_disabled
from tests.simulated_matches import simulate_match

pytestmark = pytest.mark.django_db
BROWSER_ACCEPT_HEADER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
CARD_ID = re.compile(r"(?:base|dusk)-\d+")


@pytest.fixture(autouse=True)
def _clear_snapshot_cache() -> Iterator[None]:
    yield
    match_state.cache_clear()


def get_audit_without_token(match: str, accept: str = BROWSER_ACCEPT_HEADER) -> ApiResponse:
    """Request the audit page without a token, as a browser does."""
    return call_in_process("GET", f"/matches/{match}/audit", headers={"Accept": accept})


def audit_page(player: Player, match: str) -> str:
    response = player.send("GET", f"/matches/{match}/audit", accept=BROWSER_ACCEPT_HEADER)
    assert response.status == 200, response
    return response.content.decode()


def audit_data(player: Player, match: str) -> Json:
    return player.send("GET", f"/matches/{match}/audit").ok()


def test_the_audit_is_html_for_browsers_and_json_for_clients() -> None:
    match = simulate_match("classic", 3).match_id
    page_response = get_audit_without_token(match)
    assert page_response.headers["content-type"] == "text/html; charset=utf-8"
    assert "default-src 'none'" in page_response.headers["content-security-policy"]
    assert page_response.headers["vary"] == "Accept, Authorization"
    assert page_response.headers["cache-control"] == "private, no-store"
    for accept in ("application/json", "*/*", "text/html;q=0.5, application/json", "image/png"):
        response = get_audit_without_token(match, accept)
        assert response.headers["content-type"] == "application/json"
        assert response.json["verdict"]["ok"] is True
    for event in response.json["events"]:
        assert event["hash"] in page_response.content.decode()


def test_the_record_and_verifier_linked_from_the_audit_need_no_token() -> None:
    match = simulate_match("classic", 3).match_id
    content = get_audit_without_token(match, "*/*").ok()
    record = call_in_process("GET", content["record"].removeprefix("/api/v1"))
    assert record.status == 200
    assert content["command"].rpartition(" ")[2] in record.headers["content-disposition"]
    assert call_in_process("GET", content["verifier"].removeprefix("/api/v1")).status == 200


@pytest.mark.parametrize("path", ["audit", "record"])
def test_without_a_token_only_finished_nonprivate_matches_are_readable(path: str) -> None:
    table = GameTable(ruleset="classic", visibility="unlisted")
    private = GameTable(ruleset="classic", visibility="private", password="sesame")
    unknown_match_response = call_in_process("GET", f"/matches/{'f' * 32}/{path}")
    assert unknown_match_response.code == "unauthenticated"
    for one in (table, private):
        assert call_in_process("GET", f"/matches/{one.id}/{path}").content == unknown_match_response.content
    table.start().abandon()
    private.start().abandon()
    assert call_in_process("GET", f"/matches/{table.id}/{path}").status == 200
    assert call_in_process("GET", f"/matches/{private.id}/{path}").content == unknown_match_response.content
    assert private.host.get(f"/matches/{private.id}/{path}").status == 200
    assert Player("Zoe").get(f"/matches/{private.id}/{path}").code == "not_found"
    invalid_token = {"Authorization": "Bearer dxt_no"}
    assert call_in_process("GET", f"/matches/{table.id}/{path}", headers=invalid_token).code == "unauthenticated"


def cards_hidden_from(table: GameTable, player: Player) -> set[str]:
    """Return the cards this player must not know: neither in the events the player receives nor public."""
    known_cards = set(CARD_ID.findall(json.dumps([one["opened"] for one in player.events(table.id)])))
    view = player.view(table.id)
    known_cards |= {laid["card"] for laid in view["tableau"]}
    known_cards |= {shown["card"] for shown in (view["last_round"] or {"tableau": []})["tableau"]}
    return {card for (text,) in opening_values(table.id) for card in CARD_ID.findall(text or "")} - known_cards


def opening_values(match: str) -> list[tuple[str | None]]:
    return list(Opening.objects.filter(match_id=match).values_list("value"))


def assert_nothing_hidden_is_shown(table: GameTable) -> None:
    for player in (*table.players, Player("Zoe")):
        hidden = cards_hidden_from(table, player)
        assert len(hidden) > 40
        audit = audit_data(player, table.id)
        assert not hidden & set(CARD_ID.findall(json.dumps(audit)))
        assert not hidden & set(CARD_ID.findall(audit_page(player, table.id)))
        opened_in_events = {
            (each["version"], each["part"]) for one in player.events(table.id) for each in one["opened"]
        }
        opened_in_audit = {
            (one["version"], part["part"]) for one in audit["events"] for part in one["parts"] if is_open(part)
        }
        assert opened_in_audit == opened_in_events
        assert all(part["value"] is None for one in audit["events"] for part in one["parts"] if not is_open(part))


def is_open(part: Json) -> bool:
    return bool(part["state"] == "open")


@pytest.mark.parametrize(("ruleset", "players", "phase"), [("classic", 3, "voting"), ("party", 6, "submitting")])
def test_the_audit_of_a_running_match_shows_nothing_hidden(ruleset: str, players: int, phase: str) -> None:
    table = GameTable(players, ruleset=ruleset, seats=players).start().play_until(phase)
    table.play_next_move(table.guessers[0])
    assert_nothing_hidden_is_shown(table)


def test_the_secrecy_check_detects_another_seats_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    table = GameTable(ruleset="classic").start().play_until("voting")
    assert_nothing_hidden_is_shown(table)
    monkeypatch.setattr(export, "audience_of", lambda folded, account: Audience(1))
    with pytest.raises(AssertionError):
        assert_nothing_hidden_is_shown(table)


def test_the_secrecy_check_detects_a_running_match_treated_as_over(monkeypatch: pytest.MonkeyPatch) -> None:
    table = GameTable(ruleset="classic").start().play_until("voting")
    monkeypatch.setattr(export, "Over", object)
    with pytest.raises(AssertionError):
        assert_nothing_hidden_is_shown(table)


def test_the_audit_of_a_running_match_states_what_was_checked() -> None:
    table = GameTable(ruleset="classic").start().play_until("storytelling", round=2)
    content, page_text = audit_data(table.host, table.id), audit_page(table.host, table.id)
    assert (content["status"], content["eyes"], content["verdict"]["complete"]) == ("playing", 0, False)
    levels = {name: level["status"] for name, level in content["verdict"]["levels"].items()}
    assert levels == {"chain": "ok", "luck": "not checked", "rules": "partly", "receipts": "ok"}
    assert "Nothing wrong was found so far." in page_text
    assert content["luck"]["draws"] == [] and content["luck"]["commitments"][0]["seed"] is None
    assert audit_data(Player("Zoe"), table.id)["eyes"] is None


def test_a_lobby_has_an_audit_too() -> None:
    table = GameTable(2, ruleset="classic")
    assert audit_data(table.host, table.id)["status"] == "gathering"
    assert "No round has begun yet." in audit_page(table.host, table.id)


TAMPERING_STATEMENTS = {
    "a changed body": 'UPDATE eventlog_event SET body = replace(body, \'"at":"2\', \'"at":"3\') WHERE {at}',
    "a deleted event": "DELETE FROM eventlog_event WHERE {at}",
    "a changed opening": "UPDATE eventlog_opening SET value = '[\"base-001\"]' WHERE {at}",
}


@pytest.mark.parametrize("change", list(TAMPERING_STATEMENTS))
def test_the_audit_of_a_tampered_log_names_the_failed_level_and_version(change: str) -> None:
    """Also in a newly started process that cannot replay the log at all."""
    match = simulate_match("classic", 3).match_id
    version = 40 if change != "a changed opening" else last_sealed_version_before(match, 40)
    with triggers_disabled():
        with connection.cursor() as cursor:
            cursor.execute(TAMPERING_STATEMENTS[change].format(at=f"match_id = '{match}' AND version = {version}"))
        assert_failure_is_reported(match, None if change == "a changed opening" else version)
        match_state.cache_clear()
        assert_failure_is_reported(match, None if change == "a changed opening" else version)


def assert_failure_is_reported(match: str, version: int | None) -> None:
    """Assert that the page and the JSON report the failed level and the first bad version."""
    response, verdict = get_audit_without_token(match), get_audit_without_token(match, "*/*").json["verdict"]
    assert (response.status, verdict["ok"]) == (200, False)
    assert verdict["levels"]["chain"]["status"] == "failed"
    assert version in (None, verdict["first_bad"])
    page_text = re.sub("<.*?>", "", response.content.decode())
    assert f"The match record is invalid.Level chain, version {verdict['first_bad']}: " in page_text


def last_sealed_version_before(match: str, version: int) -> int:
    """Return the last event before a version that contains cards only one seat could see."""
    opening = Opening.objects.filter(match_id=match, part="cards", version__lt=version).order_by("-version").first()
    assert opening is not None
    return int(opening.version)


def test_an_unreadable_private_match_is_shown_to_nobody() -> None:
    simulation = simulate_match("classic", 4)
    MatchRow.objects.filter(match_id=simulation.match_id).update(visibility="private")
    with triggers_disabled(), connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM eventlog_event WHERE match_id = '{simulation.match_id}' AND version = 40")
        match_state.cache_clear()
        assert get_audit_without_token(simulation.match_id).status == 401


def test_moments_are_limited_to_those_who_may_see_the_match() -> None:
    table = GameTable(ruleset="classic", visibility="private", password="sesame").start().play_until("voting")
    content: Any = table.host.get(f"/matches/{table.id}/moments").ok()
    assert content["version"] == table.host.view(table.id)["version"]
    assert [moment["kind"] for moment in content["results"]] == ["opened", "started", "round", "clue", "reveal"]
    assert Player("Zoe").get(f"/matches/{table.id}/moments").code == "not_found"
