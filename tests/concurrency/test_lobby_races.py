"""Lobby races: invites admit as many as they allow, quick match fills matches before opening new ones, quotas hold."""

import os
import secrets
from collections.abc import Iterator

import pytest

from tests.api.api_client import ApiResponse, Player
from tests.api.game_table import result_codes
from tests.concurrency.concurrent_clients import open_connections, run_simultaneously
from tests.services.deployment import Deployment
from tests.services.plugin import SERVERS_KEY


def create_twenty_players(deployment: Deployment) -> list[Player]:
    return [
        Player(f"P{number}", transport)
        for number, transport in enumerate(open_connections(deployment, 20 // len(deployment.base_urls)))
    ]


def test_a_single_use_invite_admits_one_of_twenty_players(deployment: Deployment) -> None:
    ada = Player("Ada", open_connections(deployment)[0])
    match = ada.open(ruleset="odyssey", visibility="private")
    code = ada.send("POST", f"/matches/{match}/invites").ok(201)["code"]
    answers = run_simultaneously(
        *(lambda p=p: p.command(match, "sit", {"invite": code}) for p in create_twenty_players(deployment))
    )
    assert sorted(result_codes(answers)) == ["not_found"] * 19 + ["ok"]
    assert [seat["seat"] for seat in ada.view(match)["seats"]] == [0, 1]


def test_twenty_simultaneous_requests_with_one_key_use_an_invite_once(deployment: Deployment) -> None:
    ada = Player("Ada", open_connections(deployment)[0])
    match = ada.open(ruleset="odyssey")
    code = ada.send("POST", f"/matches/{match}/invites", {"uses": 2}).ok(201)["code"]
    ben = Player("Ben", open_connections(deployment)[0])
    clients = [ben.with_transport(transport) for transport in open_connections(deployment, 10)]
    answers = run_simultaneously(*(lambda p=p: p.command(match, "sit", {"invite": code}, key="once") for p in clients))
    assert len({answer.content for answer in answers}) == 1, result_codes(answers)
    assert ada.get(f"/invites/{code}").ok()["invite"]["uses_left"] == 1


def assert_five_full_matches(deployment: Deployment, ruleset: str) -> None:
    players = create_twenty_players(deployment)
    body = {"ruleset": ruleset, "seats": 4}
    answers = run_simultaneously(*(lambda p=p: p.send("POST", "/quick", body, key="quick") for p in players))
    assert sorted(answer.status for answer in answers) == [200] * 15 + [201] * 5, result_codes(answers)
    match_ids = [answer.json["id"] for answer in answers]
    assert sorted(match_ids.count(table) for table in set(match_ids)) == [4] * 5


def test_twenty_quick_match_requests_for_four_seats_fill_five_matches(deployment: Deployment) -> None:
    assert_five_full_matches(deployment, "classic")


@pytest.fixture(params=["postgresql", pytest.param("sqlite", marks=pytest.mark.nightly)])
def match_limited_deployment(request: pytest.FixtureRequest) -> Iterator[Deployment]:
    """A deployment with limits: a guest may have a seat in five matches."""
    postgres = request.config.stash[SERVERS_KEY].postgres if request.param == "postgresql" else None
    database_url = postgres.create_database(f"strict_{secrets.token_hex(4)}") if postgres else None
    deployment = Deployment(database_url, os.environ["REDIS_URL"], servers=1)
    deployment.environment["RATE_LIMITS"] = "1"
    deployment.servers = [deployment.server(port) for port in deployment.ports]
    with deployment as running:
        yield running


def open_twenty_matches(deployment: Deployment) -> list[ApiResponse]:
    ada = Player("Ada", open_connections(deployment)[0])
    clients = [ada.with_transport(transport) for transport in open_connections(deployment, 20)]
    return run_simultaneously(*(lambda p=p: p.send("POST", "/matches", {"ruleset": "classic"}) for p in clients))


def test_a_guest_who_opens_twenty_matches_at_once_gets_five(match_limited_deployment: Deployment) -> None:
    assert sorted(result_codes(open_twenty_matches(match_limited_deployment))) == ["ok"] * 5 + ["too_many_matches"] * 15
