"""Houses that are broken on purpose: each of the guarantees must be seen to fail."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.client import over
from tests.api.table import Table
from tests.concurrency.crowd import table
from tests.concurrency.test_races import one_event_each, own_writes_are_read, race_of_votes
from tests.concurrency.test_waiting import everybody_wakes
from tests.services.house import House
from tests.services.postgres import PostgreSQL

# Python imports a module of this name when it starts.
SPOIL = """
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
def broken(postgres: PostgreSQL, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """No lock, stale reads, no doorbell."""
    folder: Path = tmp_path_factory.mktemp("spoil")
    (folder / "sitecustomize.py").write_text(SPOIL)
    house = House(postgres.create_database("broken"), "")
    house.environment.update(DIXIT_BROKEN="1", PYTHONPATH=str(folder))
    house.servers = [house.server(port) for port in house.ports]
    with house as running:
        yield running


def test_without_the_lock_votes_at_once_are_not_one_event_each(broken: House) -> None:
    # At one server only: what the other one shows here is stale.
    match = Table(7, doors=[over(broken.addresses[0]) for _ in range(7)], ruleset="odyssey").start()
    for round in range(1, 4):
        match.until("voting", round=round)
        answers = race_of_votes(match)
        if any(answer.status == 500 for answer in answers):
            break
    with pytest.raises(AssertionError):
        one_event_each(match, answers, "vote_cast")


def test_with_stale_reads_one_server_does_not_know_what_the_other_said(broken: House) -> None:
    with pytest.raises(AssertionError):
        own_writes_are_read(broken)


def test_without_a_hub_nobody_wakes(broken: House) -> None:
    match = table(broken, 4, ruleset="odyssey")
    with pytest.raises(AssertionError):
        everybody_wakes(match, wait=2)
