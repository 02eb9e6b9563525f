"""One key, one effect, one answer."""

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from games.eventlog.append import LockedStream, lock
from games.eventlog.command_metadata import CommandMetadata
from games.matches import command_handler
from tests.api.client import Answer, Player
from tests.api.table import Table, vote_of

pytestmark = pytest.mark.django_db

Send: TypeAlias = Callable[[], Answer]


def same_every_time(send: Send, later: Callable[[], object] = lambda: None) -> None:
    """Sent again, and again after other things have happened, it is answered with the same bytes."""
    first, again = send(), send()
    later()
    for answer in (again, send()):
        assert (answer.status, answer.content) == (first.status, first.content)
    assert first.status in (200, 201)


def version(table: Table) -> int:
    return int(table.host.view(table.id)["version"])


def test_a_repeated_vote_counts_once_and_gets_the_same_bytes_for_ever() -> None:
    table = Table(ruleset="classic").start().until("voting")
    voter = table.guessers[0]
    vote, before = vote_of(voter, table.id), version(table)

    def later() -> None:
        assert version(table) == before + 1
        table.until("reveal").until("storytelling")
        table.abandon()

    same_every_time(lambda: voter.command(table.id, "vote", vote, key="vote-1"), later)


@pytest.mark.parametrize("name", ["start", "abandon"])
def test_every_kind_of_command_can_be_repeated(name: str) -> None:
    table = Table(ruleset="classic")
    same_every_time(lambda: table.host.command(table.id, name, key="k"))


def test_sitting_down_can_be_repeated_even_when_seats_have_moved() -> None:
    table = Table(2, ruleset="classic")
    dora, egon = Player("Dora"), Player("Egon")
    egon.sit(table.id, seat=5)

    def later() -> None:
        dora.command(table.id, "stand")
        dora.sit(table.id)
        table.start()

    same_every_time(lambda: dora.command(table.id, "sit", {"seat": 4}, key="k"), later)
    same_every_time(lambda: egon.command(table.id, "abandon", key="k"))


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_standing_up_can_be_repeated(visibility: str) -> None:
    options: Any = {"password": "sesame"} if visibility == "private" else {}
    table = Table(2, visibility=visibility, **options)
    ben = table.players[1]
    same_every_time(lambda: ben.command(table.id, "stand", key="k"))


def test_the_key_may_stand_in_the_header_or_in_the_body() -> None:
    table = Table(ruleset="classic")
    first = table.host.command(table.id, "start", {}, key="k-1")
    assert first.ok()["command_id"] == "k-1"
    for again in (
        table.host.command(table.id, "start", {"command_id": "k-1"}),
        table.host.command(table.id, "start", {"command_id": "k-1"}, key="k-1"),
        table.host.command(table.id, "start", key='"k-1"'),
    ):
        assert (again.status, again.content) == (200, first.content)
    assert table.host.command(table.id, "start", {"command_id": "k-2"}, key="k-1").code == "malformed"


@pytest.mark.parametrize("key", ["", " ", "a b", "x" * 65, "ü", "a/b", "a\n"])
def test_a_key_is_one_word_of_plain_letters(key: str) -> None:
    table = Table(ruleset="classic")
    assert table.host.command(table.id, "start", {"command_id": key}).code == "invalid"
    if "\n" not in key:
        assert table.host.command(table.id, "start", {}, idempotency_key=key).code == "invalid"


def test_without_a_key_everything_counts() -> None:
    table = Table(ruleset="classic")
    assert table.host.command(table.id, "start").ok()["command_id"]
    assert table.host.command(table.id, "start").code == "wrong_phase"


def test_a_key_is_good_for_one_request_only() -> None:
    table, other = Table(ruleset="classic"), Table(ruleset="classic")
    ada = table.host
    ada.send("POST", "/matches", {"ruleset": "classic"}, key="open").ok(201)
    ada.command(table.id, "start", key="start").ok()
    mismatches = [
        ada.command(table.id, "start", {"phase": "0.gathering"}, key="start"),
        ada.command(table.id, "abandon", key="start"),
        ada.send("POST", "/matches", {"ruleset": "classic"}, key="start"),
        ada.send("POST", "/matches", {"ruleset": "odyssey"}, key="open"),
        ada.command(table.id, "abandon", key="open"),
        ada.through(ada.door).command(other.id, "sit", {}, key="start"),
    ]
    for answer in mismatches:
        assert (answer.status, answer.code) == (422, "idempotency_mismatch")
    assert ada.view(table.id)["status"] == "playing"
    assert len(ada.view(other.id)["seats"]) == 3


def test_the_keys_of_two_accounts_have_nothing_to_do_with_each_other() -> None:
    table = Table(ruleset="classic").start().until("voting")
    for voter in table.guessers:
        voter.command(table.id, "vote", vote_of(voter, table.id), key="vote").ok()
    opened = {
        player.send("POST", "/matches", {"ruleset": "classic"}, key="o").ok(201)["id"] for player in table.players
    }
    assert len(opened) == 3


def test_a_refusal_is_not_kept() -> None:
    table = Table(2, ruleset="classic")
    assert table.host.command(table.id, "start", key="start").code == "wrong_player_count"
    Player("Cleo").sit(table.id)
    assert table.host.command(table.id, "start", key="start").status == 200


def test_the_key_comes_before_every_fence() -> None:
    table = Table(ruleset="classic")
    now = version(table)
    first = table.host.command(table.id, "start", key="k", if_match=f'"{now}"')
    again = table.host.command(table.id, "start", key="k", if_match=f'"{now}"')
    assert (again.status, again.content) == (200, first.content)


@pytest.mark.parametrize("options", [{}, {"visibility": "private", "password": "sesame"}])
def test_a_match_is_opened_once_under_one_key(options) -> None:
    ada = Player()
    body = {"ruleset": "classic", **options}
    same_every_time(
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

    same_every_time(lambda: ada.send("POST", "/matches", body, key="open"), leave)


def test_the_check_of_repetitions_sees_a_house_that_forgets_its_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(match_id: str, caller: CommandMetadata) -> LockedStream:
        locked = lock(match_id, caller)
        return LockedStream(state=locked.state, processed_command=None, now=locked.now)

    monkeypatch.setattr(command_handler, "lock", forgetful)
    with pytest.raises(AssertionError):
        test_every_kind_of_command_can_be_repeated("start")
