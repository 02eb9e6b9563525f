"""Fixtures for all tests, and markers for whole folders and modules."""

import gc
import os
import secrets
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import cast

import pytest
from pytest_django.plugin import DjangoDbBlocker

from tests.services.deployment import Deployment
from tests.services.plugin import SERVERS_KEY
from tests.services.postgres import PostgreSQL

TESTS = Path(__file__).parent
# Folders and modules. The rest is what `uv run pytest` runs: it should take eight minutes on two cores.
SLOW = (
    "bench",
    "concurrency",
    "contract",
    "failover",
    "fuzzing",
    "interference",
    "live",
    "rulebook/test_invariants.py",
    "rulebook/test_invariants_with_absences.py",
    "secret_leaks",
    "web",
)
# These do the same many times over: measuring coverage would more than double their time and find nothing new.
WITHOUT_COVERAGE = (
    "api/test_documents.py",
    "api/test_events.py",
    "api/test_hostile_bodies.py",
    "api/test_house_rules.py",
    "audit/test_dishonest_operator.py",
    "audit/test_fairness.py",
    "audit/test_records.py",
    "audit/test_shuffle.py",
    "audit/test_tampering.py",
    "audit/test_verifier_controls.py",
    "authorization/test_matrix.py",
    "authorization/test_matrix_faults.py",
    "bots/test_simulation.py",
    "conformance",
    "decks/test_decks.py",
    "eventlog/test_chain.py",
    "eventlog/test_openings.py",
    "matches/test_face_down_hands.py",
    "matches/test_replay.py",
    "projections/test_rebuild.py",
    "reducer/test_reducer.py",
    "reliability/test_crash_recovery.py",
    "reliability/test_linearizability.py",
    "reliability/test_linearizability_checker.py",
    "reliability/test_write_path_mutants.py",
    "rulebook/test_invariant_mutations.py",
    "rulebook/test_invariant_mutations_of_face_down_hands.py",
    "rulebook/test_invariants_under_house_rules.py",
    "timers/test_restart_recovery.py",
    "transcripts/test_transcripts.py",
)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None, pytestconfig: pytest.Config) -> None:
    """Start PostgreSQL before pytest-django makes the tests' database: a run that asks for none never starts it."""
    pytestconfig.stash[SERVERS_KEY].start_database()


@pytest.fixture(scope="session")
def shared_postgres_deployment(postgres: PostgreSQL) -> Iterator[Deployment]:
    with Deployment(postgres.create_database(f"deployment_{secrets.token_hex(4)}"), os.environ["REDIS_URL"]) as running:
        yield running


@pytest.fixture(scope="session")
def shared_sqlite_deployment() -> Iterator[Deployment]:
    with Deployment(None, os.environ["REDIS_URL"]) as running:
        yield running


@pytest.fixture(scope="session", params=["postgresql", "sqlite"])
def deployment(request: pytest.FixtureRequest) -> Deployment:
    """A running deployment with two web servers, once on each database; all tests of a process share them."""
    name = {"postgresql": "shared_postgres_deployment", "sqlite": "shared_sqlite_deployment"}[request.param]
    return cast(Deployment, request.getfixturevalue(name))


@pytest.fixture(scope="module")
def own_database_of_module(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A database without a transaction around each test, for modules whose threads have to see what others commit."""
    # Not before now: importing models needs the settings.
    from tests.services.own_database import own_database

    with django_db_blocker.unblock(), own_database():
        yield


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Add the marks of the two lists, and keep each folder's tests in one process, where they share servers."""
    slow, without_coverage = existing_paths(SLOW), existing_paths(WITHOUT_COVERAGE)
    for item in items:
        locations = {item.path, *item.path.parents}
        if not slow.isdisjoint(locations):
            item.add_marker(pytest.mark.slow)
        if not without_coverage.isdisjoint(locations):
            item.add_marker(pytest.mark.no_cover)
        item.add_marker(pytest.mark.xdist_group(item.path.parent.name))


def existing_paths(names: Iterable[str]) -> set[Path]:
    """Return the paths of these folders and modules; fail if one is missing, for instance because it was renamed."""
    paths = {TESTS / name for name in names}
    assert all(path.exists() for path in paths), [str(path) for path in paths if not path.exists()]
    return paths


def pytest_collection_finish() -> None:
    """Exclude objects that live as long as the run from repeated garbage collection."""
    gc.collect()
    gc.freeze()
