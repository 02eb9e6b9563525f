"""Deployments that are broken on purpose: each guarantee must be seen to fail."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.api_client import http_transport
from tests.api.game_table import GameTable
from tests.concurrency.concurrent_clients import create_match
from tests.concurrency.test_command_races import (
    assert_one_event_each,
    assert_writes_are_visible_at_the_other_server,
    vote_simultaneously,
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
    from games.eventlog import append, match_state
    from games.live import hub
    append._LOCK_HEAD_SQL = append._LOCK_HEAD_SQL.partition(" FOR ")[0]
    load = match_state.load
    match_state.load = lambda match_id, known_head=None: match_state.cache_get(match_id) or load(match_id)
    hub.Hub._on_updates = lambda self, versions: None
"""


@pytest.fixture(scope="module")
def broken_deployment(postgres: PostgreSQL, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    """A deployment without the lock, with stale reads, or without notifications."""
    folder: Path = tmp_path_factory.mktemp("spoil")
    (folder / "sitecustomize.py").write_text(SITECUSTOMIZE_SOURCE)
    deployment = Deployment(postgres.create_database("broken"), "")
    deployment.environment.update(DIXIT_BROKEN="1", PYTHONPATH=str(folder))
    deployment.servers = [deployment.server(port) for port in deployment.ports]
    with deployment as running:
        yield running


def test_without_the_lock_simultaneous_votes_do_not_become_one_event_each(broken_deployment: Deployment) -> None:
    # Broken at one server only: what the other one shows here is stale.
    match = GameTable(
        7, transports=[http_transport(broken_deployment.base_urls[0]) for _ in range(7)], ruleset="odyssey"
    ).start()
    for round in range(1, 4):
        match.play_until("voting", round=round)
        answers = vote_simultaneously(match)
        if any(answer.status == 500 for answer in answers):
            break
    with pytest.raises(AssertionError):
        assert_one_event_each(match, answers, "vote_cast")


def test_with_stale_reads_one_server_misses_the_writes_of_the_other(broken_deployment: Deployment) -> None:
    with pytest.raises(AssertionError):
        assert_writes_are_visible_at_the_other_server(broken_deployment)


def test_without_a_hub_no_long_poll_wakes(broken_deployment: Deployment) -> None:
    match = create_match(broken_deployment, 4, ruleset="odyssey")
    with pytest.raises(AssertionError):
        assert_all_long_polls_wake(match, wait=2)
