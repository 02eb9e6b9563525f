"""Positions in a match's log: `after` with `after_hash`, in the view, in pages of events and in streams."""

from collections.abc import Callable
from typing import TypeAlias

import pytest

from games.eventlog.digests import GENESIS_HASH
from tests.api.api_client import ApiResponse, Player

pytestmark = pytest.mark.django_db
Ask: TypeAlias = Callable[..., ApiResponse]
OTHER_HASH = "f" * 64


def ask_for_view(player: Player, match: str, **query: object) -> ApiResponse:
    return player.get(f"/matches/{match}", **query)


def ask_for_events(player: Player, match: str, **query: object) -> ApiResponse:
    return player.get(f"/matches/{match}/events", **query)


def ask_for_stream(player: Player, match: str, **query: object) -> ApiResponse:
    path = "&".join(f"{name}={value}" for name, value in query.items())
    return player.send("GET", f"/matches/{match}/events?{path}", Accept="application/x-ndjson")


TRANSPORTS = [ask_for_view, ask_for_events, ask_for_stream]


@pytest.fixture
def table() -> tuple[Player, str]:
    player = Player()
    match = player.open(seats=4)
    player.act(match, "bot", {"bot": "random"})
    return player, match


def head_of(player: Player, match: str) -> tuple[int, str]:
    view = player.view(match)
    return view["version"], view["head"]


def test_the_view_names_the_hash_of_its_version(table):
    player, match = table
    for event in player.events(match):
        assert player.view(match, at=event["version"])["head"] == event["hash"]
    assert player.view(match)["head"] == player.events(match)[-1]["hash"]


@pytest.mark.parametrize("ask", TRANSPORTS)
def test_a_position_beyond_the_head_is_refused(table, ask: Ask):
    player, match = table
    version, head = head_of(player, match)
    for beyond in (version + 1, 2**31 - 1):
        response = ask(player, match, after=beyond)
        assert (response.status, response.code) == (409, "version_ahead")
        assert (response.json["version"], response.json["head"]) == (version, head)


@pytest.mark.parametrize("query", [{"wait": 30}, {"wait": 30, "after_hash": OTHER_HASH}])
@pytest.mark.parametrize("ask", TRANSPORTS[:2])
def test_a_position_beyond_the_head_is_not_waited_for(table, ask: Ask, query):
    player, match = table
    version, _ = head_of(player, match)
    assert ask(player, match, after=version + 1, **query).code == "version_ahead"


@pytest.mark.parametrize("ask", TRANSPORTS)
def test_another_hash_at_a_version_is_refused(table, ask: Ask):
    player, match = table
    version, head = head_of(player, match)
    for after in range(version + 1):
        response = ask(player, match, after=after, after_hash=OTHER_HASH)
        assert (response.status, response.code) == (409, "history_mismatch")
        assert (response.json["version"], response.json["head"]) == (version, head)


@pytest.mark.parametrize("ask", TRANSPORTS[:2])
def test_the_right_hash_is_answered(table, ask: Ask):
    player, match = table
    ask(player, match, after=0, after_hash=GENESIS_HASH).ok()
    for event in player.events(match):
        ask(player, match, after=event["version"], after_hash=event["hash"]).ok()


@pytest.mark.parametrize("ask", TRANSPORTS)
@pytest.mark.parametrize("digest", ["", "F" * 64, "f" * 63, "f" * 64 + "%0A"])
def test_what_is_no_hash_is_refused(table, ask: Ask, digest: str):
    player, match = table
    assert ask(player, match, after=1, after_hash=digest).code == "invalid"


@pytest.mark.parametrize("ask", TRANSPORTS)
def test_a_hash_alone_is_that_before_the_first_event(table, ask: Ask):
    player, match = table
    assert ask(player, match, after_hash=OTHER_HASH).code == "history_mismatch"


@pytest.mark.parametrize("ask", TRANSPORTS)
def test_positions_tell_nothing_of_a_match_that_one_may_not_see(ask: Ask):
    owner, stranger = Player(), Player()
    match = owner.open(seats=4, visibility="private", password="open sesame")
    assert ask(stranger, match, after=99).code == "not_found"
    assert ask(stranger, match, after=1, after_hash=OTHER_HASH).code == "not_found"
