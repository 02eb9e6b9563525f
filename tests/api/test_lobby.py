"""The lobby: which matches it lists for whom, page by page."""

import pytest
from pytest_django import Settings

from games.api import match_list_views
from tests.api.api_client import Json, Player
from tests.api.game_table import GameTable

pytestmark = pytest.mark.django_db


def listed_ids(player: Player, **query: str) -> list[str]:
    return [line["id"] for line in player.get("/matches", **query).ok()["results"]]


def test_a_lobby_entry_describes_its_match() -> None:
    ada = Player("Ada")
    match = ada.open(ruleset="classic", seats=4)
    response = Player("Zoe").get("/matches")
    page = response.ok()
    assert page["next"] is None
    (entry,) = page["results"]
    assert entry.pop("opened_at").endswith("Z")
    assert entry == {
        "id": match,
        "status": "gathering",
        "ruleset": "classic",
        "visibility": "public",
        "host": 0,
        "start": "host",
        "places": 4,
        "round": 0,
        "phase": "0.gathering",
        "seats": [{"seat": 0, "player": {"id": ada.id, "name": "Ada", "kind": "guest"}, "label": "Ada", "score": 0}],
    }
    assert "no-store" in response.headers["cache-control"]


def test_the_lobby_lists_public_matches_newest_first() -> None:
    ada = Player()
    first, second = ada.open(), ada.open()
    ada.open(visibility="unlisted")
    ada.open(visibility="private", password="sesame")
    assert listed_ids(Player("Zoe")) == [second, first]
    assert listed_ids(ada) == [second, first]


def test_the_mine_filter_lists_exactly_the_matches_where_the_caller_sits() -> None:
    ada, ben = Player("Ada"), Player("Ben")
    hidden = ada.open(visibility="private", password="sesame")
    ben.open()
    joined = ben.open(visibility="unlisted")
    ada.sit(joined)
    assert listed_ids(ada, mine="true") == [joined, hidden]
    assert listed_ids(Player("Zoe"), mine="true") == []
    ada.act(joined, "stand")
    assert listed_ids(ada, mine="true") == [hidden]


def test_matches_are_filtered_by_status_and_ruleset() -> None:
    zoe = Player("Zoe")
    gathering = GameTable(1, ruleset="classic").id
    playing = GameTable(ruleset="odyssey").start().id
    abandoned = GameTable(ruleset="odyssey").start().abandon().id
    assert listed_ids(zoe, status="gathering") == [gathering]
    assert listed_ids(zoe, status="playing") == [playing]
    assert listed_ids(zoe, status="abandoned") == [abandoned]
    assert listed_ids(zoe, status="over") == []
    assert listed_ids(zoe, ruleset="odyssey") == [abandoned, playing]
    assert listed_ids(zoe, ruleset="classic", status="playing") == []


@pytest.mark.parametrize(
    "query", ["status=open", "ruleset=Chess!", "mine=1", "mine=TRUE", "ordering=id", "page_size=9", "search=x"]
)
def test_an_invalid_filter_is_refused(query: str) -> None:
    assert Player().get(f"/matches?{query}").code == "invalid"


def list_pages(player: Player, **query: str) -> list[list[Json]]:
    result_pages: list[list[Json]] = []
    cursor: dict[str, str] = {}
    while True:
        page = player.get("/matches", **query, **cursor).ok()
        result_pages.append(page["results"])
        if page["next"] is None:
            return result_pages
        cursor = {"cursor": page["next"]}


def test_pagination_is_stable_while_matches_are_opened() -> None:
    ada = Player()
    opened = [ada.open(seats=3) for _ in range(103)]
    first = ada.get("/matches", mine="true").ok()
    opened_meanwhile = ada.open()
    second = ada.get("/matches", mine="true", cursor=first["next"]).ok()
    last = ada.get("/matches", mine="true", cursor=second["next"]).ok()
    listed = [line["id"] for page in (first, second, last) for line in page["results"]]
    assert listed == opened[::-1]
    assert [len(page) for page in list_pages(ada)] == [50, 50, 4]
    assert list_pages(ada)[0][0]["id"] == opened_meanwhile
    assert last["next"] is None


def test_listing_matches_takes_few_queries(django_assert_max_num_queries) -> None:
    ada = Player()
    for _ in range(12):
        ada.open(seats=3)
    with django_assert_max_num_queries(6):
        ada.get("/matches").ok()


@pytest.mark.parametrize(
    "cursor",
    [
        "x",
        "!!!!",
        "cD1ub3doZW4=",
        "cD0lMDA=",
        "bz0tMQ==",
        "bz05OTk5OTk5OTk5",
        "cD0yMDI2LTEzLTAx",
        "cj0x",
        "Y2Fmw6k=",
        # Times without a counterpart in UTC: `p=9999-12-31T23:59:59-14:00`, `r=1&p=0001-01-01T00:00:00+14:00`.
        "cD05OTk5LTEyLTMxVDIzOjU5OjU5LTE0OjAw",
        "cj0xJnA9MDAwMS0wMS0wMVQwMDowMDowMCUyQjE0OjAw",
        "",
    ],
)
def test_a_forged_cursor_is_refused(cursor: str) -> None:
    ada = Player()
    for path in ("/matches", "/me/history"):
        response = ada.get(path, cursor=cursor)
        assert (response.status, response.code) == (400, "invalid")
        assert response.json["errors"][0]["pointer"] == "?cursor"


def lobby_with_two_pages(monkeypatch: pytest.MonkeyPatch) -> tuple[Player, str]:
    """Return a player and the cursor of the second page of the player's matches."""
    monkeypatch.setattr(match_list_views.NewestFirstPagination, "page_size", 1)
    ada = Player()
    ada.open(), ada.open()
    return ada, ada.get("/matches", mine="true").ok()["next"]


def test_a_damaged_or_foreign_cursor_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    ada, cursor = lobby_with_two_pages(monkeypatch)
    assert len(ada.get("/matches", mine="true", cursor=cursor).ok()["results"]) == 1
    damaged = [cursor[:-1], cursor[1:], cursor[:20], cursor[:-20], f"{cursor}A", cursor.swapcase(), cursor * 2]
    refused = [ada.get("/matches", mine="true", cursor=each) for each in damaged]
    refused += [Player().get("/matches", cursor=cursor), ada.get("/me/history", cursor=cursor)]
    assert [(answer.status, answer.code) for answer in refused] == [(400, "invalid")] * len(refused)


def test_cursors_stay_valid_when_the_secret_key_is_rotated(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    ada, cursor = lobby_with_two_pages(monkeypatch)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another key"
    assert ada.get("/matches", mine="true", cursor=cursor).status == 200
    settings.SECRET_KEY_FALLBACKS = []
    assert ada.get("/matches", mine="true", cursor=cursor).status == 400


def test_the_order_check_detects_oldest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_list_views.NewestFirstPagination, "ordering", ("opened_at", "match_id"))
    with pytest.raises(AssertionError):
        test_the_lobby_lists_public_matches_newest_first()
