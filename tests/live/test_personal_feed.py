"""Entries of personal feeds arrive at once over every transport, whichever server has changed the match."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator

import httpx
import pytest

from tests.api.api_client import BASE_PATH, Json, Player, http_transport
from tests.live.feed_watchers import TRANSPORTS, watch_by_stream
from tests.live.websocket_client import open_websocket
from tests.services.deployment import Deployment

TOLD_WITHIN_SECONDS = 2.0


class Watched:
    """A guest whose feed is watched at the second server, and a host who plays at the first one."""

    def __init__(self, deployment: Deployment, transport: str) -> None:
        self.host, self.third, self.guest = (
            Player(name, http_transport(deployment.base_urls[0])) for name in ("Host", "Third", "Guest")
        )
        self.pages: list[Json] = []
        self.is_ended = False
        self.changed = threading.Condition()
        arguments = (deployment.base_urls[1], self.guest, None, self.on_page)
        self.thread = threading.Thread(target=TRANSPORTS[transport], args=arguments, daemon=True)
        self.thread.start()
        self.wait_until(lambda: len(self.pages) == 1)
        assert self.pages[0]["entries"] == []

    def on_page(self, page: Json) -> bool:
        with self.changed:
            self.pages.append(page)
            self.changed.notify_all()
            return not self.is_ended

    def wait_until(self, condition: Callable[[], bool], seconds: float = 10) -> None:
        with self.changed:
            assert self.changed.wait_for(condition, seconds), self.pages

    @property
    def entries(self) -> list[Json]:
        return [entry for page in self.pages for entry in page["entries"]]

    def end(self) -> None:
        """Let something happen, so that the watching thread ends with it."""
        self.is_ended = True
        self.guest.open()
        self.thread.join(10)
        assert not self.thread.is_alive()

    def assert_entries(self, *kinds: str) -> Json:
        """Return the newest entry; asserts that these are the entries by now, and come soon."""
        self.wait_until(lambda: len(self.entries) >= len(kinds), TOLD_WITHIN_SECONDS)
        assert [entry["kind"] for entry in self.entries] == [*kinds]
        return self.entries[-1]


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_every_kind_of_entry_is_told_soon(deployment: Deployment, transport: str) -> None:
    watched = Watched(deployment, transport)
    host, third, guest = watched.host, watched.third, watched.guest
    lobby = host.open()
    guest.sit(lobby)
    assert watched.assert_entries("seated")["match"] == lobby
    host.act(lobby, "clear", {"seat": 1})
    kinds = ["seated", "kicked"]
    assert watched.assert_entries(*kinds)["match"] == lobby
    assert watched.pages[-1]["matches"] == []
    match = host.open(ruleset="classic")
    for player in (guest, third):
        player.sit(match)
    kinds.append("seated")
    watched.assert_entries(*kinds)
    host.act(match, "start")
    kinds += ["started", "my_turn"]
    assert watched.assert_entries(*kinds)["phase"] == "1.storytelling"
    assert watched.pages[-1]["matches"][0]["waiting_for_me"]
    for player in (host, guest, third):
        player.act(match, "abandon")
    kinds.append("ended")
    watched.assert_entries(*kinds)
    rematch = third.command(match, "rematch").ok(201)["id"]
    kinds += ["invited", "rematch"]
    assert watched.assert_entries(*kinds)["rematch"] == {"match": rematch}
    watched.end()


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_cursor_of_one_transport_resumes_on_another(deployment: Deployment, transport: str) -> None:
    player = Player("Ada", http_transport(deployment.base_urls[0]))
    cursors: list[str] = []

    def take_cursor(page: Json) -> bool:
        cursors.append(page["cursor"])
        return False

    TRANSPORTS[transport](deployment.base_urls[0], player, None, take_cursor)
    match = player.open()
    for resume in TRANSPORTS.values():
        pages: list[Json] = []

        def take_page(page: Json, pages: list[Json] = pages) -> bool:
            pages.append(page)
            return False

        resume(deployment.base_urls[1], player, cursors[0], take_page)
        assert [(entry["match"], entry["kind"]) for entry in pages[0]["entries"]] == [(match, "seated")]


def test_a_long_poll_without_news_ends_with_the_list(deployment: Deployment) -> None:
    player = Player("Ada", http_transport(deployment.base_urls[0]))
    first = player.get("/me/matches", wait=20).ok()
    started_at = time.monotonic()
    answer = player.get("/me/matches", after=first["cursor"], wait=1).ok()
    assert 0.9 < time.monotonic() - started_at < 6
    assert (answer["entries"], answer["matches"]) == ([], [])


def test_a_socket_answers_each_frame_about_me_once(deployment: Deployment) -> None:
    player = Player("Ada", http_transport(deployment.base_urls[0]))
    match = player.open()

    async def scenario() -> None:
        async with open_websocket(deployment.base_urls[0], player.token) as client:
            assert (await client.request("subscribe", me=True))["t"] == "subscribed"
            assert [line["id"] for line in (await client.receive())["matches"]] == [match]
            # A refused subscription doesn't end the one before.
            for wrong, code in (
                ({"me": True, "cursor": "mine"}, "invalid_cursor"),
                ({"me": True, "match": match}, "invalid"),
                ({"me": True, "since": 1}, "invalid"),
                ({"match": match, "cursor": "mine"}, "invalid"),
                ({}, "invalid"),
            ):
                reply = await client.request("subscribe", **wrong)
                assert (reply["t"], reply["problem"]["code"]) == ("error", code), wrong
            other = await asyncio.to_thread(player.open)
            assert [entry["match"] for entry in (await client.receive())["entries"]] == [other]
            reply = await client.request("unsubscribe", me=True)
            assert reply == {"t": "unsubscribed", "re": reply["re"], "me": True}
            await asyncio.to_thread(player.open)
            await asyncio.sleep(1.5)
            await client.request("ping")
            assert client.frames[-2]["t"] == "unsubscribed", client.frames
            assert (await client.request("subscribe", match=match))["t"] == "subscribed"
            reply = await client.request("unsubscribe", match=match)
            assert reply == {"t": "unsubscribed", "re": reply["re"], "match": match}
            await asyncio.to_thread(player.act, match, "move", {"seat": 2})
            await asyncio.sleep(1.5)
            assert (await client.request("ping"))["versions"] == {}
            assert client.event_texts == {}

    asyncio.run(scenario())


@pytest.mark.parametrize("path", ["/tokens/{token}", "/me"])
def test_a_stream_and_a_socket_end_with_their_token_and_their_account(deployment: Deployment, path: str) -> None:
    ada = Player("Ada", http_transport(deployment.base_urls[0]))
    token_id = ada.get("/tokens").ok()["results"][0]["id"]
    ends: list[str] = []
    started = threading.Event()

    def note_page(page: Json) -> bool:
        started.set()
        return True

    def watch() -> None:
        with pytest.raises(AssertionError) as caught:
            watch_by_stream(deployment.base_urls[1], ada, None, note_page)
        ends.append(str(caught.value))

    async def scenario() -> None:
        async with open_websocket(deployment.base_urls[1], ada.token) as client:
            await client.request("subscribe", me=True)
            assert (await asyncio.to_thread(ada.send, "DELETE", path.format(token=token_id))).status in (200, 204)
            assert await client.wait_for_close_code() == 4006

    stream = threading.Thread(target=watch)
    stream.start()
    assert started.wait(10)
    asyncio.run(scenario())
    stream.join(5)
    assert ends == ["the stream has ended"]
    assert ada.get("/me/matches").status == 401


def test_a_stream_with_a_wrong_cursor_is_refused_and_one_without_news_sends_empty_lines(deployment: Deployment) -> None:
    player = Player("Ada", http_transport(deployment.base_urls[0]))
    url = f"{deployment.base_urls[0]}{BASE_PATH}/me/matches"
    headers = {"Authorization": f"Bearer {player.token}", "Accept": "application/x-ndjson"}
    refused = httpx.get(url, params={"after": "mine"}, headers=headers)
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid_cursor")
    assert httpx.get(url, params={"wait": "3"}, headers=headers).status_code == 400
    with httpx.stream("GET", url, headers=headers, timeout=20) as response:
        lines = response.iter_lines()
        assert next(lines).startswith('{"cursor"')
        started_at = time.monotonic()
        assert next(lines) == ""
        assert 9 < time.monotonic() - started_at < 15


@pytest.fixture(scope="module")
def deployment_without_redis() -> Iterator[Deployment]:
    with Deployment(None, "unix:///nowhere/redis.sock") as running:
        yield running


def test_without_redis_all_but_rematches_is_told_soon(deployment_without_redis: Deployment) -> None:
    watched = Watched(deployment_without_redis, "socket")
    lobby = watched.host.open()
    watched.guest.sit(lobby)
    watched.assert_entries("seated")
    watched.host.act(lobby, "clear", {"seat": 1})
    watched.assert_entries("seated", "kicked")
    match = watched.guest.open(ruleset="classic")
    watched.assert_entries("seated", "kicked", "seated")
    watched.guest.act(match, "abandon")
    watched.assert_entries("seated", "kicked", "seated", "ended")
    watched.end()
