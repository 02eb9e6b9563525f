"""Seats of a rematch that are reserved for the players of the match before, over HTTP (rulebook 2)."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.conf import settings as django_settings

from games.audit.record_verifier import verify_record
from games.eventlog.models import Opening
from games.matches.deadline_command import expire_phase
from games.projections.rebuild import compare
from games.projections.reservation_projection import reservations_for
from games.protocol import command_specs
from games.staff.moderation import ban_user
from tests.api.api_client import Json, Player
from tests.api.chain_checks import check_chain
from tests.api.game_table import GameTable
from tests.api.passing_time import database_clock_ahead_by, end_phase

pytestmark = pytest.mark.django_db

PERIOD, REQUEST_PERIOD = timedelta(minutes=5), timedelta(minutes=15)
SECOND = timedelta(seconds=1)


@pytest.fixture(autouse=True)
def _open_matches_under_rulebook_2(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(django_settings, "NEW_MATCH_RULEBOOK", 2)


class Rematch:
    """A match that was abandoned, and its rematch, opened by the player on seat 2."""

    def __init__(self, players: int = 4, **options: Any) -> None:
        self.before = GameTable(players, **{"ruleset": "classic", "seats": players, **options}).start().abandon()
        self.players, self.opener = self.before.players, self.before.players[2]
        self.view: Json = self.opener.command(self.before.id, "rematch").ok(201)
        self.id = self.view["id"]

    def join(self, seat: int) -> Json:
        return self.players[seat].command(self.before.id, "rematch").ok(200)


def reserved_seats(view: Json) -> list[int]:
    return [entry["seat"] for entry in view["reserved"]]


def seats_to_sit_in(player: Player, match: str) -> list[int]:
    return next((action["seats"] for action in player.view(match)["actions"] if action["type"] == "sit"), [])


def last_event(player: Player, match: str) -> tuple[str, Any, Json]:
    event = player.events(match)[-1]
    return event["type"], event["actor"], event["data"]


def test_the_seats_of_the_others_are_reserved_under_their_numbers_for_five_minutes() -> None:
    rematch = Rematch(seats=5)
    view, opened = rematch.view, rematch.opener.events(rematch.id)[0]
    assert (view["you"]["seat"], view["host"]) == (2, 2)
    assert reserved_seats(view) == [0, 1, 3]
    assert [entry["player"] for entry in view["reserved"]] == [
        {"id": rematch.players[seat].id, "name": rematch.players[seat].name} for seat in (0, 1, 3)
    ]
    until = {entry["until"] for entry in view["reserved"]}
    assert until == {opened["data"]["reserved_until"]}
    assert datetime.fromisoformat(until.pop()) == datetime.fromisoformat(opened["at"]) + PERIOD
    assert opened["actor"] == 2
    assert set(opened["data"]["sealed"]) == {"reserved_for/0", "reserved_for/1", "reserved_for/3"}
    assert [part["value"] for part in opened["opened"]] == [entry["player"] for entry in view["reserved"]]


def test_each_player_gets_the_former_seat_and_the_former_host_the_role() -> None:
    rematch = Rematch()
    assert [rematch.join(seat)["you"]["seat"] for seat in (3, 0, 1)] == [3, 0, 1]
    assert rematch.opener.view(rematch.id)["host"] == 0
    types = [event["type"] for event in rematch.opener.events(rematch.id)]
    assert types == ["match_opened", "seat_taken", "seat_taken", "seat_taken", "host_changed", "seat_taken"]
    rematch.players[0].act(rematch.id, "start")
    for player in rematch.players:
        player.act(rematch.id, "abandon")
    check_chain(rematch.opener.events(rematch.id))
    record = rematch.opener.get(f"/matches/{rematch.id}/record").content
    assert [finding.status for finding in verify_record(record).findings] == ["ok"] * 4
    assert not compare(rematch.id)


def test_partners_stay_partners() -> None:
    rematch = Rematch(6, ruleset="team")
    for seat in (3, 1, 5, 0):
        rematch.join(seat)
    early = rematch.players[0].command(rematch.id, "start")
    assert (early.status, early.code) == (409, "wrong_player_count")
    rematch.join(4)
    rematch.players[0].act(rematch.id, "start")
    before, after = rematch.players[0].view(rematch.before.id), rematch.players[0].view(rematch.id)
    assert [(seat["player"]["id"], seat["team"]) for seat in after["seats"]] == [
        (seat["player"]["id"], seat["team"]) for seat in before["seats"]
    ]


def test_a_stranger_gets_no_reserved_seat() -> None:
    rematch, zoe, yves = Rematch(seats=5), Player("Zoe"), Player("Yves")
    assert seats_to_sit_in(zoe, rematch.id) == [4]
    refused = zoe.command(rematch.id, "sit", {"seat": 0})
    assert (refused.status, refused.code) == (409, "seat_reserved")
    assert zoe.sit(rematch.id)["events"][0]["data"]["seat"] == 4
    assert yves.command(rematch.id, "sit", {}).code == "seat_reserved"
    assert seats_to_sit_in(yves, rematch.id) == []
    assert rematch.opener.command(rematch.id, "bot", {"seat": 1, "bot": "random"}).code == "seat_reserved"
    assert rematch.opener.command(rematch.id, "move", {"seat": 1}).code == "seat_reserved"
    assert rematch.join(1)["you"]["seat"] == 1


def test_quick_gives_no_reserved_seat_away() -> None:
    body = {"ruleset": "classic", "seats": 3}
    players = [Player(name) for name in ("Ada", "Ben", "Cleo")]
    ids = {player.send("POST", "/quick", body).json["id"] for player in players}
    assert len(ids) == 1
    match = ids.pop()
    end_lobby(match)
    for player in players:
        player.act(match, "abandon")
    next_id = players[1].command(match, "rematch").ok(201)["id"]
    assert players[1].view(next_id)["start"] == "full"
    assert Player("Zoe").send("POST", "/quick", body).ok(201)["id"] != next_id
    for player in (players[0], players[2]):
        assert player.command(match, "rematch").ok(200)["id"] == next_id
    end_lobby(next_id)
    assert players[0].view(next_id)["status"] == "playing"


def end_lobby(match_id: str) -> None:
    """Let the clock start a full lobby."""
    assert expire_phase(match_id, "0.gathering", datetime.now(UTC))


def test_the_person_sees_a_private_rematch_and_needs_no_password() -> None:
    rematch, zoe = Rematch(visibility="private", password="sesame"), Player("Zoe")
    ada, ben = rematch.players[:2]
    assert zoe.get(f"/matches/{rematch.id}").code == "not_found"
    view = ada.view(rematch.id)
    assert view["you"] is None
    assert [action["type"] for action in view["actions"]] == ["sit", "stand"]
    assert view["actions"][0]["seats"] == [0]
    assert ada.events(rematch.id)[0]["type"] == "match_opened"
    assert ada.sit(rematch.id)["events"][0]["data"]["seat"] == 0
    with database_clock_ahead_by(PERIOD):
        assert ben.get(f"/matches/{rematch.id}").code == "not_found"
        assert ben.command(rematch.id, "sit", {}).code == "not_found"
        assert rematch.join(1)["you"]["seat"] == 1


def test_after_five_minutes_a_reserved_seat_is_free() -> None:
    rematch, zoe = Rematch(), Player("Zoe")
    with database_clock_ahead_by(PERIOD - SECOND):
        assert seats_to_sit_in(zoe, rematch.id) == []
        assert zoe.command(rematch.id, "sit", {}).code == "seat_reserved"
    with database_clock_ahead_by(PERIOD):
        view = zoe.view(rematch.id)
        assert (view["reserved"], seats_to_sit_in(zoe, rematch.id)) == ([], [0, 1, 3])
        assert zoe.sit(rematch.id)["events"][0]["data"]["seat"] == 0
        assert rematch.join(3)["you"]["seat"] == 3
        # The former seat is taken, so the lowest free one it is.
        joined = rematch.join(0)
        assert (joined["you"]["seat"], joined["host"]) == (1, 2)


def test_declining() -> None:
    rematch, zoe = Rematch(), Player("Zoe")
    ben = rematch.players[1]
    ben.act(rematch.id, "stand")
    assert last_event(ben, rematch.id) == ("reservation_dropped", 1, {"seat": 1})
    assert reserved_seats(ben.view(rematch.id)) == [0, 3]
    again = ben.command(rematch.id, "stand")
    assert (again.status, again.code) == (403, "not_seated")
    assert zoe.sit(rematch.id)["events"][0]["data"]["seat"] == 1


def test_the_host_drops_a_reservation() -> None:
    rematch, zoe = Rematch(), Player("Zoe")
    actions = {action["type"]: action for action in rematch.opener.view(rematch.id)["actions"]}
    assert actions["clear"]["seats"] == [0, 1, 3]
    assert "bot" not in actions
    rematch.opener.act(rematch.id, "clear", {"seat": 3})
    assert last_event(zoe, rematch.id) == ("reservation_dropped", 2, {"seat": 3})
    assert zoe.sit(rematch.id)["events"][0]["data"]["seat"] == 3
    assert not rematch.players[3].view(rematch.id)["kicked"]


@pytest.mark.parametrize("way", ["erased", "banned"])
def test_an_account_that_goes_loses_its_reservation(way: str) -> None:
    rematch = Rematch()
    ben = rematch.players[1]
    if way == "banned":
        ban_user(ben.id, by="staff", reason="spam")
    else:
        ben.send("DELETE", "/me").ok()
    assert last_event(rematch.opener, rematch.id) == ("reservation_dropped", None, {"seat": 1})
    assert reserved_seats(rematch.opener.view(rematch.id)) == [0, 3]
    opening = Opening.objects.get(match_id=rematch.id, part="reserved_for/1")
    assert (opening.value is None) is (way == "erased")
    if way == "erased":
        assert ben.id not in rematch.opener.get(f"/matches/{rematch.id}/events").content.decode()
    for seat in (0, 3):
        rematch.join(seat)
    rematch.players[0].act(rematch.id, "abandon")
    record = rematch.opener.get(f"/matches/{rematch.id}/record").content
    assert [finding.status for finding in verify_record(record).findings] == ["ok"] * 4
    assert not compare(rematch.id)


def test_an_account_erased_after_its_reservation_is_over_leaves_no_trace() -> None:
    rematch = Rematch()
    ben = rematch.players[1]
    with database_clock_ahead_by(PERIOD):
        ben.send("DELETE", "/me").ok()
        assert last_event(rematch.opener, rematch.id)[0] == "seat_taken"
        assert ben.id not in rematch.opener.get(f"/matches/{rematch.id}/events").content.decode()
        rematch.join(0)
        rematch.opener.act(rematch.id, "abandon")
    record = rematch.opener.get(f"/matches/{rematch.id}/record").content
    assert [finding.status for finding in verify_record(record).findings] == ["ok"] * 4


def test_the_export_of_an_account_has_its_reservations() -> None:
    rematch = Rematch()
    export = rematch.players[1].get("/me/export").content.decode()
    assert rematch.id in export


def test_seats_are_reserved_only_within_fifteen_minutes_of_the_end() -> None:
    table = GameTable(3, ruleset="classic").start().abandon()
    with database_clock_ahead_by(REQUEST_PERIOD - SECOND):
        assert reserved_seats(table.players[1].command(table.id, "rematch").ok(201)) == [0, 2]
    late = GameTable(3, ruleset="classic").start().abandon()
    with database_clock_ahead_by(REQUEST_PERIOD + SECOND):
        view = late.players[1].command(late.id, "rematch").ok(201)
        assert (view["reserved"], view["you"]["seat"]) == ([], 1)
        assert late.players[2].command(late.id, "rematch").ok(200)["you"]["seat"] == 2
        joined = late.players[0].command(late.id, "rematch").ok(200)
        assert (joined["you"]["seat"], joined["host"]) == (0, 1)


def test_a_second_rematch_after_the_first_fell_through_reserves_nothing() -> None:
    rematch = Rematch()
    rematch.opener.act(rematch.id, "abandon")
    second = rematch.players[1].command(rematch.before.id, "rematch").ok(201)
    assert second["id"] != rematch.id
    assert (second["reserved"], second["you"]["seat"]) == ([], 1)
    assert rematch.players[0].view(rematch.before.id)["rematch"] == {"match": second["id"]}


def test_no_seat_is_reserved_for_those_who_resigned_or_are_skipped_or_for_computer_players() -> None:
    table = GameTable(4, ruleset="classic", seats=5, clock={"submit": 60, "vote": 60})
    table.host.command(table.id, "bot", {"seat": 4, "bot": "random"}).ok()
    table.start()
    ada, ben, cleo, dora = table.players
    ada.act(table.id, "clue", {"card": ada.view(table.id)["you"]["hand"][0], "clue": {"kind": "mime"}})
    dora.act(table.id, "resign")
    action = next(action for action in cleo.view(table.id)["actions"] if action["type"] == "cards")
    cleo.act(table.id, "cards", {"cards": action["cards"][: action["count"]]})
    end_phase(table.id)
    vote = next(action for action in cleo.view(table.id)["actions"] if action["type"] == "vote")
    cleo.act(table.id, "vote", {"slots": vote["slots"][:1]})
    end_phase(table.id)
    assert [seat["skipped"] for seat in ada.view(table.id)["seats"]] == [False, True, False, False, False]
    for player in (ada, cleo):
        player.act(table.id, "abandon")
    view = cleo.command(table.id, "rematch").ok(201)
    assert reserved_seats(view) == [0]
    assert [(seat["seat"], seat["player"]["kind"]) for seat in view["seats"]] == [(2, "guest"), (4, "bot")]
    # Both may come all the same, as long as there is room.
    for player, seat in ((dora, 3), (ben, 1)):
        assert player.command(table.id, "rematch").ok(200)["you"]["seat"] == seat


def test_reserved_seats_count_for_no_quota(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    rematch = Rematch(3)
    ada = rematch.players[0]
    settings.RATE_LIMITS = 1
    monkeypatch.setattr(command_specs, "MAX_SEATS_PER_GUEST", 1)
    ada.open(ruleset="classic")
    assert ada.command(rematch.before.id, "rematch").code == "too_many_matches"
    assert reserved_seats(ada.view(rematch.id)) == [0, 1]


def test_reservations_are_listed_for_an_account() -> None:
    rematch = Rematch()
    ben, now = rematch.players[1], datetime.now(UTC)
    assert [(row.match_id, row.seat) for row in reservations_for(ben.id, now)] == [(rematch.id, 1)]
    assert reservations_for(ben.id, now + PERIOD) == []
    rematch.join(1)
    assert reservations_for(ben.id, now) == []


def test_views_name_the_rematch_and_the_match_before() -> None:
    table = GameTable(3, ruleset="classic").start()
    zoe = Player("Zoe")
    assert (table.host.view(table.id)["rematch"], table.host.view(table.id)["previous"]) == (None, None)
    table.abandon()
    assert zoe.view(table.id)["rematch"] is None
    view = table.host.command(table.id, "rematch").ok(201)
    assert (view["rematch"], view["previous"]) == (None, {"match": table.id})
    assert zoe.view(table.id)["rematch"] == {"match": view["id"]}
    assert zoe.view(view["id"])["previous"] == {"match": table.id}
    assert table.host.view(table.id, as_="seat:1")["rematch"] == {"match": view["id"]}
