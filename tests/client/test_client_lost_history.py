"""The Python client and a match that gets another history: it compares hashes, asks for the view anew and says so."""

import json
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any, cast

import pytest
from dixit_client import Problem
from dixit_client.live_match import LiveMatch
from dixit_client.match_stream import HistoryLost, MatchStream
from dixit_client.pending import Pending
from dixit_client.polling_session import PollingSession
from dixit_client.server_clock import ServerClock
from dixit_client.websocket_connection import WebSocketConnection

Json = dict[str, Any]


def event(version: int, history: str = "first", after: str | None = None) -> Json:
    """Return an event of a history whose hashes are its name and the version."""
    prev = f"{after or history}-{version - 1}"
    kind: Json = {"type": "clue_given", "at": "2026-11-29T12:00:00Z", "actor": None, "data": {}, "opened": []}
    return {"version": version, "prev": prev, "hash": f"{history}-{version}", **kind}


def view(version: int, history: str = "first") -> Json:
    return {"id": "m", "version": version, "head": f"{history}-{version}", "status": "playing", "actions": []}


def frame(event: Json) -> Json:
    return {"t": "event", "match": "m", "version": event["version"], "event": event}


def problem_body(code: str) -> Json:
    return {"code": code, "detail": "", "status": 409, "version": 4, "head": "other-4", "match": "m"}


def started_stream() -> MatchStream:
    stream = MatchStream("m")
    stream.start(cast(Any, view(5)), "me")
    return stream


def test_an_event_must_name_the_hash_of_the_one_before():
    stream = started_stream()
    stream.put(frame(event(6)))
    with pytest.raises(HistoryLost):
        stream.put(frame(event(7, "other")))
    assert stream.position("since", "since_hash") == {"since": 6, "since_hash": "first-6"}


def test_the_first_event_must_name_the_hash_of_the_view():
    with pytest.raises(HistoryLost):
        started_stream().put(frame(event(6, "other")))


def test_a_service_without_hashes_in_views_is_sent_none():
    stream = MatchStream("m")
    stream.start(cast(Any, {name: value for name, value in view(5).items() if name != "head"}), "me")
    stream.put(frame(event(6, "other")))
    assert stream.position("after", "after_hash") == {"after": 6}
    with pytest.raises(HistoryLost):
        stream.put(frame(event(7, "first")))


def test_an_event_that_was_acknowledged_must_have_the_same_hash():
    stream = started_stream()
    stream.expect(7, "first-7")
    stream.put(frame(event(6)))
    with pytest.raises(HistoryLost):
        stream.put(frame({**event(7), "hash": "other-7"}))


class FakeSocket:
    """A server's frames in order, with what happens between them, and what was sent to it."""

    def __init__(self, frames: Sequence[Json | Callable[[], None]], heartbeat_ms: int) -> None:
        self.sent: list[Json] = []
        greeting: list[Json] = [
            {"t": "hello", "server_time": datetime.now(UTC).isoformat(), "heartbeat_ms": heartbeat_ms},
            {"t": "ready", "user": {"id": "me"}},
        ]
        self.frames: deque[Json | Callable[[], None]] = deque([*greeting, *frames])

    def recv(self, timeout: float) -> str:
        if not self.frames:
            raise EOFError
        frame = self.frames.popleft()
        if callable(frame):
            frame()
            raise TimeoutError
        return json.dumps(frame)

    def send(self, text: str) -> None:
        self.sent.append(json.loads(text))


def listen(frames: Sequence[Json | Callable[[], None]], stream: MatchStream, heartbeat_ms: int = 45000) -> list[Json]:
    """Let a connection follow the stream, and return the subscriptions that it has sent."""
    socket, pending = FakeSocket(frames, heartbeat_ms), Pending()
    pending.add_stream(stream)
    connection = WebSocketConnection(cast(Any, socket), pending, ServerClock())
    connection.resume()
    with pytest.raises(EOFError):
        connection.listen()
    return [{name: sent.get(name) for name in ("since", "since_hash")} for sent in socket.sent if "match" in sent]


RESUMED, ANEW = {"since": 5, "since_hash": "first-5"}, {"since": None, "since_hash": None}
SUBSCRIBED = {"t": "subscribed", "re": "s1", "match": "m", "version": 5}
FOUND_OUT_BY: dict[str, list[Json]] = {
    "an event": [SUBSCRIBED, frame(event(6, "other"))],
    "a refusal": [{"t": "error", "re": "s1", "problem": problem_body("version_ahead")}],
    "an error": [SUBSCRIBED, {"t": "error", "re": "s1", "problem": problem_body("history_mismatch")}],
}


@pytest.mark.parametrize("how", FOUND_OUT_BY)
def test_over_a_socket_the_match_begins_anew_with_the_view(how: str):
    stream = started_stream()
    match = LiveMatch(stream, command=cast(Any, None), fetch_view=cast(Any, None), clock=ServerClock())
    calls: list[tuple[Any, Any]] = []
    match.on_history_lost = lambda before, now: calls.append((before["head"], now["head"]))
    rest = [frame(event(9)), {"t": "subscribed", "re": "s2", "match": "m", "version": 4, "view": view(4, "other")}]
    assert listen([*FOUND_OUT_BY[how], *rest], stream) == [RESUMED, ANEW]
    match._apply_frames(timeout=0)
    assert match.view == view(4, "other")
    assert (match.histories_lost, calls) == (1, [("first-5", "other-4")])
    stream.put(frame(event(5, "other")))


@pytest.mark.parametrize("how", FOUND_OUT_BY)
def test_over_a_socket_a_stream_of_events_alone_fails(how: str):
    stream = MatchStream("m", 4)
    listen([SUBSCRIBED, frame(event(5))], stream)
    listen(FOUND_OUT_BY[how], stream)
    stream._frames.clear()
    with pytest.raises(Problem) as problem:
        stream.take_frames(timeout=0)
    assert problem.value.code in ("version_ahead", "history_mismatch")


class FakeService:
    """The calls of a client that polls; `answers` are given one after another, long polls once they `may_answer`."""

    def __init__(self, answers: list[Json | Problem]) -> None:
        self.may_answer = threading.Event()
        self.may_answer.set()
        self.answers, self.asked = iter(answers), list[Json]()
        self.clock = ServerClock()

    def me(self) -> Json:
        return {"id": "me"}

    def match(self, match_id: str, **query: Any) -> Json:
        return self._next(query)

    def events(self, match_id: str, **query: Any) -> Json:
        return self._next({name: value for name, value in query.items() if name.startswith("after")})

    def _next(self, query: Json) -> Json:
        if query:
            self.may_answer.wait(10)
        self.asked.append(query)
        answer = next(self.answers, None)
        if answer is None:
            raise Problem("closed", "", status=503)
        if isinstance(answer, Problem):
            raise answer
        return answer


POLLED: dict[str, Json | Problem] = {
    "an event": {"results": [event(6, "other")], "version": 6},
    "version_ahead": Problem("version_ahead", "", status=409),
    "history_mismatch": Problem("history_mismatch", "", status=409),
}


@pytest.mark.parametrize("answer", POLLED.values(), ids=POLLED)
def test_with_polling_the_match_begins_anew_with_the_view(answer: Json | Problem):
    ended = {**event(5, "other"), "type": "match_ended"}
    service = FakeService([view(5), answer, view(4, "other"), {"results": [ended], "version": 5}])
    session = PollingSession(cast(Any, service))
    match = session.match("m")
    wait_for_threads()
    frames = match._stream.take_frames(timeout=0)
    assert [one["t"] for one in frames] == ["restarted", "event"]
    assert frames[0]["view"] == view(4, "other")
    after = [one for one in service.asked if one]
    assert after[:2] == [
        {"after": 5, "after_hash": "first-5"},
        {"after": 4, "after_hash": "other-4"},
    ]


ALREADY = {"t": "subscribed", "re": "s2", "match": "m", "version": 5}
PONG = {"t": "pong", "re": "ping", "versions": {"m": 5}}


def test_over_a_socket_that_is_connected_again_an_acknowledged_move_that_was_lost_is_missed():
    stream = started_stream()
    stream.expect(6, "first-6")
    assert listen([SUBSCRIBED], stream) == [RESUMED, ANEW]


def test_over_a_socket_that_stays_an_acknowledged_move_that_was_lost_is_missed():
    stream = started_stream()
    acknowledge = partial(stream.expect, 6, "first-6")
    # Asked by a ping that was sent after the acknowledgement, the server has sent nothing more.
    assert listen([SUBSCRIBED, acknowledge, PONG, ALREADY], stream, heartbeat_ms=0) == [RESUMED, RESUMED, ANEW]


def test_an_acknowledged_move_that_arrives_is_not_missed():
    stream = started_stream()
    acknowledge = partial(stream.expect, 6, "first-6")
    frames: list[Any] = [SUBSCRIBED, acknowledge, frame(event(6)), {**PONG, "versions": {"m": 6}}]
    assert listen(frames, stream, heartbeat_ms=0) == [RESUMED]
    assert stream.awaited_version == 0


def test_with_polling_an_acknowledged_move_that_was_lost_is_missed():
    service = FakeService([view(5), {"results": [], "version": 5}, {"results": [], "version": 5}, view(5)])
    service.may_answer.clear()
    match = PollingSession(cast(Any, service)).match("m")
    match._stream.expect(6, "first-6")
    service.may_answer.set()
    wait_for_threads()
    assert [one["t"] for one in match._stream.take_frames(timeout=0)] == ["restarted"]


OVER: Json = {**view(5), "status": "over", "rematch": None}
GOES_ON: Json = {**view(4, "other"), "rematch": None}


def over_a_socket() -> LiveMatch:
    stream = MatchStream("m")
    stream.start(cast(Any, OVER), "me")
    match = LiveMatch(stream, command=cast(Any, None), fetch_view=cast(Any, None), clock=ServerClock())
    anew = {"t": "subscribed", "re": "s2", "match": "m", "version": 4, "view": GOES_ON}
    listen([*FOUND_OUT_BY["an error"], anew], stream)
    return match


def by_polling() -> LiveMatch:
    service = FakeService([OVER, POLLED["version_ahead"], GOES_ON])
    service.may_answer.clear()
    match = PollingSession(cast(Any, service)).match("m")
    service.may_answer.set()
    wait_for_threads()
    # The match that is over was asked for its rematch, as its events can't end a second time.
    assert {"after": 5, "after_hash": "first-5", "wait": 25} in service.asked
    return match


@pytest.mark.parametrize("followed", [over_a_socket, by_polling])
def test_a_client_that_waits_for_a_rematch_learns_that_the_end_was_lost(followed: Callable[[], LiveMatch]):
    match = followed()
    assert match.over
    assert match.wait_for_rematch(seconds=10) is None
    assert (match.over, match.view["head"], match.histories_lost) == (False, "other-4", 1)


@pytest.mark.parametrize("followed", [over_a_socket, by_polling])
def test_views_go_on_after_an_end_that_was_lost(followed: Callable[[], LiveMatch]):
    views = followed().views()
    assert next(views)["head"] == "other-4"


def wait_for_threads() -> None:
    for thread in polling_threads():
        thread.join(10)


def polling_threads() -> Iterator[threading.Thread]:
    return (thread for thread in threading.enumerate() if thread.name == "dixit-polling")
