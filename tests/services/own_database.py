"""A copy of the tests' database for tests whose threads have to see what others have committed.

pytest-django would empty the tables after each, which those of the log refuse.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, connections

from games.eventlog import match_state

SUFFIX = "own"


@contextmanager
def own_database() -> Iterator[None]:
    """Let all threads of this process use a copy of the tests' database meanwhile."""
    settings = connections.settings["default"]
    original_name = settings["NAME"]
    _close_all()
    connection.creation.clone_test_db(SUFFIX, verbosity=0)
    settings["NAME"] = connection.creation.get_test_db_clone_settings(SUFFIX)["NAME"]
    match_state.cache_clear()
    try:
        yield
    finally:
        match_state.cache_clear()
        _close_all()
        settings["NAME"] = original_name
        connection.creation.destroy_test_db(suffix=SUFFIX, verbosity=0)


def _close_all() -> None:
    database: Any = connection
    database.close()
    if database.vendor == "postgresql":
        database.close_pool()
