"""What clients are told after the database has gone back: views of the log alone, and refused positions."""

import pytest

from games.eventlog import match_state
from games.eventlog.stream_position import StreamPosition
from games.matches.event_queries import events_page
from tests.api.api_client import Json, Player
from tests.eventlog.lost_history import lost_history

pytestmark = pytest.mark.django_db


class LostSeat:
    """A lobby of which a process has seen that Ben took a seat, which was then lost."""

    def __init__(self) -> None:
        self.host, self.ben, self.cat = Player("Ann"), Player("Ben"), Player("Cat")
        self.match = self.host.open(seats=4)
        self.first_cursor = self.feed()["cursor"]
        with lost_history():
            self.ben.sit(self.match)
            self.lost = self.host.view(self.match)
            self.lost_cursor = self.feed(self.first_cursor)["cursor"]

    def feed(self, cursor: str | None = None) -> Json:
        return self.host.get("/me/matches", **({"after": cursor} if cursor else {})).ok()

    def sit_instead(self) -> None:
        """Let another process give the seat to Cat."""
        phantom = match_state.cache_get(self.match)
        match_state.cache_clear()
        self.cat.sit(self.match)
        match_state.cache_clear()
        if phantom is not None:
            match_state.cache_put(self.match, phantom)


def names(view: Json) -> list[str]:
    return [seat["player"]["name"] for seat in view["seats"]]


def test_the_view_is_that_of_the_log_without_a_restart():
    table = LostSeat()
    assert names(table.lost) == ["Ann", "Ben"]
    assert names(table.host.view(table.match)) == ["Ann"]
    table.cat.sit(table.match)
    assert names(table.host.view(table.match)) == ["Ann", "Cat"]


def test_the_view_is_that_of_another_history_at_the_same_version():
    table = LostSeat()
    table.sit_instead()
    view = table.host.view(table.match)
    assert (names(view), view["version"]) == (["Ann", "Cat"], table.lost["version"])
    assert view["head"] != table.lost["head"]
    table.host.act(table.match, "bot", {"seat": 2, "bot": "random"})


def test_what_was_lost_is_a_position_beyond_the_head():
    table = LostSeat()
    for path in ("", "/events"):
        response = table.host.get(f"/matches/{table.match}{path}", after=table.lost["version"], wait=5)
        assert (response.status, response.code) == (409, "version_ahead")


def test_another_history_at_the_same_version_is_told_to_those_who_name_the_hash():
    table = LostSeat()
    table.sit_instead()
    for path in ("", "/events"):
        response = table.host.get(
            f"/matches/{table.match}{path}", after=table.lost["version"], after_hash=table.lost["head"], wait=5
        )
        assert (response.status, response.code) == (409, "history_mismatch")


def test_a_cursor_that_names_what_was_lost_is_refused():
    table = LostSeat()
    assert table.lost_cursor != table.first_cursor
    response = table.host.get("/me/matches", after=table.lost_cursor)
    assert (response.status, response.code, response.json["match"]) == (409, "version_ahead", table.match)
    assert table.feed(table.first_cursor)["matches"][0]["version"] == table.host.view(table.match)["version"]


@pytest.mark.parametrize("further_events", [0, 1])
def test_a_cursor_of_another_history_is_refused(further_events: int):
    table = LostSeat()
    table.sit_instead()
    for _ in range(further_events):
        table.host.act(table.match, "bot", {"seat": 2, "bot": "random"})
    response = table.host.get("/me/matches", after=table.lost_cursor)
    assert (response.status, response.code, response.json["match"]) == (409, "history_mismatch", table.match)
    assert table.feed()["matches"][0]["version"] == table.host.view(table.match)["version"]


def test_a_match_that_was_lost_is_not_found_and_no_longer_listed():
    host = Player("Ann")
    with lost_history():
        match = host.open()
        cursor = host.get("/me/matches").ok()["cursor"]
    assert host.get(f"/matches/{match}").code == "not_found"
    assert host.get("/me/matches", after=cursor).ok()["matches"] == []


@pytest.mark.parametrize("behind", [0, 1])
def test_a_subscriber_that_names_no_hash_goes_on_from_the_hash_that_the_log_has(behind: int):
    # With a number alone it would never learn that the log has got another history beyond this version.
    host = Player("Ann")
    match = host.open(seats=4)
    host.act(match, "bot", {"bot": "random"})
    view = host.view(match)
    page = events_page(match, host.id, StreamPosition(version=view["version"] - behind), 50)
    assert page.end == StreamPosition(version=view["version"], hash=view["head"])
