"""Events as each viewer may see them: one chain for all, and every secret only when it is due."""

import copy
from typing import Any

import pytest
import rfc8785

from games.rulebook import audience
from tests.api.api_client import Player
from tests.api.chain_checks import check_chain, opening_versions, opening_violations, sealed_parts
from tests.api.game_table import GameTable

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> GameTable:
    """Return a match of three players in the reveal of round 2."""
    return GameTable(ruleset="classic").start().play_until("reveal", round=2)


def viewers(table: GameTable) -> list[tuple[Player, int | None]]:
    return [(Player("Zoe"), None), *((player, seat) for seat, player in enumerate(table.players))]


def test_all_viewers_receive_the_same_valid_hash_chain(table: GameTable) -> None:
    chains = []
    for player, _ in viewers(table):
        events = player.events(table.id)
        check_chain(events)
        chains.append([event["hash"] for event in events])
    assert all(chain == chains[0] for chain in chains)


def test_event_bodies_are_sent_byte_for_byte_as_hashed(table: GameTable) -> None:
    content = table.host.get(f"/matches/{table.id}/events").content
    for event in table.host.events(table.id, limit=100):
        body = {name: value for name, value in event.items() if name not in ("hash", "opened")}
        assert rfc8785.dumps(body)[:-1] + b',"hash":"' + event["hash"].encode() in content


def test_events_are_paginated(table: GameTable) -> None:
    whole = table.host.get(f"/matches/{table.id}/events").ok()
    assert set(whole) == {"results", "version"}
    assert [event["version"] for event in whole["results"]] == list(range(1, whole["version"] + 1))
    paged: list[Any] = []
    while page := table.host.get(f"/matches/{table.id}/events", after=len(paged), limit=7).ok()["results"]:
        assert len(page) <= 7
        paged += page
    assert paged == whole["results"]
    at_the_end = table.host.get(f"/matches/{table.id}/events", after=whole["version"]).ok()
    assert at_the_end == {"results": [], "version": whole["version"]}


def test_a_page_has_100_events_by_default() -> None:
    ada, ben = Player("Ada"), Player("Ben")
    match = ada.open()
    for _ in range(50):
        ben.sit(match)
        ben.act(match, "stand")
    page = ada.get(f"/matches/{match}/events").ok()
    assert (len(page["results"]), page["version"]) == (100, 102)


@pytest.mark.parametrize("query", ["limit=0", "limit=1001", "after=-1", "after=x", "wait=61", "at=1"])
def test_invalid_paging_parameters_are_refused(query: str) -> None:
    table = GameTable(1)
    assert table.host.get(f"/matches/{table.id}/events?{query}").code == "invalid"


def test_no_viewer_receives_a_secret_early(table: GameTable) -> None:
    for player, seat in viewers(table):
        assert list(opening_violations(player.events(table.id), seat)) == []


def test_a_seat_receives_its_own_secrets_immediately(table: GameTable) -> None:
    for seat, player in enumerate(table.players):
        events = player.events(table.id)
        assert {(1 + len(table.players) + 3, f"hands/{seat}")} <= set(opening_versions(events))
        votes = [event for event in events if event["type"] == "vote_cast" and event["data"]["seat"] == seat]
        assert all(event["opened"][0]["part"] == "slots" for event in votes)


def test_scored_rounds_are_opened_to_all_and_hands_stay_sealed(table: GameTable) -> None:
    events = Player("Zoe").events(table.id)
    opened = opening_versions(events)
    kinds = {event["version"]: event["type"] for event in events}
    for version, part in sealed_parts(events):
        stays_sealed = part.startswith("hands/") or part == "order"
        assert ((version, part) in opened) is not stays_sealed, (kinds[version], part)


def test_everything_is_opened_to_everyone_when_the_match_ends(table: GameTable) -> None:
    table.abandon()
    for player, seat in viewers(table):
        events = player.events(table.id)
        check_chain(events)
        assert set(opening_versions(events)) == sealed_parts(events)
        assert list(opening_violations(events, seat)) == []


def test_an_event_never_changes_for_a_viewer() -> None:
    table = GameTable(ruleset="classic").start()
    first_seen: dict[tuple[str, int], Any] = {}
    everyone = viewers(table)
    for phase in ("submitting", "voting", "reveal", "storytelling", "reveal", "over"):
        table.abandon() if phase == "over" else table.play_until(phase)
        for player, _ in everyone:
            for event in player.events(table.id):
                assert first_seen.setdefault((player.id, event["version"]), event) == event


def test_events_of_a_private_match_are_not_found_for_outsiders() -> None:
    table = GameTable(ruleset="classic", visibility="private", password="sesame")
    assert Player("Zoe").get(f"/matches/{table.id}/events").code == "not_found"


def test_the_chain_check_detects_every_change(table: GameTable) -> None:
    table.abandon()
    events = table.host.events(table.id)
    for tamper in (
        lambda events: events[4].update(at="2026-01-01T00:00:00Z"),
        lambda events: events.pop(3),
        lambda events: events.insert(3, events[3]),
        lambda events: events.append(events.pop(2)),
        lambda events: events[1]["opened"][0].update(value={"id": "x", "name": "Mallory"}),
        lambda events: events[1]["opened"][0].update(salt="00" * 32),
        lambda events: events[-1].update(hash="0" * 64),
    ):
        tampered = copy.deepcopy(events)
        tamper(tampered)
        with pytest.raises(AssertionError):
            check_chain(tampered)


def test_the_secrecy_check_detects_premature_openings(table: GameTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audience, "public_from", lambda version, opens, opened: version)
    assert list(opening_violations(Player("Zoe").events(table.id), None))
