"""A match is stopped in the middle and everything is carried away: no credential is among it, and no hidden card is
where DESIGN.md has none."""

import secrets
from collections.abc import Iterator

import pytest

from tests.api.client import hang_up
from tests.canaries import dumps
from tests.canaries.canary import NAMED, Canary, found, leaks
from tests.canaries.house import CanaryHouse
from tests.canaries.match import Match
from tests.services.postgres import PostgreSQL


@pytest.fixture(params=["postgresql", pytest.param("sqlite", marks=pytest.mark.nightly)])
def house(request: pytest.FixtureRequest, postgres: PostgreSQL) -> Iterator[CanaryHouse]:
    url = postgres.create_database(f"canary_{secrets.token_hex(4)}") if request.param == "postgresql" else None
    with CanaryHouse(url) as running:
        yield running
    hang_up()


def test_nothing_that_can_be_carried_away_tells_a_secret(house: CanaryHouse) -> None:
    match = Match(house)
    with dumps.overheard(house.valkey.socket) as heard:
        match.play()
        places = list(house.places(heard))
    canaries = [*house.canaries(), *house.seeds(), *match.canaries()]
    assert leaks(canaries, places) == set()
    assert leaks(credentials(canaries), dumps.whole(house.url)) == set()
    # There was something to find, and it was looked for where there is something.
    assert found(canaries, places) == {kind: set(named) for kind, named in NAMED.items() if named}
    assert any(match.id.encode() in content for place, content in places if place.startswith("the file web-"))
    assert any(b"sweep" in content for place, content in places if place == "the file worker.log")
    assert any(match.id.encode() in content for place, content in places if place == "what Redis was told")


def credentials(canaries: list[Canary]) -> list[Canary]:
    return [canary for canary in canaries if canary.kind == "credential"]
