"""What every room's tests may ask for."""

import gc
import os
import secrets
from collections.abc import Iterator

import pytest

from tests.secondrun import SecondRun
from tests.services.deployment import Deployment
from tests.services.plugin import SERVERS_KEY

SLOW_RULEBOOK_MODULES = ("test_invariant", "test_reference_scorer", "test_scoring_mutations")
SECOND_RUN_FOLDERS = ("bench", "concurrency", "contract", "interference", "live", "secret_leaks", "web")
MODULES_WITHOUT_COVERAGE = (
    "test_chain",
    "test_crash_recovery",
    "test_decks",
    "test_dishonest_operator",
    "test_documents",
    "test_events",
    "test_face_down_hands",
    "test_fairness",
    "test_faulty_live_deployments",
    "test_hostile_bodies",
    "test_house_rules",
    "test_independent_verifier_controls",
    "test_invariant_mutations",
    "test_invariant_mutations_of_face_down_hands",
    "test_leak_detection",
    "test_linearizability",
    "test_linearizability_checker",
    "test_matrix",
    "test_matrix_faults",
    "test_openings",
    "test_rebuild",
    "test_records",
    "test_reducer",
    "test_replay",
    "test_restart_recovery",
    "test_schemathesis",
    "test_shuffle",
    "test_simulation",
    "test_tampering",
    "test_transcripts",
    "test_verifier_agreement",
    "test_verifier_controls",
    "test_write_path_mutants",
)
"""Tests that do the same many times over: measuring coverage would more than double their time and find nothing new."""


@pytest.fixture(scope="session", params=["postgresql", "sqlite"])
def deployment(request: pytest.FixtureRequest) -> Iterator[Deployment]:
    """A running house with two web servers, once on each database."""
    postgres = request.config.stash[SERVERS_KEY].postgres if request.param == "postgresql" else None
    database_url = postgres.create_database(f"house_{secrets.token_hex(4)}") if postgres else None
    with Deployment(database_url, os.environ["REDIS_URL"]) as running:
        yield running


@pytest.fixture(scope="session", autouse=True)
def second_run(request: pytest.FixtureRequest) -> Iterator[SecondRun | None]:
    """The run on the other core, begun with the first test if its result will be asked for."""
    if not _includes_second_run(request.session.items):
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
        if item.get_closest_marker("django_db") and "deployment" not in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.databases)
        folder_name = item.path.parent.name
        if folder_name in SECOND_RUN_FOLDERS or (
            folder_name == "rulebook" and item.path.stem.startswith(SLOW_RULEBOOK_MODULES)
        ):
            item.add_marker(pytest.mark.elsewhere)
        if item.path.stem in MODULES_WITHOUT_COVERAGE:
            item.add_marker(pytest.mark.no_cover)
    if _includes_second_run(items):
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("elsewhere")])
        items[:] = [item for item in items if not item.get_closest_marker("elsewhere")]
        # Nothing shall wait for it that could be done meanwhile.
        items.sort(key=_is_second_run_test)


def pytest_collection_finish() -> None:
    """What lives as long as the run is not to be looked through for garbage again and again."""
    gc.collect()
    gc.freeze()


def _includes_second_run(items: list[pytest.Item]) -> bool:
    return any(map(_is_second_run_test, items))


def _is_second_run_test(item: pytest.Item) -> bool:
    return item.path.name == "test_second_run.py"
