"""GET /me/matches: the caller's matches, and what has happened in them since a cursor."""

from datetime import timedelta
from random import Random

import pytest
from django.conf import settings
from django.core import signing
from django.utils import timezone

from games.matches import feed_cursor, participation, personal_feed
from games.projections.models import ParticipantRow
from tests.api.api_client import Json, Player
from tests.api.game_table import GameTable
from tests.api.passing_time import end_phase
from tests.matches.log_entries import entries_of

pytestmark = pytest.mark.django_db


def read(player: Player, cursor: str | None = None) -> Json:
    return player.get("/me/matches", **({} if cursor is None else {"after": cursor})).ok()


def entries_in(answer: Json) -> list[tuple[str, str]]:
    return [(entry["match"], entry["kind"]) for entry in answer["entries"]]


def test_the_first_answer_is_the_list_alone() -> None:
    table = GameTable(3).start()
    lobby = table.host.open()
    answer = read(table.host)
    assert answer["entries"] == []
    by_id = {match["id"]: match for match in answer["matches"]}
    view = table.host.view(table.id)
    assert by_id.keys() == {table.id, lobby}
    assert by_id[table.id] == {
        "id": table.id,
        "status": "playing",
        "ruleset": "odyssey",
        "round": 1,
        "phase": view["phase"]["id"],
        "version": view["version"],
        "seat": 0,
        "waiting_for_me": True,
        "deadline_at": None,
        "reserved_until": None,
        "rematch": None,
    }
    assert (by_id[lobby]["status"], by_id[lobby]["waiting_for_me"]) == ("gathering", True)
    assert read(Player("Else"))["matches"] == []


def test_entries_tell_what_has_happened_since_the_cursor_once() -> None:
    host, guest = Player("Host"), Player("Guest")
    cursor = read(guest)["cursor"]
    match = host.open(ruleset="classic")
    guest.sit(match)
    third = Player("Third")
    third.sit(match)
    answer = read(guest, cursor)
    assert entries_in(answer) == [(match, "seated")]
    assert answer["entries"][0]["seat"] == 1
    assert entries_in(read(guest, answer["cursor"])) == []
    # The same cursor again gives the same answer.
    assert entries_in(read(guest, cursor)) == [(match, "seated")]
    host.act(match, "start")
    started = read(guest, answer["cursor"])
    assert entries_in(started) == [(match, "started"), (match, "my_turn")]
    assert started["entries"][1]["phase"] == "1.storytelling"
    host.act(match, "claim")
    assert entries_in(read(guest, started["cursor"])) == []


def test_a_kick_is_told_even_to_somebody_who_sat_down_since_the_cursor() -> None:
    host, guest = Player("Host"), Player("Guest")
    cursor = read(guest)["cursor"]
    match = host.open(visibility="private", password="open sesame")
    guest.sit(match, password="open sesame")
    host.act(match, "clear", {"seat": 1})
    answer = read(guest, cursor)
    assert entries_in(answer) == [(match, "seated"), (match, "kicked")]
    assert answer["matches"] == []
    # Nothing more of this match, not even its version: it is private.
    host.act(match, "move", {"seat": 3})
    later = read(guest, answer["cursor"])
    assert entries_in(later) == []
    assert decoded(later["cursor"], guest) == decoded(answer["cursor"], guest)


def decoded(cursor: str, player: Player) -> object:
    return signing.loads(cursor, salt=f"{feed_cursor.SALT_PREFIX}/{player.id}")


def test_sitting_down_again_repeats_nothing() -> None:
    host, guest = Player("Host"), Player("Guest")
    match = host.open()
    cursor = read(guest)["cursor"]
    guest.sit(match)
    first = read(guest, cursor)
    guest.act(match, "stand")
    away = read(guest, first["cursor"])
    assert (entries_in(away), away["matches"]) == ([], [])
    guest.sit(match)
    assert entries_in(read(guest, away["cursor"])) == [(match, "seated")]


def test_the_end_and_the_rematch_are_told_to_all_former_players() -> None:
    table = GameTable(3, ruleset="classic").start()
    cursors = [read(player)["cursor"] for player in table.players]
    table.abandon()
    ended = [read(player, cursor) for player, cursor in zip(table.players, cursors, strict=True)]
    assert all((table.id, "ended") in entries_in(answer) for answer in ended)
    next_id = table.players[1].command(table.id, "rematch").ok(201)["id"]
    for player, answer in zip(table.players, ended, strict=True):
        later = read(player, answer["cursor"])
        entry = next(entry for entry in later["entries"] if entry["kind"] == "rematch")
        assert (entry["match"], entry["rematch"], entry["version"]) == (table.id, {"match": next_id}, None)
        assert {match["id"]: match["rematch"] for match in later["matches"]}[table.id] == {"match": next_id}
        assert "rematch" not in [kind for _, kind in entries_in(read(player, later["cursor"]))]
        # The cursor before didn't name it, so it is repeated.
        assert (table.id, "rematch") in entries_in(read(player, answer["cursor"]))
        assert read(player)["entries"] == []


def test_what_ended_long_ago_is_told_but_not_listed() -> None:
    table = GameTable(3).start()
    cursor = read(table.host)["cursor"]
    table.abandon()
    ParticipantRow.objects.update(ended_at=timezone.now() - participation.LISTED_AFTER_END - timedelta(minutes=1))
    answer = read(table.host, cursor)
    assert (table.id, "ended") in entries_in(answer)
    assert answer["matches"] == []
    assert decoded(answer["cursor"], table.host) == [{}, []]
    assert entries_in(read(table.host, answer["cursor"])) == []


@pytest.mark.parametrize("damage", ["", "x", "cut", "changed", "foreign", "long", "list cursor"])
def test_a_cursor_that_was_not_given_out_is_refused(damage: str) -> None:
    ada, ben = Player("Ada"), Player("Ben")
    ada.open()
    cursor: str = read(ada)["cursor"]
    wrong = {
        "": "",
        "x": "x",
        "cut": cursor[:-3],
        "changed": ("A" if cursor[0] != "A" else "B") + cursor[1:],
        "foreign": read(ben)["cursor"],
        "long": "A" * (feed_cursor.MAX_CURSOR_CHARS + 1),
        "list cursor": signing.dumps([{}, []]),
    }[damage]
    response = ada.get("/me/matches", after=wrong)
    assert (response.status, response.code) == (422, "invalid_cursor")


def test_answers_and_cursors_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(personal_feed, "MAX_ENTRIES", 3)
    monkeypatch.setattr(participation, "MAX_LISTED_MATCHES", 4)
    monkeypatch.setattr(personal_feed, "MAX_NAMED_MATCHES", 6)
    ada = Player("Ada")
    cursor = read(ada)["cursor"]
    matches = [ada.open() for _ in range(5)]
    entries = []
    while (answer := read(ada, cursor))["entries"]:
        assert len(answer["matches"]) <= 4
        assert len(answer["entries"]) <= 3
        cursor = answer["cursor"]
        entries += entries_in(answer)
    listed = {match["id"] for match in answer["matches"]}
    assert sorted(entries) == sorted((match, "seated") for match in matches if match in listed)


def test_the_longest_cursor_is_short_enough_to_be_read() -> None:
    rng = Random(1)
    names = [f"{rng.getrandbits(128):032x}" for _ in range(personal_feed.MAX_NAMED_MATCHES)]
    cursor = feed_cursor.FeedCursor(
        versions={name: rng.randrange(2000) for name in names},
        announced=frozenset(f"{rng.getrandbits(128):032x}" for _ in range(participation.MAX_LISTED_MATCHES // 2)),
        hash_prefixes={name: f"{rng.getrandbits(24):06x}" for name in names[::-1] if rng.random() < 0.99},
    )
    text = feed_cursor.encode_cursor(cursor, "u_1")
    assert len(text) < feed_cursor.MAX_CURSOR_CHARS
    assert feed_cursor.decode_cursor(text, "u_1") == cursor


@pytest.mark.parametrize("seed", range(3))
def test_entries_are_those_of_the_logs_wherever_they_are_cut(seed: int) -> None:
    rng = Random(seed)
    table = GameTable(3, ruleset="classic")
    player = table.players[1]
    cursor, entries = read(player)["cursor"], []
    expected = [entry for entry in entries_of(player, table.id, turns=True) if entry[1] != "seated"]
    assert expected == []
    table.start()
    for _ in range(60):
        mover = rng.choice(table.players)
        table.play_next_move(mover)
        if rng.random() < 0.3:
            answer = read(player, cursor)
            cursor = answer["cursor"]
            entries += [(entry["match"], entry["kind"], entry["version"]) for entry in answer["entries"]]
    entries += [(entry["match"], entry["kind"], entry["version"]) for entry in read(player, cursor)["entries"]]
    expected = [entry for entry in entries_of(player, table.id, turns=True) if entry[1] != "seated"]
    assert sum(kind == "my_turn" for _, kind, _ in expected) > 5
    assert entries == expected


def test_the_list_of_own_matches_says_whose_turn_it_is() -> None:
    table = GameTable(3, clock={"clue": 600}).start()
    lobby = table.players[1].open()
    ended = GameTable(3).start().abandon()
    assert "waiting_for_me" not in table.host.get("/matches").ok()["results"][0]
    by_id = {match["id"]: match for match in table.players[1].get("/matches", mine="true").ok()["results"]}
    deadline_at = table.host.view(table.id)["phase"]["deadline_at"]
    assert by_id.keys() == {table.id, lobby}
    line = by_id[table.id]
    assert (line["seat"], line["waiting_for_me"], line["deadline_at"]) == (1, True, deadline_at)
    assert (by_id[lobby]["seat"], by_id[lobby]["waiting_for_me"], by_id[lobby]["deadline_at"]) == (0, True, None)
    line = ended.players[2].get("/matches", mine="true").ok()["results"][0]
    assert (line["seat"], line["waiting_for_me"], line["deadline_at"]) == (2, False, None)


@pytest.fixture
def _rulebook_2(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "NEW_MATCH_RULEBOOK", 2)


@pytest.mark.usefixtures("_rulebook_2")
def test_a_reserved_seat_is_an_invitation_and_is_listed_while_it_lasts() -> None:
    table = GameTable(3, ruleset="classic", visibility="private", password="open sesame").start()
    guest = table.players[1]
    cursor = read(guest)["cursor"]
    table.abandon()
    view = table.host.command(table.id, "rematch").ok(201)
    answer = read(guest, cursor)
    assert [kind for _, kind in entries_in(answer)] == ["ended", "invited", "rematch"]
    invitation = answer["entries"][1]
    assert (invitation["match"], invitation["seat"], invitation["version"]) == (view["id"], 1, 1)
    line = next(match for match in answer["matches"] if match["id"] == view["id"])
    assert (line["seat"], line["waiting_for_me"], line["reserved_until"]) == (1, False, view["reserved"][0]["until"])
    assert entries_in(read(guest, answer["cursor"])) == []
    guest.command(table.id, "rematch").ok(200)
    seated = read(guest, answer["cursor"])
    assert entries_in(seated) == [(view["id"], "seated")]
    assert next(match for match in seated["matches"] if match["id"] == view["id"])["reserved_until"] is None
    # A player who declines finds the match no longer in the list.
    third = table.players[2]
    cursor = read(third)["cursor"]
    third.act(view["id"], "stand")
    declined = read(third, cursor)
    assert entries_in(declined) == []
    assert view["id"] not in [match["id"] for match in declined["matches"]]


@pytest.mark.usefixtures("_rulebook_2")
def test_being_skipped_is_told() -> None:
    table = GameTable(3, ruleset="classic", clock={"clue": 60, "submit": 60, "vote": 60}, first="host").start()
    absent = table.players[1]
    cursor = read(absent)["cursor"]
    for player in table.players:
        if player is not absent:
            table.play_next_move(player)
    for _ in range(2):
        end_phase(table.id)
    answer = read(absent, cursor)
    entries = [(entry["match"], entry["kind"], entry["version"]) for entry in answer["entries"]]
    assert "skipped" in [kind for _, kind, _ in entries]
    assert entries == [
        entry for entry in entries_of(absent, table.id, turns=True) if entry[1] not in ("seated", "started")
    ]
