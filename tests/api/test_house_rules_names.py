"""The name of house rules is a text of the person who chose it: sealed in the log, shown, and erasable."""

from typing import Any

import pytest
from pytest_django import Settings

from games.audit.record_verifier import verify_record
from games.eventlog.models import Event, Opening
from games.narrative.narrative import narrate
from games.narrative.visible_event import visible_events
from games.projections.rebuild import compare
from games.records.database_verifier import verify_match
from games.story.story_renderer import render_story
from tests.api.api_client import Json, Player
from tests.api.test_erasure import dump_test_database
from tests.conformance.verifier.independent_verdict import verify_independently

pytestmark = pytest.mark.django_db
NAME = "annas-birthday-berlin"
RULESET = {"base": "classic", "name": NAME, "end": {"points": 5}}


class NamedMatch:
    """A match under house rules that its host has named, played to its end or called off."""

    def __init__(self, ruleset: Any = RULESET) -> None:
        self.anna, self.ben, self.cleo = self.players = [Player(name) for name in ("Anna", "Ben", "Cleo")]
        self.id = self.anna.open(ruleset=ruleset, seats=3)
        for player in (self.ben, self.cleo):
            player.sit(self.id)
        self.anna.act(self.id, "start")

    def finish(self) -> "NamedMatch":
        for player in self.players:
            player.act(self.id, "abandon")
        return self

    def record(self) -> bytes:
        return self.ben.get(f"/matches/{self.id}/record").content

    def first_event(self) -> Json:
        return self.ben.events(self.id)[0]


def answers_about(player: Player, match: str) -> str:
    """Return everything that a former player can be told about a match, and lists that it may be in."""
    paths = [f"/matches/{match}{path}" for path in ("", "/events", "/record", "/audit", "/moments")]
    lists = ["/matches?mine=true", "/matches", "/me/history", "/me/statistics", "/me/matches", "/me/export"]
    return "\n".join(player.send("GET", path).content.decode() for path in (*paths, *lists))


def test_a_name_is_shown_everywhere_and_hashed_nowhere():
    match = NamedMatch().finish()
    body = Event.objects.get(match_id=match.id, version=1).body
    assert NAME not in body
    assert '"name":"house-rules"' in body
    opened = {part["part"]: part["value"] for part in match.first_event()["opened"]}
    assert opened == {"ruleset_name": {"by": match.anna.id, "name": NAME}}
    assert match.ben.view(match.id)["ruleset"]["name"] == NAME
    listed = match.ben.get("/matches", mine="true", ruleset=NAME).ok()["results"]
    assert [(entry["id"], entry["ruleset"]) for entry in listed] == [(match.id, NAME)]
    assert NAME in render_story(narrate(visible_events(match.id, None)))


@pytest.mark.parametrize("erased", [False, True])
def test_both_verifiers_accept_a_name_and_its_erasure(erased: Any):
    match = NamedMatch().finish()
    if erased:
        match.anna.send("DELETE", "/me").ok()
    record = match.record()
    assert (NAME.encode() in record) is not erased
    assert verify_record(record).ok
    assert verify_independently(record).ok
    assert verify_match(match.id).ok


def test_erasure_removes_the_name_from_everything_that_others_can_ask_for():
    match = NamedMatch().finish()
    before = [event["hash"] for event in match.ben.events(match.id)]
    assert NAME in answers_about(match.ben, match.id)
    assert NAME in dump_test_database()
    match.anna.send("DELETE", "/me").ok()
    assert NAME not in answers_about(match.ben, match.id)
    assert NAME not in dump_test_database()
    assert match.ben.get("/matches", mine="true", ruleset=NAME).ok()["results"] == []
    assert match.ben.view(match.id)["ruleset"]["name"] == "house-rules"
    assert [event["hash"] for event in match.ben.events(match.id)] == before
    assert compare(match.id) == []


def test_erasure_reaches_rematches_that_others_opened():
    match = NamedMatch().finish()
    rematch = match.ben.send("POST", f"/matches/{match.id}/rematch", {}).ok(201)["id"]
    assert match.ben.view(rematch)["ruleset"]["name"] == NAME
    second = Player("Dora")
    assert NAME in str(second.view(rematch))
    exported = match.anna.get("/me/export").ok()
    assert [entry["id"] for entry in exported["matches"] if NAME in str(entry)] == sorted([match.id, rematch])
    match.anna.send("DELETE", "/me").ok()
    assert NAME not in dump_test_database()
    assert second.view(rematch)["ruleset"]["name"] == "house-rules"


def test_erasure_of_others_keeps_the_name():
    match = NamedMatch().finish()
    match.ben.send("DELETE", "/me").ok()
    assert match.cleo.view(match.id)["ruleset"]["name"] == NAME


@pytest.mark.parametrize("ruleset", ["classic", {"base": "classic", "name": "house-rules", "end": {"points": 5}}])
def test_a_name_that_nobody_chose_is_in_the_log(ruleset: Any):
    match = NamedMatch(ruleset)
    event = match.first_event()
    assert (event["data"]["ruleset"]["name"], event["opened"]) == (match.ben.view(match.id)["ruleset"]["name"], [])


def test_a_rematch_of_an_older_match_leaves_out_a_name_of_unknown_origin(settings: Settings):
    settings.NEW_MATCH_RULEBOOK = 1
    match = NamedMatch().finish()
    assert match.first_event()["data"]["ruleset"]["name"] == NAME
    assert not Opening.objects.filter(match_id=match.id, part="ruleset_name").exists()
    settings.NEW_MATCH_RULEBOOK = 2
    rematch = match.ben.send("POST", f"/matches/{match.id}/rematch", {}).ok(201)
    assert rematch["ruleset"]["name"] == "house-rules"
    assert match.ben.view(match.id)["ruleset"]["name"] == NAME
