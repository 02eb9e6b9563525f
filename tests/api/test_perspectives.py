"""Past versions, the perspectives of other viewers, and the privacy of private matches."""

import pytest

from tests.api.api_client import Json, Player
from tests.api.game_table import GameTable

pytestmark = pytest.mark.django_db


def without_volatile_fields(view: Json) -> Json:
    """Return a view without the two fields that these tests do not compare."""
    seats = [{**seat, "connected": None} for seat in view["seats"]]
    return {**view, "seats": seats, "phase": {**view["phase"], "remaining_ms": None}}


def test_a_match_can_be_viewed_at_any_past_version() -> None:
    table = GameTable(ruleset="classic")
    recorded_views = [(player, player.view(table.id)) for player in table.players]
    table.start()
    for phase in ("storytelling", "submitting", "voting", "reveal", "storytelling"):
        table.play_until(phase)
        recorded_views += [(player, player.view(table.id)) for player in table.players]
    for player, view in recorded_views:
        assert without_volatile_fields(player.view(table.id, at=view["version"])) == without_volatile_fields(view)


def test_a_player_who_has_resigned_sees_what_they_saw_before_and_nothing_more() -> None:
    table = GameTable(4, ruleset="classic").start().play_until("submitting")
    leaver = table.guessers[0]
    before = leaver.view(table.id)
    assert before["you"]["hand"]
    resigned = leaver.act(table.id, "resign")
    table.play_until("voting")
    # What they knew, they still know; from their resignation on they see what the public sees.
    at_before = leaver.view(table.id, at=before["version"])
    assert without_volatile_fields(at_before) == without_volatile_fields(before)
    for version in range(resigned["version"], table.host.view(table.id)["version"] + 1):
        view = leaver.view(table.id, at=version)
        seen_by_public = table.host.view(table.id, at=version, as_="public")
        assert view["you"] is None
        assert {name: view[name] for name in view if name not in ("you", "actions")} == {
            name: seen_by_public[name] for name in view if name not in ("you", "actions")
        }
    opened = [event["opened"] for event in leaver.events(table.id, after=resigned["version"])]
    assert opened == [event["opened"] for event in Player("Zoe").events(table.id, after=resigned["version"])]
    # A record is written as its reader would be given it now, and so is the public's.
    record = f"/matches/{table.id}/record"
    assert leaver.get(record).content == Player("Yan").get(record).content


@pytest.mark.parametrize("at", ["0", "-1", "x", "1.0", "", "99999999999999"])
def test_at_must_be_a_positive_integer(at: str) -> None:
    table = GameTable(1)
    assert table.host.get(f"/matches/{table.id}", at=at).code == "invalid"


def test_a_future_version_is_not_found() -> None:
    table = GameTable(1)
    assert table.host.get(f"/matches/{table.id}", at=3).code == "not_found"


def test_in_a_running_match_the_view_of_another_seat_is_forbidden() -> None:
    table = GameTable().start()
    ada, zoe = table.host, Player("Zoe")
    assert without_volatile_fields(ada.view(table.id, as_="seat:0")) == without_volatile_fields(ada.view(table.id))
    for player, perspective in ((ada, "seat:1"), (ada, "seat:99"), (zoe, "seat:0")):
        response = player.get(f"/matches/{table.id}", as_=perspective)
        assert (response.status, response.code) == (403, "forbidden")
        assert player.get(f"/matches/{table.id}", as_=perspective, at=2).code == "forbidden"


def test_the_public_view_is_the_same_for_everyone() -> None:
    table = GameTable().start().play_until("voting")
    views = [without_volatile_fields(player.view(table.id, as_="public")) for player in (*table.players, Player("Zoe"))]
    assert all(view == views[0] for view in views)
    assert views[0]["you"] is None
    assert views[0]["actions"] == []


def test_a_finished_match_can_be_viewed_from_every_seat() -> None:
    table = GameTable().start().play_until("voting")
    voting = table.host.view(table.id)["version"]
    views_while_voting = [without_volatile_fields(player.view(table.id)) for player in table.players]
    table.abandon()
    zoe = Player("Zoe")
    for seat, player in enumerate(table.players):
        assert without_volatile_fields(zoe.view(table.id, at=voting, as_=f"seat:{seat}")) == views_while_voting[seat]
        assert zoe.view(table.id, as_=f"seat:{seat}")["you"]["hand"] == player.view(table.id)["you"]["hand"]
    assert zoe.get(f"/matches/{table.id}", as_="seat:3").code == "no_such_seat"


@pytest.mark.parametrize(
    "perspective", ["me", "seat:", "seat:-1", "seat:x", "seat:٣", "seat:1000", "PUBLIC", "seat:0 ", ""]
)
def test_an_invalid_perspective_is_refused(perspective: str) -> None:
    table = GameTable(1)
    assert table.host.get(f"/matches/{table.id}", as_=perspective).code == "invalid"


def open_private_match() -> tuple[Player, str]:
    ada = Player("Ada")
    return ada, ada.open(ruleset="classic", visibility="private", password="sesame")


def test_a_private_match_is_not_found_for_outsiders() -> None:
    _, match = open_private_match()
    zoe = Player("Zoe")
    missing = "f" * 32
    for method, path, body in (
        ("GET", "", None),
        ("GET", "?as=public", None),
        ("GET", "?at=1", None),
        ("GET", "?after=9&wait=1", None),
        ("GET", "/events", None),
        ("POST", "/seats", {}),
        ("POST", "/seats", {"password": "wrong"}),
        ("POST", "/start", {}),
        ("POST", "/vote", {"slots": [1]}),
        ("POST", "/abandon", {}),
        ("DELETE", "/seats/me", None),
    ):
        private_response = zoe.send(method, f"/matches/{match}{path}", body)
        missing_response = zoe.send(method, f"/matches/{missing}{path}", body)
        assert private_response.code == "not_found", (method, path)
        assert (private_response.content, private_response.headers) == (
            missing_response.content,
            missing_response.headers,
        )


def test_the_password_admits_players_to_a_private_match() -> None:
    ada, match = open_private_match()
    ben = Player("Ben")
    assert ben.sit(match, password="sesame")["events"][0]["type"] == "seat_taken"
    assert ben.view(match)["you"]["seat"] == 1
    assert len(ben.events(match)) == 3
    ben.act(match, "stand")
    assert ben.get(f"/matches/{match}").code == "not_found"
    assert len(ada.view(match)["seats"]) == 1


def test_the_password_is_not_in_the_event_log() -> None:
    ada, match = open_private_match()
    assert "sesame" not in ada.get(f"/matches/{match}/events").content.decode()
