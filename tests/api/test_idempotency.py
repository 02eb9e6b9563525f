"""One idempotency key has one effect and one response."""

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from games.eventlog.append import LockedStream, lock_stream
from games.eventlog.command_metadata import CommandMetadata
from games.matches import slow_lane
from tests.api.api_client import ApiResponse, Player
from tests.api.game_table import GameTable, legal_vote

pytestmark = pytest.mark.django_db

SendRequest: TypeAlias = Callable[[], ApiResponse]


def assert_repeatable(send: SendRequest, later: Callable[[], object] = lambda: None) -> None:
    """Assert that repeats get the same bytes, at once and after other things have happened."""
    first, again = send(), send()
    later()
    for response in (again, send()):
        assert (response.status, response.content) == (first.status, first.content)
    assert first.status in (200, 201)


def current_version(table: GameTable) -> int:
    return int(table.host.view(table.id)["version"])


def test_a_repeated_vote_counts_once_and_always_returns_the_same_bytes() -> None:
    table = GameTable(ruleset="classic").start().play_until("voting")
    voter = table.guessers[0]
    vote, before = legal_vote(voter, table.id), current_version(table)

    def later() -> None:
        assert current_version(table) == before + 1
        table.play_until("reveal").play_until("storytelling")
        table.abandon()

    assert_repeatable(lambda: voter.command(table.id, "vote", vote, key="vote-1"), later)


@pytest.mark.parametrize("name", ["start", "abandon"])
def test_every_kind_of_command_can_be_repeated(name: str) -> None:
    table = GameTable(ruleset="classic")
    assert_repeatable(lambda: table.host.command(table.id, name, key="k"))


def test_sitting_down_can_be_repeated_after_seats_have_changed() -> None:
    table = GameTable(2, ruleset="classic")
    dora, egon = Player("Dora"), Player("Egon")
    egon.sit(table.id, seat=5)

    def later() -> None:
        dora.command(table.id, "stand")
        dora.sit(table.id)
        table.start()

    assert_repeatable(lambda: dora.command(table.id, "sit", {"seat": 4}, key="k"), later)
    assert_repeatable(lambda: egon.command(table.id, "abandon", key="k"))


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_leaving_a_seat_can_be_repeated(visibility: str) -> None:
    options: Any = {"password": "sesame"} if visibility == "private" else {}
    table = GameTable(2, visibility=visibility, **options)
    ben = table.players[1]
    assert_repeatable(lambda: ben.command(table.id, "stand", key="k"))


def test_the_key_may_be_in_the_header_or_in_the_body() -> None:
    table = GameTable(ruleset="classic")
    first = table.host.command(table.id, "start", {}, key="k-1")
    assert first.ok()["command_id"] == "k-1"
    for repeated in (
        table.host.command(table.id, "start", {"command_id": "k-1"}),
        table.host.command(table.id, "start", {"command_id": "k-1"}, key="k-1"),
        table.host.command(table.id, "start", key='"k-1"'),
    ):
        assert (repeated.status, repeated.content) == (200, first.content)
    assert table.host.command(table.id, "start", {"command_id": "k-2"}, key="k-1").code == "malformed"


@pytest.mark.parametrize("key", ["", " ", "a b", "x" * 65, "ü", "a/b", "a\n"])
def test_an_invalid_key_is_refused(key: str) -> None:
    table = GameTable(ruleset="classic")
    assert table.host.command(table.id, "start", {"command_id": key}).code == "invalid"
    if "\n" not in key:
        assert table.host.command(table.id, "start", {}, idempotency_key=key).code == "invalid"


def test_without_a_key_a_repeated_command_is_executed_again() -> None:
    table = GameTable(ruleset="classic")
    assert table.host.command(table.id, "start").ok()["command_id"]
    assert table.host.command(table.id, "start").code == "wrong_phase"


def test_a_key_cannot_be_reused_for_another_request() -> None:
    table, other = GameTable(ruleset="classic"), GameTable(ruleset="classic")
    ada = table.host
    ada.send("POST", "/matches", {"ruleset": "classic"}, key="open").ok(201)
    ada.command(table.id, "start", key="start").ok()
    mismatches = [
        ada.command(table.id, "start", {"phase": "0.gathering"}, key="start"),
        ada.command(table.id, "abandon", key="start"),
        ada.send("POST", "/matches", {"ruleset": "classic"}, key="start"),
        ada.send("POST", "/matches", {"ruleset": "odyssey"}, key="open"),
        ada.command(table.id, "abandon", key="open"),
        ada.with_transport(ada.transport).command(other.id, "sit", {}, key="start"),
    ]
    for response in mismatches:
        assert (response.status, response.code) == (422, "idempotency_mismatch")
    assert ada.view(table.id)["status"] == "playing"
    assert len(ada.view(other.id)["seats"]) == 3


def test_keys_are_scoped_to_an_account() -> None:
    table = GameTable(ruleset="classic").start().play_until("voting")
    for voter in table.guessers:
        voter.command(table.id, "vote", legal_vote(voter, table.id), key="vote").ok()
    opened = {
        player.send("POST", "/matches", {"ruleset": "classic"}, key="o").ok(201)["id"] for player in table.players
    }
    assert len(opened) == 3


def test_a_refusal_is_not_stored_under_its_key() -> None:
    table = GameTable(2, ruleset="classic")
    assert table.host.command(table.id, "start", key="start").code == "wrong_player_count"
    Player("Cleo").sit(table.id)
    assert table.host.command(table.id, "start", key="start").status == 200


def test_a_repeated_key_takes_precedence_over_preconditions() -> None:
    table = GameTable(ruleset="classic")
    version_before = current_version(table)
    first = table.host.command(table.id, "start", key="k", if_match=f'"{version_before}"')
    repeated = table.host.command(table.id, "start", key="k", if_match=f'"{version_before}"')
    assert (repeated.status, repeated.content) == (200, first.content)


@pytest.mark.parametrize("options", [{}, {"visibility": "private", "password": "sesame"}])
def test_a_match_is_opened_once_under_one_key(options) -> None:
    ada = Player()
    body = {"ruleset": "classic", **options}
    assert_repeatable(
        lambda: ada.send("POST", "/matches", body, key="open"),
        lambda: Player("Ben").command(ada.get("/matches", mine="true").ok()["results"][0]["id"], "sit", {}),
    )
    assert len(ada.get("/matches", mine="true").ok()["results"]) == 1


def test_opening_a_private_match_can_be_repeated_after_its_host_has_left() -> None:
    ada, ben = Player("Ada"), Player("Ben")
    body = {"ruleset": "classic", "visibility": "private", "password": "sesame"}

    def leave() -> None:
        match = ada.send("POST", "/matches", body, key="open").ok(201)["id"]
        ben.sit(match, password="sesame")
        ada.act(match, "stand")

    assert_repeatable(lambda: ada.send("POST", "/matches", body, key="open"), leave)


def test_the_repetition_check_detects_forgotten_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    def lock_without_processed_command(match_id: str, caller: CommandMetadata) -> LockedStream:
        locked = lock_stream(match_id, caller)
        return LockedStream(state=locked.state, processed_command=None, now=locked.now)

    monkeypatch.setattr(slow_lane, "lock_stream", lock_without_processed_command)
    with pytest.raises(AssertionError):
        test_every_kind_of_command_can_be_repeated("start")


def test_a_command_is_recognized_after_a_rotation_of_the_secret_key(settings: Any) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "old", []
    ada = Player()
    match = ada.open()
    first = ada.command(match, "abandon", {}, key="once")
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "new", ["older", "old"]
    assert ada.command(match, "abandon", {}, key="once").content == first.content
    settings.SECRET_KEY_FALLBACKS = ["older"]
    assert ada.command(match, "abandon", {}, key="once").code == "idempotency_mismatch"


def test_a_cursor_of_the_feed_is_valid_after_a_rotation_of_the_secret_key(settings: Any) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "old", []
    ada = Player()
    cursor = ada.get("/me/matches").ok()["cursor"]
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "new", ["old"]
    assert ada.get("/me/matches", after=cursor).status == 200
    settings.SECRET_KEY_FALLBACKS = []
    assert ada.get("/me/matches", after=cursor).code == "invalid_cursor"
