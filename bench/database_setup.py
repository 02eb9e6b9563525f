"""The databases of a run: migrating them, checking that they are durable, and switching between them."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management import call_command
from django.db import connection, connections

from bench.run_environment import DATABASE_URLS

DURABLE_SETTINGS = {"fsync": "on", "synchronous_commit": "on", "full_page_writes": "on"}


@contextmanager
def use_database(alias: str) -> Iterator[None]:
    """Make the database with this alias Django's default one.

    The connections are swapped, instead of a router or `using=`, because the code under test names no database.
    """
    default = connections["default"]
    if alias not in connections.settings:
        name = DATABASE_URLS[alias].removeprefix("sqlite://") if default.vendor == "sqlite" else f"bench_{alias}"
        connections.settings[alias] = {**default.settings_dict, "NAME": name}
    connections["default"] = connections[alias]
    try:
        yield
    finally:
        connections["default"] = default


def migrate_and_check() -> None:
    """Migrate the default database, and check that it is durable."""
    call_command("migrate", verbosity=0)
    assert_durable()


def assert_durable() -> None:
    """Assert, by the connection's own settings, that a commit waits until the data is on disk."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            for name, value in DURABLE_SETTINGS.items():
                cursor.execute("SELECT current_setting(%s)", [name])
                assert cursor.fetchone() == (value,), f"{name} is not {value}"
        else:
            assert cursor.execute("PRAGMA synchronous").fetchone() == (2,), "synchronous is not FULL"
            assert cursor.execute("PRAGMA journal_mode").fetchone() == ("wal",)
