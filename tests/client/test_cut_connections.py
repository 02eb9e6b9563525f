"""When connections are cut in either direction, no event is lost or repeated, and no command takes effect twice."""

import uuid
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import repeat
from typing import Any

import pytest
from dixit_client import Client, Problem
from dixit_client.match_stream import Gap, MatchStream
from dixit_client.websocket_connection import WebSocketConnection

from tests.client.client_matches import GuestFactory, fetch_events, play_all_to_end, start_match
from tests.client.flaky_proxy import FlakyProxy
from tests.timers.worker_deployment import WorkerDeployment

FEW_REQUEST_BYTES = (600, 1500)
FEW_EVENTS_BYTES = (4000, 8000)
SOME_RESPONSE_BYTES = (3000, 12000)


def client_at(client: Client, address: str) -> Client:
    """Return the same person's client at another address."""
    return Client(address, token=client.bearer)


@pytest.fixture(autouse=True)
def _reconnect_immediately(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let cut connections reconnect at once."""
    monkeypatch.setattr("dixit_client.websocket_session.backoff_delays", lambda: repeat(0.02))


@pytest.fixture(scope="module")
def finished_match(worker_deployment: WorkerDeployment) -> Iterator[tuple[Client, str]]:
    """A finished match and its host."""
    with ExitStack() as end:
        players = [
            end.enter_context(Client(worker_deployment.base_urls[0], guest=name)) for name in ("Ann", "Ben", "Cat")
        ]
        match = start_match(players)
        play_all_to_end([end.enter_context(player.live()) for player in players], match)
        yield players[0], match


def receive_events_over_cut_connections(person: Client, match: str, port: int) -> tuple[list[Any], int]:
    """Return the events received over a connection that is cut after every few events, and the number of cuts."""
    with (
        FlakyProxy(port, response_bytes_range=FEW_EVENTS_BYTES) as proxy,
        client_at(person, proxy.address) as proxied_client,
        proxied_client.live() as live,
    ):
        return list(live.events(match)), proxy.cut_count


def test_events_arrive_once_and_in_order_over_cut_connections(
    worker_deployment: WorkerDeployment, finished_match: tuple[Client, str]
) -> None:
    events, cuts = receive_events_over_cut_connections(*finished_match, worker_deployment.ports[0])
    assert events == fetch_events(*finished_match)
    assert cuts >= 2


def test_a_gap_in_event_versions_is_detected() -> None:
    stream = MatchStream("m", 4)
    arrived = {"t": "event", "version": 5, "event": {"prev": "hash 4", "hash": "hash 5"}}
    stream.put(arrived)
    with pytest.raises(Gap):
        stream.put({**arrived, "version": 7})
    stream.put(arrived)
    assert len(stream.take_frames()) == 1


def test_a_client_that_resumes_one_version_too_early_is_detected(
    worker_deployment: WorkerDeployment, finished_match: tuple[Client, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It also ignores the versions of the events."""
    subscribe = WebSocketConnection.subscribe

    def subscribe_too_early(self: WebSocketConnection, stream: MatchStream) -> None:
        have, stream.last_version = stream.last_version, max(0, (stream.last_version or 0) - 1)
        subscribe(self, stream)
        stream.last_version = have

    def put_unchecked(self: MatchStream, frame: Any) -> None:
        with self._changed:
            self.last_version = max(self.last_version or 0, frame.get("version", 0))
            self._frames.append(frame)
            self._changed.notify_all()

    monkeypatch.setattr(WebSocketConnection, "subscribe", subscribe_too_early)
    monkeypatch.setattr(MatchStream, "put", put_unchecked)
    events, _ = receive_events_over_cut_connections(*finished_match, worker_deployment.ports[0])
    assert events != fetch_events(*finished_match)


def test_players_on_cut_connections_play_a_whole_match(
    worker_deployment: WorkerDeployment, connect_guest: GuestFactory
) -> None:
    """One of the players uses long polls."""
    players = [connect_guest(name) for name in ("Ann", "Ben", "Cat")]
    match = start_match(players)
    with (
        FlakyProxy(
            worker_deployment.ports[0], request_bytes_range=FEW_REQUEST_BYTES, response_bytes_range=SOME_RESPONSE_BYTES
        ) as proxy,
        ExitStack() as end,
    ):
        proxied_players = [end.enter_context(client_at(player, proxy.address)) for player in players]
        connections = [end.enter_context(player.live(poll=player is proxied_players[2])) for player in proxied_players]
        results = play_all_to_end(connections, match)
    for player, (live_match, start_version, events, command_count) in zip(players, results, strict=True):
        assert events == fetch_events(player, match, after=start_version)
        assert without_ephemeral_fields(live_match.view) == without_ephemeral_fields(player.match(match))
        seat = live_match.view["you"]["seat"] if live_match.view["you"] else None
        assert command_count == sum(event["actor"] == seat for event in events)
    assert proxy.cut_count >= 6


def without_ephemeral_fields(view: Any) -> Any:
    """Return a view without the fields that no event contains."""
    seats = [{**seat, "connected": None} for seat in view["seats"]]
    return {**view, "seats": seats, "phase": {**view["phase"], "remaining_ms": None}}


@pytest.mark.parametrize("lost", ["request", "answer"])
@pytest.mark.parametrize("poll", [False, True], ids=["socket", "polls"])
def test_a_command_is_executed_once_when_the_connection_is_cut(
    worker_deployment: WorkerDeployment, connect_guest: GuestFactory, lost: str, *, poll: bool
) -> None:
    ann = connect_guest("Ann")
    match = ann.open(ruleset="classic")["id"]
    with (
        FlakyProxy(worker_deployment.ports[0]) as proxy,
        client_at(ann, proxy.address) as proxied_client,
        proxied_client.live(poll=poll) as live,
    ):
        live_match = live.match(match)
        if poll:
            # The connection that waits for events is not the one that sends commands.
            live.close()
        proxy.drop_next(lost)
        ack = live_match.act("bot", seat=1, bot="random")
        assert proxy.cut_count == 1
        assert ack["version"] == ann.match(match)["version"] == 3
        assert ack["receipt"]["version"] == 3


def test_a_client_that_resends_under_a_new_command_id_is_detected(
    worker_deployment: WorkerDeployment, connect_guest: GuestFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    send = WebSocketConnection.send

    def send_under_new_id(self: WebSocketConnection, frame: Any) -> None:
        data = {"data": {**frame["data"], "command_id": uuid.uuid4().hex}} if frame["t"] == "command" else {}
        send(self, {**frame, **data})

    monkeypatch.setattr(WebSocketConnection, "send", send_under_new_id)
    ann = connect_guest("Ann")
    match = ann.open(ruleset="classic")["id"]
    with (
        FlakyProxy(worker_deployment.ports[0]) as proxy,
        client_at(ann, proxy.address) as proxied_client,
        proxied_client.live() as live,
    ):
        live_match = live.match(match)
        proxy.drop_next("answer")
        with pytest.raises(Problem, match="seat_taken"):
            live_match.act("bot", seat=1, bot="random")
