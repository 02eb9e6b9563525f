"""The lobby: what is listed, to whom, page by page."""

import pytest

from games.api import match_list_views
from tests.api.client import Json, Player
from tests.api.table import Table

pytestmark = pytest.mark.django_db


def ids(player: Player, **query: str) -> list[str]:
    return [line["id"] for line in player.get("/matches", **query).ok()["results"]]


def test_a_line_says_what_somebody_who_looks_for_a_table_needs() -> None:
    ada = Player("Ada")
    match = ada.open(ruleset="classic", seats=4)
    answer = Player("Zoe").get("/matches")
    page = answer.ok()
    assert page["next"] is None
    (line,) = page["results"]
    assert line.pop("opened_at").endswith("Z")
    assert line == {
        "id": match,
        "status": "gathering",
        "ruleset": "classic",
        "visibility": "public",
        "host": 0,
        "start": "host",
        "places": 4,
        "round": 0,
        "phase": "0.gathering",
        "seats": [{"seat": 0, "player": {"id": ada.id, "name": "Ada", "kind": "guest"}, "score": 0}],
    }
    assert "no-store" in answer.headers["cache-control"]


def test_the_lobby_lists_public_matches_and_the_newest_first() -> None:
    ada = Player()
    first, second = ada.open(), ada.open()
    ada.open(visibility="unlisted")
    ada.open(visibility="private", password="sesame")
    assert ids(Player("Zoe")) == [second, first]
    assert ids(ada) == [second, first]


def test_mine_are_all_matches_where_i_sit_and_no_others() -> None:
    ada, ben = Player("Ada"), Player("Ben")
    hidden = ada.open(visibility="private", password="sesame")
    ben.open()
    joined = ben.open(visibility="unlisted")
    ada.sit(joined)
    assert ids(ada, mine="true") == [joined, hidden]
    assert ids(Player("Zoe"), mine="true") == []
    ada.act(joined, "stand")
    assert ids(ada, mine="true") == [hidden]


def test_matches_are_filtered_by_status_and_ruleset() -> None:
    zoe = Player("Zoe")
    gathering = Table(1, ruleset="classic").id
    playing = Table(ruleset="odyssey").start().id
    abandoned = Table(ruleset="odyssey").start().abandon().id
    assert ids(zoe, status="gathering") == [gathering]
    assert ids(zoe, status="playing") == [playing]
    assert ids(zoe, status="abandoned") == [abandoned]
    assert ids(zoe, status="over") == []
    assert ids(zoe, ruleset="odyssey") == [abandoned, playing]
    assert ids(zoe, ruleset="classic", status="playing") == []


@pytest.mark.parametrize(
    "query", ["status=open", "ruleset=Chess!", "mine=1", "mine=TRUE", "ordering=id", "page_size=9", "search=x"]
)
def test_a_filter_that_is_none_is_refused(query: str) -> None:
    assert Player().get(f"/matches?{query}").code == "invalid"


def pages(player: Player, **query: str) -> list[list[Json]]:
    found: list[list[Json]] = []
    cursor: dict[str, str] = {}
    while True:
        page = player.get("/matches", **query, **cursor).ok()
        found.append(page["results"])
        if page["next"] is None:
            return found
        cursor = {"cursor": page["next"]}


def test_every_match_is_on_one_page_whatever_is_opened_meanwhile() -> None:
    ada = Player()
    opened = [ada.open(seats=3) for _ in range(103)]
    first = ada.get("/matches", mine="true").ok()
    newer = ada.open()
    rest = ada.get("/matches", mine="true", cursor=first["next"]).ok()
    last = ada.get("/matches", mine="true", cursor=rest["next"]).ok()
    listed = [line["id"] for page in (first, rest, last) for line in page["results"]]
    assert listed == opened[::-1]
    assert [len(page) for page in pages(ada)] == [50, 50, 4]
    assert pages(ada)[0][0]["id"] == newer
    assert last["next"] is None


def test_a_page_of_fifty_matches_takes_few_queries(django_assert_max_num_queries) -> None:
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
        "",
    ],
)
def test_a_cursor_of_ones_own_making_does_no_harm(cursor: str) -> None:
    answer = Player().get("/matches", cursor=cursor)
    assert answer.status == 200 or answer.code == "invalid"


def test_the_order_is_tested_by_a_lobby_that_lists_the_oldest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_list_views.NewestFirstPagination, "ordering", ("opened_at", "match_id"))
    with pytest.raises(AssertionError):
        test_the_lobby_lists_public_matches_and_the_newest_first()
