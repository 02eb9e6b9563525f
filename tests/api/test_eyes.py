"""Looking back, and through other eyes; and the walls of private matches."""

import pytest

from games.matches import match_queries
from games.rulebook import Viewer
from tests.api.client import Json, Player
from tests.api.table import Table

pytestmark = pytest.mark.django_db


def steady(view: Json) -> Json:
    """A view without the two things that every law leaves out."""
    seats = [{**seat, "connected": None} for seat in view["seats"]]
    return {**view, "seats": seats, "phase": {**view["phase"], "remaining_ms": None}}


def test_a_match_can_be_seen_as_it_was_at_any_version() -> None:
    table = Table(ruleset="classic")
    seen = [(player, player.view(table.id)) for player in table.players]
    table.start()
    for phase in ("storytelling", "submitting", "voting", "reveal", "storytelling"):
        table.until(phase)
        seen += [(player, player.view(table.id)) for player in table.players]
    for player, view in seen:
        assert steady(player.view(table.id, at=view["version"])) == steady(view)


@pytest.mark.parametrize("at", ["0", "-1", "x", "1.0", "", "99999999999999"])
def test_a_version_is_a_whole_number_from_one_on(at: str) -> None:
    table = Table(1)
    assert table.host.get(f"/matches/{table.id}", at=at).code == "invalid"


def test_a_version_that_is_yet_to_come_is_not_found() -> None:
    table = Table(1)
    assert table.host.get(f"/matches/{table.id}", at=3).code == "not_found"


def test_in_a_live_match_nobody_looks_through_anothers_eyes() -> None:
    table = Table().start()
    ada, zoe = table.host, Player("Zoe")
    assert steady(ada.view(table.id, as_="seat:0")) == steady(ada.view(table.id))
    for player, eyes in ((ada, "seat:1"), (ada, "seat:99"), (zoe, "seat:0")):
        answer = player.get(f"/matches/{table.id}", as_=eyes)
        assert (answer.status, answer.code) == (403, "forbidden")
        assert player.get(f"/matches/{table.id}", as_=eyes, at=2).code == "forbidden"


def test_the_public_view_is_the_same_for_all() -> None:
    table = Table().start().until("voting")
    views = [steady(player.view(table.id, as_="public")) for player in (*table.players, Player("Zoe"))]
    assert all(view == views[0] for view in views)
    assert views[0]["you"] is None
    assert views[0]["actions"] == []


def test_a_finished_match_is_open_to_every_eye() -> None:
    table = Table().start().until("voting")
    voting = table.host.view(table.id)["version"]
    then = [steady(player.view(table.id)) for player in table.players]
    table.abandon()
    zoe = Player("Zoe")
    for seat, player in enumerate(table.players):
        assert steady(zoe.view(table.id, at=voting, as_=f"seat:{seat}")) == then[seat]
        assert zoe.view(table.id, as_=f"seat:{seat}")["you"]["hand"] == player.view(table.id)["you"]["hand"]
    assert zoe.get(f"/matches/{table.id}", as_="seat:3").code == "no_such_seat"


@pytest.mark.parametrize("eyes", ["me", "seat:", "seat:-1", "seat:x", "seat:٣", "seat:1000", "PUBLIC", "seat:0 ", ""])
def test_eyes_that_are_none_are_refused(eyes: str) -> None:
    table = Table(1)
    assert table.host.get(f"/matches/{table.id}", as_=eyes).code == "invalid"


def private() -> tuple[Player, str]:
    ada = Player("Ada")
    return ada, ada.open(ruleset="classic", visibility="private", password="sesame")


def test_a_private_match_is_not_there_for_strangers() -> None:
    _, match = private()
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
        there = zoe.send(method, f"/matches/{match}{path}", body)
        nowhere = zoe.send(method, f"/matches/{missing}{path}", body)
        assert there.code == "not_found", (method, path)
        assert (there.content, there.headers) == (nowhere.content, nowhere.headers)


def test_the_password_lets_people_in_and_then_the_match_is_there() -> None:
    ada, match = private()
    ben = Player("Ben")
    assert ben.sit(match, password="sesame")["events"][0]["type"] == "seat_taken"
    assert ben.view(match)["you"]["seat"] == 1
    assert len(ben.events(match)) == 3
    ben.act(match, "stand")
    assert ben.get(f"/matches/{match}").code == "not_found"
    assert len(ada.view(match)["seats"]) == 1


def test_the_password_is_nowhere_in_the_log() -> None:
    ada, match = private()
    assert "sesame" not in ada.get(f"/matches/{match}/events").content.decode()


def test_the_walls_are_tested_by_a_house_without_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_queries, "may_see", lambda match, account: True)
    with pytest.raises(AssertionError):
        test_a_private_match_is_not_there_for_strangers()


def test_the_eyes_are_tested_by_a_house_that_lends_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_queries, "_viewer", lambda newest, folded, account, eyes: Viewer(seat=0))
    with pytest.raises(AssertionError):
        test_in_a_live_match_nobody_looks_through_anothers_eyes()
