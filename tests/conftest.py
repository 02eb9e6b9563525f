"""What every room's tests may ask for."""

import gc
import os
import secrets
from collections.abc import Iterator

import pytest

from tests.secondrun import SecondRun
from tests.services.house import House
from tests.services.plugin import SERVERS

LONG = ("test_laws", "test_controls", "test_naive", "test_scoring_controls")
ELSEWHERE = ("bench", "canaries", "concurrency", "contract", "interference", "live", "web")
AGAIN_AND_AGAIN = (
    "test_chain",
    "test_checker",
    "test_controls",
    "test_decks",
    "test_documents",
    "test_events",
    "test_face_down_hands",
    "test_fairness",
    "test_histories",
    "test_hostile_bodies",
    "test_house_rules",
    "test_it_agrees",
    "test_kills",
    "test_matrix",
    "test_mutants",
    "test_openings",
    "test_operator",
    "test_rebuild",
    "test_records",
    "test_reducer",
    "test_replay",
    "test_schemathesis",
    "test_shuffle",
    "test_simulation",
    "test_tampering",
    "test_transcripts",
)
"""Tests that do the same many times over: measuring coverage would more than double their time and find nothing new."""


@pytest.fixture(scope="session", params=["postgresql", "sqlite"])
def house(request: pytest.FixtureRequest) -> Iterator[House]:
    """A running house with two web servers, once on each database."""
    postgres = request.config.stash[SERVERS].postgres if request.param == "postgresql" else None
    database_url = postgres.create_database(f"house_{secrets.token_hex(4)}") if postgres else None
    with House(database_url, os.environ["REDIS_URL"]) as running:
        yield running


@pytest.fixture(scope="session", autouse=True)
def second_run(request: pytest.FixtureRequest) -> Iterator[SecondRun | None]:
    """The run on the other core, begun with the first test if its result will be asked for."""
    if not _asks_for_the_second_run(request.session.items):
        yield None
        return
    with SecondRun() as run:
        yield run


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what touches the database, so that it can be run again on the other one, and leave what needs most time to
    that second run (`tests/test_second_run.py`): the rulebook's long tests, and rooms that bring servers of their own.
    """
    for item in items:
        # A house has databases of its own, of both kinds.
        if item.get_closest_marker("django_db") and "house" not in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.databases)
        room = item.path.parent.name
        if room in ELSEWHERE or (room == "rulebook" and item.path.stem.startswith(LONG)):
            item.add_marker(pytest.mark.elsewhere)
        if item.path.stem in AGAIN_AND_AGAIN:
            item.add_marker(pytest.mark.no_cover)
    if _asks_for_the_second_run(items):
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("elsewhere")])
        items[:] = [item for item in items if not item.get_closest_marker("elsewhere")]
        # Nothing shall wait for it that could be done meanwhile.
        items.sort(key=_is_the_second_run)


def pytest_collection_finish() -> None:
    """What lives as long as the run is not to be looked through for garbage again and again."""
    gc.collect()
    gc.freeze()


def _asks_for_the_second_run(items: list[pytest.Item]) -> bool:
    return any(map(_is_the_second_run, items))


def _is_the_second_run(item: pytest.Item) -> bool:
    return item.path.name == "test_second_run.py"
