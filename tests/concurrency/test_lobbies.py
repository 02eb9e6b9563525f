"""The lobby under a crowd: an invite lets in as many as it says, tables fill before there are others, quotas hold."""

import os
import secrets
from collections.abc import Iterator

import pytest

from tests.api.client import Answer, Player
from tests.api.table import codes
from tests.concurrency.crowd import at_once, doors
from tests.services.house import House
from tests.services.plugin import SERVERS


def crowd(house: House) -> list[Player]:
    return [Player(f"P{number}", door) for number, door in enumerate(doors(house, 20 // len(house.addresses)))]


def test_an_invite_of_one_use_lets_one_of_twenty_in(house: House) -> None:
    ada = Player("Ada", doors(house)[0])
    match = ada.open(ruleset="odyssey", visibility="private")
    code = ada.send("POST", f"/matches/{match}/invites").ok(201)["code"]
    answers = at_once(*(lambda p=p: p.command(match, "sit", {"invite": code}) for p in crowd(house)))
    assert sorted(codes(answers)) == ["not_found"] * 19 + ["ok"]
    assert [seat["seat"] for seat in ada.view(match)["seats"]] == [0, 1]


def test_one_key_twenty_times_at_once_uses_an_invite_once(house: House) -> None:
    ada = Player("Ada", doors(house)[0])
    match = ada.open(ruleset="odyssey")
    code = ada.send("POST", f"/matches/{match}/invites", {"uses": 2}).ok(201)["code"]
    ben = Player("Ben", doors(house)[0])
    selves = [ben.through(door) for door in doors(house, 10)]
    answers = at_once(*(lambda p=p: p.command(match, "sit", {"invite": code}, key="once") for p in selves))
    assert len({answer.content for answer in answers}) == 1, codes(answers)
    assert ada.get(f"/invites/{code}").ok()["invite"]["uses_left"] == 1


def five_full_tables(house: House, ruleset: str) -> None:
    players = crowd(house)
    wish = {"ruleset": ruleset, "seats": 4}
    answers = at_once(*(lambda p=p: p.send("POST", "/quick", wish, key="quick") for p in players))
    assert sorted(answer.status for answer in answers) == [200] * 15 + [201] * 5, codes(answers)
    tables = [answer.json["id"] for answer in answers]
    assert sorted(tables.count(table) for table in set(tables)) == [4] * 5


def test_twenty_who_want_a_quick_match_of_four_fill_five_tables(house: House) -> None:
    five_full_tables(house, "classic")


@pytest.fixture(params=["postgresql", pytest.param("sqlite", marks=pytest.mark.nightly)])
def strict_house(request: pytest.FixtureRequest) -> Iterator[House]:
    """A house in which a guest may have five matches open."""
    postgres = request.config.stash[SERVERS].postgres if request.param == "postgresql" else None
    database_url = postgres.create_database(f"strict_{secrets.token_hex(4)}") if postgres else None
    house = House(database_url, os.environ["REDIS_URL"], servers=1)
    house.environment["GUEST_MATCHES_OPEN"] = "5"
    house.servers = [house.server(port) for port in house.ports]
    with house as running:
        yield running


def opened_at_once(house: House) -> list[Answer]:
    ada = Player("Ada", doors(house)[0])
    selves = [ada.through(door) for door in doors(house, 20)]
    return at_once(*(lambda p=p: p.send("POST", "/matches", {"ruleset": "classic"}) for p in selves))


def test_of_twenty_matches_opened_at_once_by_one_guest_five_are(strict_house: House) -> None:
    assert sorted(codes(opened_at_once(strict_house))) == ["ok"] * 5 + ["too_many_matches"] * 15
