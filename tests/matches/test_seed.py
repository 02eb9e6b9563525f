"""The seed of a match: committed to at the opening, secret during play, and published however the match ends."""

import json
from collections import OrderedDict
from hashlib import sha256
from typing import Any

import pytest

from games.eventlog import event_reader
from games.eventlog.event_texts import events_for
from games.eventlog.models import Event, Opening
from games.matches import match_random
from games.records.raw_rows import read_match_rows
from games.rulebook.audience import PUBLIC_AUDIENCE
from games.rulebook.commands import Abandon, Stand
from games.rulebook.match import Over
from tests.simulated_matches import current_match, issue_command, simulate_match

pytestmark = pytest.mark.django_db


def abandon_in_phase(phase: str, ruleset: str = "classic", players: int = 4) -> str:
    """Return a match that is abandoned in this phase: by the host in the lobby, later by all players."""
    simulation = simulate_match(ruleset, players, until=phase)
    abandoning_seats = range(1 if phase == "gathering" else players)
    for seat in abandoning_seats:
        issue_command(simulation, seat, Abandon())
    return simulation.match_id


def public_events(match_id: str) -> list[dict[str, Any]]:
    head = event_reader.stream_head(match_id)
    assert head is not None
    return [json.loads(text) for text in events_for(match_id, PUBLIC_AUDIENCE, 0, head.version)]


def published_seed(match_id: str) -> str:
    """Return the seed that the last event publishes."""
    *_, last = public_events(match_id)
    assert last["type"] == "match_ended"
    return next(
        str(opening["value"])
        for opening in last["opened"]
        if (opening["version"], opening["part"]) == (last["version"], "seed")
    )


def seed_matches_commitment(match_id: str) -> bool:
    digest = public_events(match_id)[0]["data"]["seed_digest"]
    return bool(sha256(bytes.fromhex(published_seed(match_id))).hexdigest() == digest)


@pytest.mark.parametrize("phase", ["gathering", "storytelling", "submitting", "voting", "reveal"])
def test_abandoning_a_match_opens_its_seed_and_every_sealed_part(phase: str):
    match_id = abandon_in_phase(phase)
    assert seed_matches_commitment(match_id)
    sealed = {(event["version"], part) for event in public_events(match_id) for part in event["data"].get("sealed", ())}
    opened = {(opening["version"], opening["part"]) for event in public_events(match_id) for opening in event["opened"]}
    assert opened == sealed
    assert not read_match_rows(match_id).sealed_openings


def test_a_lobby_that_everyone_has_left_publishes_its_seed():
    simulation = simulate_match("classic", 3, until="gathering")
    issue_command(simulation, 0, Stand())
    assert isinstance(current_match(simulation.match_id), Over)
    assert seed_matches_commitment(simulation.match_id)


@pytest.mark.parametrize("ruleset", ["classic-last-card", "party-30", "team"])
def test_a_finished_match_publishes_its_seed(ruleset: str):
    assert seed_matches_commitment(simulate_match(ruleset, 8 if ruleset == "team" else 6).match_id)


def test_the_log_does_not_contain_the_seed_before_the_end():
    match_id = simulate_match("classic", 4, until="voting").match_id
    seed = match_random.load_seeds([match_id])[0].hex()
    assert not Event.objects.filter(match_id=match_id, body__contains=seed).exists()
    assert not Opening.objects.filter(match_id=match_id, value__contains=seed).exists()


def test_control_a_seed_that_does_not_match_its_commitment_is_rejected(monkeypatch: pytest.MonkeyPatch):
    """A stored seed other than the one that the log commits to is a bug of the service, so it fails an assertion."""
    simulation = simulate_match("classic", 4, until="gathering")
    monkeypatch.setattr(match_random, "_seeds_by_digest", OrderedDict())
    monkeypatch.setattr(match_random, "load_seeds", lambda match_ids: [])
    with pytest.raises(AssertionError, match="the seed doesn't match"):
        issue_command(simulation, 0, Abandon())
