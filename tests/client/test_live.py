"""Over lines that are cut, in either direction, nothing is lost, nothing comes twice and nothing is done twice."""

import uuid
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import repeat
from typing import Any

import pytest
from dixit_client import Client, Problem
from dixit_client.connection import Connection
from dixit_client.match_stream import Gap, MatchStream

from tests.client.cutter import Cutter
from tests.client.playing import Guests, all_play, log, table
from tests.timers.clockwork import ClockHouse

FEW = (600, 1500)
FEW_EVENTS = (4000, 8000)
SOME = (3000, 12000)


def at(client: Client, address: str) -> Client:
    """The same person at another address."""
    return Client(address, token=client.bearer)


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whose line is cut comes back at once."""
    monkeypatch.setattr("dixit_client.websocket_session.pauses", lambda: repeat(0.02))


@pytest.fixture(scope="module")
def over(clock_house: ClockHouse) -> Iterator[tuple[Client, str]]:
    """A match that is over, and its host."""
    with ExitStack() as end:
        players = [end.enter_context(Client(clock_house.addresses[0], guest=name)) for name in ("Ann", "Ben", "Cat")]
        match = table(players)
        all_play([end.enter_context(player.live()) for player in players], match)
        yield players[0], match


def heard(person: Client, match: str, port: int) -> tuple[list[Any], int]:
    """What somebody is told whose line is cut after every few events, and how often it was cut."""
    with Cutter(port, down=FEW_EVENTS) as cutter, at(person, cutter.address) as there, there.live() as live:
        return list(live.events(match)), cutter.cuts


def test_events_come_once_and_in_order_however_often_the_line_is_cut(
    clock_house: ClockHouse, over: tuple[Client, str]
) -> None:
    told, cuts = heard(*over, clock_house.ports[0])
    assert told == log(*over)
    assert cuts >= 2


def test_a_version_that_is_missing_is_noticed() -> None:
    stream = MatchStream("m", 4)
    stream.put({"t": "event", "version": 5})
    with pytest.raises(Gap):
        stream.put({"t": "event", "version": 7})
    stream.put({"t": "event", "version": 5})
    assert len(stream.take_frames()) == 1


def test_control_a_client_that_resumes_one_version_too_early_is_seen(
    clock_house: ClockHouse, over: tuple[Client, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And doesn't look at the versions."""
    subscribe = Connection.subscribe

    def elsewhere(self: Connection, stream: MatchStream) -> None:
        have, stream.last_version = stream.last_version, max(0, (stream.last_version or 0) - 1)
        subscribe(self, stream)
        stream.last_version = have

    def put(self: MatchStream, frame: Any) -> None:
        with self._changed:
            self.last_version = max(self.last_version or 0, frame.get("version", 0))
            self._frames.append(frame)
            self._changed.notify_all()

    monkeypatch.setattr(Connection, "subscribe", elsewhere)
    monkeypatch.setattr(MatchStream, "put", put)
    told, _ = heard(*over, clock_house.ports[0])
    assert told != log(*over)


def test_players_whose_lines_are_cut_play_a_whole_match(clock_house: ClockHouse, guest: Guests) -> None:
    """One of them asks by long polls."""
    players = [guest(name) for name in ("Ann", "Ben", "Cat")]
    match = table(players)
    with Cutter(clock_house.ports[0], up=FEW, down=SOME) as cutter, ExitStack() as end:
        there = [end.enter_context(at(player, cutter.address)) for player in players]
        lines = [end.enter_context(player.live(poll=player is there[2])) for player in there]
        played = all_play(lines, match)
    for player, (followed, begun, told, acts) in zip(players, played, strict=True):
        assert told == log(player, match, after=begun)
        assert settled(followed.view) == settled(player.match(match))
        seat = followed.view["you"]["seat"] if followed.view["you"] else None
        assert acts == sum(event["actor"] == seat for event in told)
    assert cutter.cuts >= 6


def settled(view: Any) -> Any:
    """A view apart from what no event tells."""
    seats = [{**seat, "connected": None} for seat in view["seats"]]
    return {**view, "seats": seats, "phase": {**view["phase"], "remaining_ms": None}}


@pytest.mark.parametrize("lost", ["request", "answer"])
@pytest.mark.parametrize("poll", [False, True], ids=["socket", "polls"])
def test_a_command_whose_line_is_cut_is_done_once(
    clock_house: ClockHouse, guest: Guests, lost: str, *, poll: bool
) -> None:
    ann = guest("Ann")
    match = ann.open(ruleset="classic")["id"]
    with Cutter(clock_house.ports[0]) as cutter, at(ann, cutter.address) as there, there.live(poll=poll) as live:
        followed = live.match(match)
        if poll:
            # The line that waits for news is another one than that of the command.
            live.close()
        cutter.lose(lost)
        ack = followed.act("bot", seat=1, bot="random")
        assert cutter.cuts == 1
        assert ack["version"] == ann.match(match)["version"] == 3
        assert ack["receipt"]["version"] == 3


def test_control_a_client_that_sends_it_as_another_command_is_seen(
    clock_house: ClockHouse, guest: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    send = Connection.send

    def anew(self: Connection, frame: Any) -> None:
        data = {"data": {**frame["data"], "command_id": uuid.uuid4().hex}} if frame["t"] == "command" else {}
        send(self, {**frame, **data})

    monkeypatch.setattr(Connection, "send", anew)
    ann = guest("Ann")
    match = ann.open(ruleset="classic")["id"]
    with Cutter(clock_house.ports[0]) as cutter, at(ann, cutter.address) as there, there.live() as live:
        followed = live.match(match)
        cutter.lose("answer")
        with pytest.raises(Problem, match="seat_taken"):
            followed.act("bot", seat=1, bot="random")
