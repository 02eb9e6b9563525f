"""The seed of a match: committed to when it is opened, secret while it is played, open to all however it ends."""

import json
from hashlib import sha256
from typing import Any

import pytest

from games.eventlog import event_reader
from games.eventlog.models import Event, Opening
from games.matches import match_random
from games.rulebook.commands import Abandon, Stand
from games.rulebook.match import Over
from tests.playing import command, simulated, state

pytestmark = pytest.mark.django_db


def ended_in(phase: str, ruleset: str = "classic", players: int = 4) -> str:
    """A match that is abandoned in this phase: by the host in the lobby, later by all."""
    simulation = simulated(ruleset, players, until=phase)
    everybody = range(1 if phase == "gathering" else players)
    for seat in everybody:
        command(simulation, seat, lambda seat: Abandon(seat=seat))
    return simulation.match_id


def log(match_id: str) -> list[dict[str, Any]]:
    head = event_reader.stream_head(match_id)
    assert head is not None
    return [
        json.loads(text) for text in event_reader.events_for(match_id, event_reader.PUBLIC_AUDIENCE, 0, head.version)
    ]


def published(match_id: str) -> str:
    """The seed that anybody reads in the last event."""
    *_, last = log(match_id)
    assert last["type"] == "match_ended"
    return next(
        str(opening["value"])
        for opening in last["opened"]
        if (opening["version"], opening["part"]) == (last["version"], "seed")
    )


def fits(match_id: str) -> bool:
    digest = log(match_id)[0]["data"]["seed_digest"]
    return bool(sha256(bytes.fromhex(published(match_id))).hexdigest() == digest)


@pytest.mark.parametrize("phase", ["gathering", "storytelling", "submitting", "voting", "reveal"])
def test_however_a_match_is_abandoned_its_seed_and_all_that_was_sealed_open_to_all(phase: str):
    match_id = ended_in(phase)
    assert fits(match_id)
    sealed = {(event["version"], part) for event in log(match_id) for part in event["data"].get("sealed", ())}
    opened = {(opening["version"], opening["part"]) for event in log(match_id) for opening in event["opened"]}
    assert opened == sealed
    assert not Opening.objects.filter(match_id=match_id, open_from=None).exists()


def test_a_lobby_that_everyone_has_left_publishes_its_seed():
    simulation = simulated("classic", 3, until="gathering")
    command(simulation, 0, lambda seat: Stand(seat=seat))
    assert isinstance(state(simulation.match_id), Over)
    assert fits(simulation.match_id)


@pytest.mark.parametrize("ruleset", ["classic-last-card", "party-30", "team"])
def test_a_match_that_is_over_publishes_its_seed(ruleset: str):
    assert fits(simulated(ruleset, 8 if ruleset == "team" else 6).match_id)


def test_before_the_end_the_seed_stands_nowhere_in_the_log():
    match_id = simulated("classic", 4, until="voting").match_id
    seed = match_random._load_seed(match_id).hex()
    assert not Event.objects.filter(match_id=match_id, body__contains=seed).exists()
    assert not Opening.objects.filter(match_id=match_id, value__contains=seed).exists()


def test_a_seed_that_was_not_committed_to_is_not_used(monkeypatch: pytest.MonkeyPatch):
    """The control of the commitment: luck from another seed than the log names is a fault of ours."""
    simulation = simulated("classic", 4, until="gathering")
    monkeypatch.setattr(match_random, "_load_seed", lambda match_id: bytes(32))
    with pytest.raises(AssertionError, match="not the seed"):
        command(simulation, 0, lambda seat: Abandon(seat=seat))
