"""A subscription replaces an older one to the same match only once accepted, and what it reserves is released."""

import asyncio
import json
import threading
from collections.abc import Callable
from typing import Any, cast

import pytest
from django.db import OperationalError

from games.eventlog.event_reader import StreamHead
from games.eventlog.stream_position import StreamPosition, require_position
from games.limits.connection_slots import ConnectionSlot
from games.live import executor, subscriptions
from games.live.feed import Watcher
from games.live.frames import Subscribe
from games.live.hub import Hub
from games.live.send_buffer import SendBuffer
from games.live.session import Session
from games.matches import event_queries, match_queries
from games.matches.event_queries import EventPage, NewEvents
from games.matches.match_access import NoSuchMatch
from games.protocol.problems import Problem
from games.rulebook.audience import PUBLIC_AUDIENCE
from tests.api.api_client import Json

HEAD = 7
REFUSALS: dict[str, Exception] = {
    "not_found": NoSuchMatch(),
    "too_many_requests": Problem("too_many_requests", retry_after=6),
    "unavailable": OperationalError("no connection"),
    "server_error": KeyError("a broken match"),
}
PLACES = ("admit_subscriber", "events_page", "load_match_view")
"""Where a subscription can be refused: on admission, when the backlog is read, and when the view is."""


def events_page(match: str, account: str, position: StreamPosition, limit: int) -> EventPage:
    head = StreamHead(version=HEAD, hash="h", erasure_count=0)
    require_position(match, position, head)
    return EventPage(texts=["{}"] * 2, end=StreamPosition(version=HEAD), head=head)


class Socket:
    """A session with a real hub and buffer, and a log of one match that the test makes up."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.hub, self.send_buffer = Hub(), SendBuffer(lambda: None)
        self.session = Session(self.hub, self.send_buffer, "127.0.0.1")
        self.session.token = cast(Any, Viewer())
        self.admissions: list[ConnectionSlot | None] = []
        self.released: list[ConnectionSlot] = []
        self.refusals: dict[str, Exception] = {}
        for module, name, answer in (
            (subscriptions, "admit_subscriber", self.admit),
            (event_queries, "events_page", events_page),
            (match_queries, "load_match_view", lambda *_, **__: View()),
        ):
            monkeypatch.setattr(module, name, self.refusing(name, answer))
        monkeypatch.setattr(subscriptions, "release_slot", self.released.append)

    def refusing(self, name: str, answer: Callable[..., Any]) -> Callable[..., Any]:
        def answer_or_refuse(*args: Any, **kwargs: Any) -> Any:
            if refusal := self.refusals.get(name):
                raise refusal
            return answer(*args, **kwargs)

        return answer_or_refuse

    def admit(self, match: str, account: str, address: str, held: ConnectionSlot | None) -> ConnectionSlot | None:
        self.admissions.append(held)
        return held or ConnectionSlot(slot_id=f"slot {len(self.admissions)}", keys=("k",))

    async def subscribe(self, id: str, since: int | None = None) -> Json:
        """Return the frame that answers."""
        await self.session.handle_frame(Subscribe(id=id, match="m", since=since))
        answer: Json = [frame for frame in self.frames() if frame.get("re") == id][-1]
        return answer

    def frames(self) -> list[Json]:
        return [json.loads(text) for text in self.send_buffer._texts]

    def watchers(self) -> set[Watcher]:
        feeds = self.hub._feeds
        return feeds["m"].watchers if "m" in feeds else set()

    async def background_work(self) -> None:
        await asyncio.get_running_loop().run_in_executor(None, lambda: None)
        await asyncio.sleep(0.05)


class Viewer:
    """Stands in for a token."""

    id, user_id, scopes = "t", "ann", ("match:read",)


class View(dict[str, Any]):
    """Stands in for the view of a match."""

    version, head, seats, rematch = HEAD, "h", (), None


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Socket], Any]], None]:
    monkeypatch.setattr("games.live.session.require_scopes", lambda token, scope: token)

    def run_scenario(scenario: Callable[[Socket], Any]) -> None:
        async def main() -> None:
            await scenario(Socket(monkeypatch))

        asyncio.run(main())

    return run_scenario


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("code", REFUSALS)
def test_a_refused_subscription_leaves_the_older_one(run: Any, place: str, code: str) -> None:
    async def scenario(socket: Socket) -> None:
        await socket.subscribe("1")
        (watcher,), slots = socket.watchers(), list(socket.session.connection_slots)
        socket.refusals = {place: REFUSALS[code]}
        refused = await socket.subscribe("2", since=None if place == "load_match_view" else HEAD - 2)
        assert (refused["t"], refused["problem"]["code"], refused["problem"]["match"]) == ("error", code, "m")
        assert (code in ("too_many_requests", "unavailable")) == ("retry_after" in refused["problem"])
        await socket.background_work()
        assert socket.watchers() == {watcher}
        assert (list(socket.session.connection_slots), socket.released) == (slots, [])
        assert socket.session._subscriptions.versions == {"m": HEAD}

    run(scenario)


def test_a_position_beyond_the_head_leaves_the_older_subscription(run: Any) -> None:
    async def scenario(socket: Socket) -> None:
        await socket.subscribe("1")
        refused = await socket.subscribe("2", since=HEAD + 1)
        assert (refused["problem"]["code"], refused["problem"]["version"]) == ("version_ahead", HEAD)
        assert socket.session._subscriptions.versions == {"m": HEAD}

    run(scenario)


def test_an_accepted_subscription_replaces_the_older_one_and_takes_its_slot(run: Any) -> None:
    async def scenario(socket: Socket) -> None:
        await socket.subscribe("1")
        (first,), (slot,) = socket.watchers(), socket.session.connection_slots
        assert (await socket.subscribe("2", since=HEAD - 2))["t"] == "subscribed"
        (second,) = socket.watchers()
        assert second is not first
        await socket.background_work()
        assert (list(socket.session.connection_slots), socket.released) == ([slot], [])
        socket.session.close()
        await socket.background_work()
        assert (socket.watchers(), socket.released) == (set(), [slot])

    run(scenario)


def test_a_socket_that_closes_during_an_admission_keeps_no_slot(run: Any) -> None:
    async def scenario(socket: Socket) -> None:
        admitting, may_go_on = threading.Event(), threading.Event()
        admit = socket.admit

        def admit_slowly(*args: Any) -> Any:
            admitting.set()
            may_go_on.wait(10)
            return admit(*args)

        subscriptions.admit_subscriber = admit_slowly  # type: ignore[assignment]  # restored by the fixture
        subscribing = asyncio.create_task(socket.subscribe("1"))
        await asyncio.get_running_loop().run_in_executor(None, admitting.wait)
        subscribing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await subscribing
        may_go_on.set()
        await socket.background_work()
        await socket.background_work()
        assert [slot.slot_id for slot in socket.released] == ["slot 1"]
        assert socket.watchers() == set()

    run(scenario)


def test_what_a_cancelled_caller_has_reserved_is_released() -> None:
    async def scenario() -> list[str]:
        released: list[str] = []
        may_go_on = threading.Event()

        def reserve_slowly() -> str:
            may_go_on.wait(10)
            return "slot"

        task = asyncio.create_task(executor.reserve(asyncio.to_thread(reserve_slowly), released.append))
        await asyncio.sleep(0.05)
        task.cancel()
        may_go_on.set()
        with pytest.raises(asyncio.CancelledError):
            await task
        await asyncio.sleep(0.1)
        return released

    assert asyncio.run(scenario()) == ["slot"]


@pytest.mark.parametrize(
    ("error", "code"), [(KeyError("an unknown event"), "server_error"), (NoSuchMatch(), "not_found")]
)
def test_a_match_that_breaks_while_watched_is_an_error_and_the_rest_goes_on(
    run: Any, monkeypatch: pytest.MonkeyPatch, error: Exception, code: str
) -> None:
    def events_since(match: str, accounts: set[str], after: int) -> NewEvents:
        if match == "m":
            raise error
        return NewEvents(
            head=StreamHead(version=after + 1, hash="h", erasure_count=0),
            hash_by_version={after: "h", after + 1: "h"},
            audience_by_account=dict.fromkeys(accounts, PUBLIC_AUDIENCE),
            events_by_audience={PUBLIC_AUDIENCE: ["{}"]},
        )

    monkeypatch.setattr(event_queries, "events_since", events_since)

    async def scenario(socket: Socket) -> None:
        await socket.subscribe("1")
        await socket.session.handle_frame(Subscribe(id="2", match="other"))
        socket.hub._on_updates({"m": HEAD + 1, "other": HEAD + 1})
        for _ in range(100):
            await asyncio.sleep(0.01)
            if {"error", "event"} <= {frame["t"] for frame in socket.frames()}:
                break
        failed = next(frame for frame in socket.frames() if frame["t"] == "error")
        assert (failed["re"], failed["problem"]["code"], failed["problem"]["match"]) == ("1", code, "m")
        assert [frame["match"] for frame in socket.frames() if frame["t"] == "event"] == ["other"]
        assert socket.session._subscriptions.versions == {"other": HEAD + 1}

    run(scenario)
