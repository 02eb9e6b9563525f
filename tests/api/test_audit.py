"""The audit over HTTP: who may ask, what is told of a match that is still played, what a forger leaves behind."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection

from games.eventlog import match_state
from games.eventlog.event_reader import Audience
from games.eventlog.models import Opening
from games.projections.models import MatchRow
from games.records import export
from tests.api.client import Answer, Json, Player, inside
from tests.api.table import Table
from tests.audit.test_database import triggers_off
from tests.playing import simulated

pytestmark = pytest.mark.django_db
HTML = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
CARD = re.compile(r"(?:base|dusk)-\d+")


@pytest.fixture(autouse=True)
def _as_after_a_start() -> Iterator[None]:
    yield
    match_state.cache_clear()


def asked(match: str, accept: str = HTML) -> Answer:
    """What a browser is shown, which has no token."""
    return inside("GET", f"/matches/{match}/audit", headers={"Accept": accept})


def page(player: Player, match: str) -> str:
    answer = player.send("GET", f"/matches/{match}/audit", accept=HTML)
    assert answer.status == 200, answer
    return answer.content.decode()


def data(player: Player, match: str) -> Json:
    return player.send("GET", f"/matches/{match}/audit").ok()


def test_a_browser_gets_a_page_and_a_program_the_same_as_json() -> None:
    match = simulated("classic", 3).match_id
    shown = asked(match)
    assert shown.headers["content-type"] == "text/html; charset=utf-8"
    assert "default-src 'none'" in shown.headers["content-security-policy"]
    assert shown.headers["vary"] == "Accept, Authorization"
    assert shown.headers["cache-control"] == "private, no-store"
    for accept in ("application/json", "*/*", "text/html;q=0.5, application/json", "image/png"):
        answer = asked(match, accept)
        assert answer.headers["content-type"] == "application/json"
        assert answer.json["verdict"]["ok"] is True
    for event in answer.json["events"]:
        assert event["hash"] in shown.content.decode()


def test_the_page_leads_to_a_record_that_a_browser_may_have_too() -> None:
    match = simulated("classic", 3).match_id
    told = asked(match, "*/*").ok()
    record = inside("GET", told["record"].removeprefix("/api/v1"))
    assert record.status == 200
    assert told["command"].rpartition(" ")[2] in record.headers["content-disposition"]
    assert inside("GET", told["verifier"].removeprefix("/api/v1")).status == 200


@pytest.mark.parametrize("path", ["audit", "record"])
def test_without_a_token_only_matches_that_are_over_and_not_private_are_open(path: str) -> None:
    table = Table(ruleset="classic", visibility="unlisted")
    private = Table(ruleset="classic", visibility="private", password="sesame")
    nowhere = inside("GET", f"/matches/{'f' * 32}/{path}")
    assert nowhere.code == "unauthenticated"
    for one in (table, private):
        assert inside("GET", f"/matches/{one.id}/{path}").content == nowhere.content
    table.start().abandon()
    private.start().abandon()
    assert inside("GET", f"/matches/{table.id}/{path}").status == 200
    assert inside("GET", f"/matches/{private.id}/{path}").content == nowhere.content
    assert private.host.get(f"/matches/{private.id}/{path}").status == 200
    assert Player("Zoe").get(f"/matches/{private.id}/{path}").code == "not_found"
    bad = {"Authorization": "Bearer dxt_no"}
    assert inside("GET", f"/matches/{table.id}/{path}", headers=bad).code == "unauthenticated"


def hidden_from(table: Table, player: Player) -> set[str]:
    """The cards that this player may not know of: what is neither on their page of events nor public."""
    known = set(CARD.findall(json.dumps([one["opened"] for one in player.events(table.id)])))
    view = player.view(table.id)
    known |= {laid["card"] for laid in view["tableau"]}
    known |= {shown["card"] for shown in (view["last_round"] or {"tableau": []})["tableau"]}
    return {card for (text,) in all_openings(table.id) for card in CARD.findall(text or "")} - known


def all_openings(match: str) -> list[tuple[str | None]]:
    return list(Opening.objects.filter(match_id=match).values_list("value"))


def shows_nothing_hidden(table: Table) -> None:
    for player in (*table.players, Player("Zoe")):
        hidden = hidden_from(table, player)
        assert len(hidden) > 40
        told = data(player, table.id)
        assert not hidden & set(CARD.findall(json.dumps(told)))
        assert not hidden & set(CARD.findall(page(player, table.id)))
        own = {(each["version"], each["part"]) for one in player.events(table.id) for each in one["opened"]}
        shown = {(one["version"], part["part"]) for one in told["events"] for part in one["parts"] if is_open(part)}
        assert shown == own
        assert all(part["value"] is None for one in told["events"] for part in one["parts"] if not is_open(part))


def is_open(part: Json) -> bool:
    return bool(part["state"] == "open")


@pytest.mark.parametrize(("ruleset", "players", "phase"), [("classic", 3, "voting"), ("party", 6, "submitting")])
def test_of_a_match_that_is_played_nothing_hidden_is_shown(ruleset: str, players: int, phase: str) -> None:
    table = Table(players, ruleset=ruleset, seats=players).start().until(phase)
    table.step(table.guessers[0])
    shows_nothing_hidden(table)


def test_the_test_for_secrets_sees_a_house_that_shows_another_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(ruleset="classic").start().until("voting")
    shows_nothing_hidden(table)
    monkeypatch.setattr(export, "audience_of", lambda folded, account: Audience(1))
    with pytest.raises(AssertionError):
        shows_nothing_hidden(table)


def test_the_test_for_secrets_sees_a_house_that_thinks_the_match_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(ruleset="classic").start().until("voting")
    monkeypatch.setattr(export, "Over", object)
    with pytest.raises(AssertionError):
        shows_nothing_hidden(table)


def test_of_a_match_that_is_played_is_said_what_could_be_checked() -> None:
    table = Table(ruleset="classic").start().until("storytelling", round=2)
    told, words = data(table.host, table.id), page(table.host, table.id)
    assert (told["status"], told["eyes"], told["verdict"]["complete"]) == ("playing", 0, False)
    levels = {name: level["status"] for name, level in told["verdict"]["levels"].items()}
    assert levels == {"chain": "ok", "luck": "not checked", "rules": "partly", "receipts": "ok"}
    assert "Nothing wrong was found so far." in words
    assert told["luck"]["draws"] == [] and told["luck"]["commitments"][0]["seed"] is None
    assert data(Player("Zoe"), table.id)["eyes"] is None


def test_a_lobby_has_an_audit_too() -> None:
    table = Table(2, ruleset="classic")
    assert data(table.host, table.id)["status"] == "gathering"
    assert "No round has begun yet." in page(table.host, table.id)


FORGERIES = {
    "a body": "UPDATE eventlog_event SET body = replace(body, '\"schema\":1', '\"schema\":3') WHERE {at}",
    "no event": "DELETE FROM eventlog_event WHERE {at}",
    "an opening": "UPDATE eventlog_opening SET value = '[\"base-001\"]' WHERE {at}",
}


@pytest.mark.parametrize("change", list(FORGERIES))
def test_a_forged_database_shows_the_level_and_the_first_bad_version(change: str) -> None:
    """Also where the process has just been started, and can't follow the log at all."""
    match = simulated("classic", 3).match_id
    version = 40 if change != "an opening" else sealed_before(match, 40)
    with triggers_off():
        with connection.cursor() as cursor:
            cursor.execute(FORGERIES[change].format(at=f"match_id = '{match}' AND version = {version}"))
        says_so(match, None if change == "an opening" else version)
        match_state.cache_clear()
        says_so(match, None if change == "an opening" else version)


def says_so(match: str, version: int | None) -> None:
    """The page begins with the level that fails and the first bad version; so does the JSON."""
    answer, told = asked(match), asked(match, "*/*").json["verdict"]
    assert (answer.status, told["ok"]) == (200, False)
    assert told["levels"]["chain"]["status"] == "failed"
    assert version in (None, told["first_bad"])
    words = re.sub("<.*?>", "", answer.content.decode())
    assert f"This match is NOT right.Level chain, version {told['first_bad']}: " in words


def sealed_before(match: str, version: int) -> int:
    """The last event before a version with cards in it that only one seat could see."""
    found = Opening.objects.filter(match_id=match, part="cards", version__lt=version).order_by("-version").first()
    assert found is not None
    return int(found.version)


def test_a_private_match_that_cant_be_read_is_shown_to_nobody() -> None:
    simulation = simulated("classic", 4)
    MatchRow.objects.filter(match_id=simulation.match_id).update(visibility="private")
    with triggers_off(), connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM eventlog_event WHERE match_id = '{simulation.match_id}' AND version = 40")
        match_state.cache_clear()
        with pytest.raises(AssertionError, match="chain does not hold"):
            asked(simulation.match_id)


def test_moments_are_there_for_who_may_see_the_match() -> None:
    table = Table(ruleset="classic", visibility="private", password="sesame").start().until("voting")
    told: Any = table.host.get(f"/matches/{table.id}/moments").ok()
    assert told["version"] == table.host.view(table.id)["version"]
    assert [moment["kind"] for moment in told["results"]] == ["opened", "started", "round", "clue", "reveal"]
    assert Player("Zoe").get(f"/matches/{table.id}/moments").code == "not_found"
