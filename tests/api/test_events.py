"""What happened, as each viewer may see it: one chain for all, and every secret at its time."""

import copy
from typing import Any

import pytest
import rfc8785

from games.eventlog import event_reader
from games.eventlog.batched_sql import execute_raw
from tests.api.chain import check_chain, opened_at, seals_of, too_early
from tests.api.client import Player
from tests.api.table import Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    """Three players in the reveal of round 2."""
    return Table(ruleset="classic").start().until("reveal", round=2)


def viewers(table: Table) -> list[tuple[Player, int | None]]:
    return [(Player("Zoe"), None), *((player, seat) for seat, player in enumerate(table.players))]


def test_everyone_holds_the_same_chain_and_it_holds(table: Table) -> None:
    chains = []
    for player, _ in viewers(table):
        events = player.events(table.id)
        check_chain(events)
        chains.append([event["hash"] for event in events])
    assert all(chain == chains[0] for chain in chains)


def test_a_body_is_sent_as_it_was_hashed(table: Table) -> None:
    content = table.host.get(f"/matches/{table.id}/events").content
    for event in table.host.events(table.id, limit=100):
        body = {name: value for name, value in event.items() if name not in ("hash", "opened")}
        assert rfc8785.dumps(body)[:-1] + b',"hash":"' + event["hash"].encode() in content


def test_events_come_in_pages(table: Table) -> None:
    whole = table.host.get(f"/matches/{table.id}/events").ok()
    assert set(whole) == {"results", "version"}
    assert [event["version"] for event in whole["results"]] == list(range(1, whole["version"] + 1))
    paged: list[Any] = []
    while page := table.host.get(f"/matches/{table.id}/events", after=len(paged), limit=7).ok()["results"]:
        assert len(page) <= 7
        paged += page
    assert paged == whole["results"]
    beyond = table.host.get(f"/matches/{table.id}/events", after=whole["version"] + 5).ok()
    assert beyond == {"results": [], "version": whole["version"]}


def test_a_page_has_a_hundred_events_unless_asked_for_more() -> None:
    ada, ben = Player("Ada"), Player("Ben")
    match = ada.open()
    for _ in range(50):
        ben.sit(match)
        ben.act(match, "stand")
    page = ada.get(f"/matches/{match}/events").ok()
    assert (len(page["results"]), page["version"]) == (100, 102)


@pytest.mark.parametrize("query", ["limit=0", "limit=1001", "after=-1", "after=x", "wait=61", "at=1"])
def test_a_page_out_of_bounds_is_refused(query: str) -> None:
    table = Table(1)
    assert table.host.get(f"/matches/{table.id}/events?{query}").code == "invalid"


def test_nobody_gets_a_secret_before_its_time(table: Table) -> None:
    for player, seat in viewers(table):
        assert list(too_early(player.events(table.id), seat)) == []


def test_a_seat_reads_its_own_secrets_at_once(table: Table) -> None:
    for seat, player in enumerate(table.players):
        events = player.events(table.id)
        assert {(1 + len(table.players) + 3, f"hands/{seat}")} <= set(opened_at(events))
        votes = [event for event in events if event["type"] == "vote_cast" and event["data"]["seat"] == seat]
        assert all(event["opened"][0]["part"] == "slots" for event in votes)


def test_what_is_scored_is_open_to_all_and_hands_stay_shut(table: Table) -> None:
    events = Player("Zoe").events(table.id)
    opened = opened_at(events)
    kinds = {event["version"]: event["type"] for event in events}
    for version, part in seals_of(events):
        shut = part.startswith("hands/") or part == "order"
        assert ((version, part) in opened) is not shut, (kinds[version], part)


def test_at_the_end_everything_is_open_to_everyone(table: Table) -> None:
    table.abandon()
    for player, seat in viewers(table):
        events = player.events(table.id)
        check_chain(events)
        assert set(opened_at(events)) == seals_of(events)
        assert list(too_early(events, seat)) == []


def test_what_a_version_opened_to_somebody_never_changes() -> None:
    table = Table(ruleset="classic").start()
    watched: dict[tuple[str, int], Any] = {}
    everyone = viewers(table)
    for phase in ("submitting", "voting", "reveal", "storytelling", "reveal", "over"):
        table.abandon() if phase == "over" else table.until(phase)
        for player, _ in everyone:
            for event in player.events(table.id):
                assert watched.setdefault((player.id, event["version"]), event) == event


def test_a_private_match_has_no_events_for_strangers() -> None:
    table = Table(ruleset="classic", visibility="private", password="sesame")
    assert Player("Zoe").get(f"/matches/{table.id}/events").code == "not_found"


def test_the_check_of_chains_sees_every_change(table: Table) -> None:
    table.abandon()
    events = table.host.events(table.id)
    for spoil in (
        lambda events: events[4].update(at="2026-01-01T00:00:00Z"),
        lambda events: events.pop(3),
        lambda events: events.insert(3, events[3]),
        lambda events: events.append(events.pop(2)),
        lambda events: events[1]["opened"][0].update(value={"id": "x", "name": "Mallory"}),
        lambda events: events[1]["opened"][0].update(salt="00" * 32),
        lambda events: events[-1].update(hash="0" * 64),
    ):
        spoiled = copy.deepcopy(events)
        spoil(spoiled)
        with pytest.raises(AssertionError):
            check_chain(spoiled)


def test_the_check_of_secrets_sees_a_log_that_opens_all_at_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(query: str, *values: Any) -> Any:
        return execute_raw(query.replace("CASE WHEN reader = %s THEN", "CASE WHEN %s >= -1 THEN"), *values)

    monkeypatch.setattr(event_reader, "execute_raw", leaky)
    assert list(too_early(Player("Zoe").events(table.id), None))
