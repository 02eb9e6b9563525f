"""Lists and quick match leave out deserted lobbies: two web servers, a real Redis, and outages of it."""

import asyncio
import secrets
import time
from collections.abc import Callable, Iterator

import pytest
from redis import Redis

from games.management.child_process import ChildProcess
from tests.api.api_client import Player, http_transport
from tests.live.websocket_client import open_websocket
from tests.services.deployment import Deployment
from tests.services.postgres import PostgreSQL
from tests.services.private_valkey import PrivateValkey

KEY_LIFETIME_SECONDS = 4.0
"""How long a sign lasts with the times of `short_absence_asgi`."""
WAIT_SECONDS = 15.0


class ShortAbsenceDeployment(Deployment):
    """Web servers to which a lobby is deserted after seconds."""

    def server(self, port: int) -> ChildProcess:
        server = super().server(port)
        server.command = [part.replace("dixit.asgi", "tests.live.short_absence_asgi") for part in server.command]
        return server


@pytest.fixture(scope="module")
def own_valkey() -> Iterator[PrivateValkey]:
    with PrivateValkey() as running:
        yield running


@pytest.fixture(scope="module")
def deployment(postgres: PostgreSQL, own_valkey: PrivateValkey) -> Iterator[Deployment]:
    name = f"deserted_{secrets.token_hex(4)}"
    with ShortAbsenceDeployment(postgres.create_database(name), own_valkey.url) as running:
        yield running


@pytest.fixture(autouse=True)
def _let_redis_know(deployment: Deployment) -> None:
    """Wait until Redis has been watching for long enough; the first list starts that time."""
    match = Player("Old", http_transport(deployment.base_urls[0])).open()
    wait_until(lambda: not is_listed(deployment, match))


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + WAIT_SECONDS
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.3)


def on_server(deployment: Deployment, number: int, name: str = "Ada") -> Player:
    return Player(name, http_transport(deployment.base_urls[number]))


def listed_ids(deployment: Deployment, number: int = 1, **query: object) -> list[str]:
    """Return all matches that a stranger finds on this server, page by page."""
    stranger, found, cursor = on_server(deployment, number, "Eve"), list[str](), None
    while True:
        page = stranger.get("/matches", **query, **({"cursor": cursor} if cursor else {})).ok()
        found += [match["id"] for match in page["results"]]
        cursor = page["next"]
        if cursor is None:
            return found


def is_listed(deployment: Deployment, match: str) -> bool:
    return match in listed_ids(deployment, status="gathering")


def test_a_lobby_is_left_out_when_its_people_are_away_and_listed_again_when_one_is_back(
    deployment: Deployment,
) -> None:
    ada = on_server(deployment, 0)
    match = ada.open()
    assert is_listed(deployment, match), "somebody has just sat down"
    wait_until(lambda: not is_listed(deployment, match))
    assert match not in listed_ids(deployment, 0)
    assert match in [each["id"] for each in ada.get("/matches", mine="true").ok()["results"]]
    on_server(deployment, 0, "Zoe").view(match)
    assert not is_listed(deployment, match), "requests of others don't count"
    ada.view(match)
    assert is_listed(deployment, match), "her request on one server counts on the other"
    wait_until(lambda: not is_listed(deployment, match))
    on_server(deployment, 1, "Ben").command(match, "seats").ok(201)
    assert is_listed(deployment, match)


def test_an_open_socket_or_stream_keeps_a_lobby_in_the_list(deployment: Deployment) -> None:
    ada, ben = on_server(deployment, 0), on_server(deployment, 0, "Ben")
    match, other = ada.open(), ben.open()

    async def scenario() -> None:
        async with open_websocket(deployment.base_urls[0], ada.token):
            await asyncio.sleep(KEY_LIFETIME_SECONDS + 2)
            listed = await asyncio.to_thread(listed_ids, deployment, status="gathering")
            assert (match in listed, other in listed) == (True, False)

    asyncio.run(scenario())
    wait_until(lambda: not is_listed(deployment, match))


def test_quick_match_passes_over_deserted_lobbies_but_finds_ones_own(deployment: Deployment) -> None:
    ada, ben, cleo = (on_server(deployment, number % 2, f"P{number}") for number in range(3))
    first = ada.send("POST", "/quick", {"ruleset": "classic"}).ok(201)["id"]
    assert ben.send("POST", "/quick", {"ruleset": "classic"}).ok(200)["id"] == first
    wait_until(lambda: not is_listed(deployment, first))
    second = cleo.send("POST", "/quick", {"ruleset": "classic"}).ok(201)["id"]
    assert second != first
    assert ben.send("POST", "/quick", {"ruleset": "classic"}).ok(200)["id"] == first


def test_pages_are_filled_and_neither_lose_nor_repeat_a_lobby(
    deployment: Deployment, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = [on_server(deployment, number % 2, f"H{number}").open(ruleset="odyssey") for number in range(120)]
    wait_until(lambda: not is_listed(deployment, ids[-1]))
    hosts_that_stay = [on_server(deployment, 0, f"S{number}") for number in range(60)]
    present = []
    for number, host in enumerate(hosts_that_stay):
        present.append(host.open(ruleset="odyssey"))
        if number % 2:
            ids.append(on_server(deployment, 1, f"G{number}").open(ruleset="odyssey"))
    deadline = time.monotonic() + WAIT_SECONDS
    while True:
        for host, match in zip(hosts_that_stay, present, strict=True):
            host.view(match)
        found = listed_ids(deployment, ruleset="odyssey", status="gathering")
        if set(found) == set(present):
            break
        assert len(found) == len(set(found))
        assert time.monotonic() < deadline
    stranger = on_server(deployment, 1, "Eve")
    page = stranger.get("/matches", ruleset="odyssey", status="gathering").ok()
    assert [match["id"] for match in page["results"]] == present[::-1][:50]
    assert found == present[::-1]


def test_nothing_is_left_out_after_a_flush_or_without_redis(deployment: Deployment, own_valkey: PrivateValkey) -> None:
    match = on_server(deployment, 0).open()
    wait_until(lambda: not is_listed(deployment, match))
    with Redis.from_url(own_valkey.url) as redis:
        redis.flushall()
    assert is_listed(deployment, match), "nobody knows who was there before"
    wait_until(lambda: not is_listed(deployment, match))
    own_valkey.stop()
    try:
        assert is_listed(deployment, match)
    finally:
        own_valkey.start()
    assert is_listed(deployment, match)
    wait_until(lambda: not is_listed(deployment, match))
    assert "Traceback" not in deployment.log_text()
