"""The four transports keep the same promises: each cell of the table in docs/reference/live.md is tried."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest

from games.management.child_process import ChildProcess
from tests.api.api_client import Player, http_transport
from tests.live.transport_watchers import MAX_CONNECTIONS, READS, WATCHERS, SocketWatcher, Watcher
from tests.services.deployment import Deployment

DOCUMENT = Path(__file__).parents[2] / "docs/reference/live.md"


@cache
def documented_table() -> dict[str, dict[str, str]]:
    """Return the cells of the table by property and transport."""
    section = DOCUMENT.read_text().partition("## The transports compared\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    head, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {name: dict(zip(head[1:], cells, strict=True)) for name, *cells in rows}


class LowLimitDeployment(Deployment):
    """A web server with the limits of `low_limits_asgi.py`."""

    def server(self, port: int) -> ChildProcess:
        self.environment |= {"RATE_LIMITS": "1"}
        server = super().server(port)
        server.command = [part.replace("dixit.asgi", "tests.live.low_limits_asgi") for part in server.command]
        return server


class World:
    """A server with low limits, a new match, and its host."""

    def __init__(self, deployment: Deployment) -> None:
        self.deployment, self.address = deployment, deployment.base_urls[0]
        self.host = self.player("Host")
        self.match = self.host.open()

    def player(self, name: str) -> Player:
        return Player(name, http_transport(self.address))

    def head(self, match: str) -> int:
        return int(self.host.view(match)["version"])

    def watcher(self, transport: str) -> Watcher:
        return WATCHERS[transport](self.address)


@pytest.fixture(scope="module")
def low_limit_deployment() -> Iterator[Deployment]:
    with LowLimitDeployment(None, os.environ["REDIS_URL"], servers=1) as running:
        yield running


@pytest.fixture
def world(low_limit_deployment: Deployment) -> World:
    return World(low_limit_deployment)


def later_events(world: World, watcher: Watcher) -> str:
    head = world.head(world.match)
    everything = world.watcher("plain GET").read(world.host, world.match, 0, head)
    assert all(watcher.read(world.host, world.match, after, head) == everything[after:] for after in (0, 1, head - 1))
    return "every event after it, once and in order"


def silence(world: World, watcher: Watcher) -> str:
    came = watcher.silence(world.host, world.match, world.head(world.match))
    return {
        "pong": "`pong` for each `ping`",
        "empty line": "an empty line at least every 15 s",
        "page 0": "an empty page",
    }[came]


def the_end(world: World, watcher: Watcher) -> str:
    match = world.host.open()
    outcome = watcher.watch(world.host, match, world.head(match), lambda: end_and_ask_for_rematch(world, match))
    return {"rematch": "the rematch is announced", "ended": "the stream ends", "page 1": "a page with `match_ended`"}[
        outcome
    ]


def end_and_ask_for_rematch(world: World, match: str) -> None:
    world.host.act(match, "abandon")
    world.host.command(match, "rematch")


def beyond_the_head(world: World, watcher: Watcher) -> str:
    head = world.head(world.match)
    problem = watcher.refusal(world.host, world.match, head + 1)
    assert problem["version"] == head
    return f"`{problem['code']}`"


def unknown_match(world: World, watcher: Watcher) -> str:
    return f"`{watcher.refusal(world.host, 'nowhere', 0)['code']}`"


def invisible_match(world: World, watcher: Watcher) -> str:
    match = world.host.open(visibility="private", password="sesame")
    guest = world.player("Guest")
    guest.sit(match, password="sesame")
    outcome = watcher.watch(guest, match, world.head(match), lambda: world.host.act(match, "clear", {"seat": 1}))
    assert watcher.refusal(guest, match, 0)["code"] == "not_found"
    return {"ended": "the stream ends, then `not_found`", "not_found": "`not_found`"}[outcome]


def revoked_token(world: World, watcher: Watcher) -> str:
    guest = world.player("Guest")
    head, begun = world.head(world.match), time.monotonic()

    def revoke() -> None:
        (token,) = guest.get("/tokens").ok()["results"]
        assert guest.send("DELETE", f"/tokens/{token['id']}").status == 204
        # Something happens, so that the long poll answers.
        world.host.act(world.match, "bot", {"seat": 1, "bot": "random"})
        world.host.act(world.match, "clear", {"seat": 1})

    outcome = watcher.watch(guest, world.match, head, revoke)
    assert time.monotonic() - begun < 10
    if isinstance(watcher, SocketWatcher):
        return {"closed 4006": "close code 4006"}[outcome]
    assert watcher.refusal(guest, world.match, 0)["code"] == "unauthenticated"
    return {"ended": "the stream ends, then `unauthenticated`"}.get(outcome, f"`{outcome}`")


def too_many_requests(world: World, watcher: Watcher) -> str:
    player = world.player("Spender")
    # A socket takes one more to authenticate.
    for _ in range(READS - isinstance(watcher, SocketWatcher)):
        player.get("/me")
    problem = watcher.refusal(player, world.match, 0)
    assert int(problem["retry_after"]) >= 1
    return f"`{problem['code']}`, and when to come back"


def refusal_of_another_match(world: World, watcher: Watcher) -> str:
    match = world.host.open()
    head = world.head(match)
    told: list[str] = []
    with SocketWatcher(world.address).socket(world.host) as socket:
        if isinstance(watcher, SocketWatcher):
            watcher.request(socket, "subscribe", match=match, since=head)
            watcher.request(socket, "subscribe", match="nowhere")
            watcher.request(socket, "subscribe", match=match, since=head + 9)
            world.host.act(match, "bot", {"seat": 1, "bot": "random"})
            time.sleep(1.5)
            told = ["told"] if watcher.request(socket, "ping")["versions"] == {match: head + 1} else []
        else:
            watcher.refusal(world.host, "nowhere", 0)
            world.host.act(match, "bot", {"seat": 1, "bot": "random"})
            told = watcher.read(world.host, match, head, head + 1)
    return "the match goes on" if len(told) == 1 else "the match is lost"


def erased_person(world: World, watcher: Watcher) -> str:
    match = world.host.open()
    guest = world.player("Nightingale")
    guest.sit(match)
    assert any("Nightingale" in text for text in watcher.read(world.host, match, 0, world.head(match)))
    assert guest.send("DELETE", "/me").status in (200, 204)
    head = world.head(match)
    texts = watcher.read(world.host, match, 0, head)
    assert len(texts) == head
    return "their texts are no longer sent" if not any("Nightingale" in text for text in texts) else "their texts"


def gone_client(world: World, watcher: Watcher) -> str:
    guest = world.player("Guest")
    head = world.head(world.match)
    with ExitStack() as stack:
        outcomes = [watcher.hold(guest, world.match, head, stack) for _ in range(MAX_CONNECTIONS + 1)]
    if outcomes[-1] == "open":
        return "holds no place"
    assert outcomes == ["open"] * MAX_CONNECTIONS + [outcomes[-1]]
    deadline = time.monotonic() + 4
    while time.monotonic() < deadline:
        with ExitStack() as stack:
            if watcher.hold(guest, world.match, head, stack) == "open":
                return "its place is free at once"
        time.sleep(0.3)
    return "its place stays taken"


def shutdown(world: World, watcher: Watcher) -> str:
    outcome = outcomes_of_shutdown(world.deployment)[type(watcher)]
    return {"closed 4001": "close code 4001", "ended": "the stream ends", "page 0": "an empty page at once"}[outcome]


@cache
def outcomes_of_shutdown(deployment: Deployment) -> dict[type[Watcher], str]:
    """Watch with all transports that wait, then stop the server, which is started again for the next test."""
    world = World(deployment)
    head = world.head(world.match)
    outcomes: dict[type[Watcher], str] = {}

    def watch(kind: type[Watcher]) -> None:
        outcomes[kind] = kind(world.address).watch(world.host, world.match, head, lambda: None)

    kinds = [kind for transport, kind in WATCHERS.items() if transport != "plain GET"]
    threads = [threading.Thread(target=watch, args=[kind]) for kind in kinds]
    for thread in threads:
        thread.start()
    time.sleep(1.5)
    deployment.servers[0].stop()
    for thread in threads:
        thread.join(10)
    deployment.start()
    return outcomes


PROPERTIES: dict[str, Callable[[World, Watcher], str]] = {
    "from a version on": later_events,
    "nothing happens": silence,
    "the match ends": the_end,
    "a version beyond the head": beyond_the_head,
    "an unknown match": unknown_match,
    "the match becomes invisible": invisible_match,
    "the token is revoked": revoked_token,
    "a limit is reached": too_many_requests,
    "another match is refused": refusal_of_another_match,
    "a person is erased": erased_person,
    "the client goes": gone_client,
    "the server stops": shutdown,
}
NOT_APPLICABLE = "does not apply"


@pytest.mark.parametrize("transport", WATCHERS)
@pytest.mark.parametrize("name", PROPERTIES)
def test_a_transport_does_what_the_table_says(world: World, name: str, transport: str) -> None:
    documented = documented_table()[name][transport]
    if documented != NOT_APPLICABLE:
        assert PROPERTIES[name](world, world.watcher(transport)) == documented


def test_the_table_has_a_row_for_each_property_and_a_column_for_each_transport() -> None:
    assert list(documented_table()) == list(PROPERTIES)
    assert all(list(cells) == list(WATCHERS) for cells in documented_table().values())
    not_applicable = [name for name, cells in documented_table().items() if NOT_APPLICABLE in cells.values()]
    assert not_applicable == ["the server stops"]
