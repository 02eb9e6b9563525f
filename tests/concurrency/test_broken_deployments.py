"""Deployments that are broken on purpose: each guarantee must be seen to fail."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.concurrency.concurrent_clients import create_match
from tests.concurrency.test_command_races import (
    assert_writes_are_visible_at_the_other_server,
)
from tests.concurrency.test_long_polls import assert_all_long_polls_wake
from tests.services.deployment import Deployment
from tests.services.postgres import PostgreSQL

# Python imports a module of this name when it starts.
SITECUSTOMIZE_SOURCE = """
import os
if "DIXIT_BROKEN" in os.environ:
    import django
    django.setup()
    from games.eventlog import match_state
    from games.live import hub
    load = match_state.load
    match_state.load = lambda match_id, known_head=None: match_state.cache_get(match_id) or load(match_id)
    hub.Hub._on_updates = lambda self, versions: None
"""


@pytest.fixture(scope="module")
def broken_deployment(postgres: PostgreSQL, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    """A deployment with stale reads and without notifications."""
    folder: Path = tmp_path_factory.mktemp("spoil")
    (folder / "sitecustomize.py").write_text(SITECUSTOMIZE_SOURCE)
    deployment = Deployment(postgres.create_database("broken"), "")
    deployment.environment.update(DIXIT_BROKEN="1", PYTHONPATH=str(folder))
    deployment.servers = [deployment.server(port) for port in deployment.ports]
    with deployment as running:
        yield running


def test_with_stale_reads_one_server_misses_the_writes_of_the_other(broken_deployment: Deployment) -> None:
    with pytest.raises(AssertionError):
        assert_writes_are_visible_at_the_other_server(broken_deployment)


def test_without_a_hub_no_long_poll_wakes(broken_deployment: Deployment) -> None:
    match = create_match(broken_deployment, 4, ruleset="odyssey")
    with pytest.raises(AssertionError):
        assert_all_long_polls_wake(match, wait=2)
