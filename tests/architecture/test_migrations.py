"""Migrations keep the previous release working: what they add has database defaults, what they drop was retired."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.db import models
from django.db.migrations import Migration, operations
from django.db.migrations.loader import MigrationLoader
from django.db.models import NOT_PROVIDED

APPS = ("accounts", "eventlog", "projections", "receipts", "records", "staff", "table")
LAST_MIGRATION_BY_APP = {
    "accounts": "0002_accounts_with_passwords",
    "eventlog": "0005_openings_never_change",
    "projections": "0008_reservations",
    "receipts": "0001_public_keys",
    "records": "0001_imports",
    "staff": "0001_staff_acts",
    "table": "0005_remove_pulse",
}
"""The last migrations of 0.2.0, the previous release. Change them, and empty the next table, at each release."""
RETIRED_BEFORE: dict[tuple[str, str], str] = {
    ("table", "0006_drop_pulse"): "0.2.0 does not use the table",
}
"""By migration that drops or renames something: why the previous release can do without it."""
DROPPING_OPERATIONS = (
    *(operations.RemoveField, operations.DeleteModel, operations.RenameField, operations.RenameModel),
    operations.AlterModelTable,
)


@pytest.fixture(scope="module")
def loader() -> MigrationLoader:
    return MigrationLoader(None)


def migrations_of(loader: MigrationLoader) -> Iterator[Migration]:
    """Yield the migrations of our apps, each after those that it depends on."""
    seen = set[tuple[str, str]]()
    for leaf in loader.graph.leaf_nodes():
        for key in loader.graph.forwards_plan(leaf):
            if key[0] in APPS and key not in seen:
                seen.add(key)
                yield loader.graph.nodes[key]


def is_new(migration: Migration) -> bool:
    """Return whether the previous release doesn't have the migration."""
    return migration.name > LAST_MIGRATION_BY_APP[migration.app_label]


def database_operations(migration: Migration) -> Iterator[Any]:
    """Yield the operations that change the database."""
    waiting: list[Any] = list(migration.operations)
    for operation in waiting:
        if isinstance(operation, operations.SeparateDatabaseAndState):
            waiting.extend(operation.database_operations)
        else:
            yield operation


def is_required_without_default(field: Any) -> bool:
    return not (field.null or field.many_to_many or field.primary_key) and field.db_default is NOT_PROVIDED


def required_without_default(migrations: Sequence[Migration], state: Any) -> list[str]:
    """Return the columns that were added to an existing table, must not be null, and have no default by now."""
    added = [
        (migration.app_label, operation.model_name.lower(), operation.name)
        for migration in migrations
        for operation in migration.operations
        if isinstance(operation, operations.AddField)
    ]
    return [
        f"{app}.{model}.{name}"
        for app, model, name in added
        if is_required_without_default(state.models[app, model].fields.get(name, NullField))
    ]


class NullField:
    """Stands for a column that was removed again."""

    null = True


def drops_something(operation: Any) -> bool:
    statements = str(operation.sql).upper() if isinstance(operation, operations.RunSQL) else ""
    return isinstance(operation, DROPPING_OPERATIONS) or "DROP TABLE" in statements or "DROP COLUMN" in statements


def dropping(migrations: Sequence[Migration]) -> list[tuple[str, str]]:
    """Return the new migrations that drop or rename something."""
    return [
        (migration.app_label, migration.name)
        for migration in migrations
        if is_new(migration) and any(map(drops_something, database_operations(migration)))
    ]


def test_the_last_migrations_of_the_previous_release_exist(loader: MigrationLoader) -> None:
    assert set(LAST_MIGRATION_BY_APP.items()) <= set(loader.graph.nodes)
    assert set(LAST_MIGRATION_BY_APP) == set(APPS)


def test_every_required_column_that_was_added_has_a_default_in_the_database(loader: MigrationLoader) -> None:
    assert required_without_default(list(migrations_of(loader)), loader.project_state()) == []


def test_nothing_is_dropped_that_the_previous_release_uses(loader: MigrationLoader) -> None:
    assert sorted(dropping(list(migrations_of(loader)))) == sorted(RETIRED_BEFORE)


def test_every_migration_can_be_taken_back(loader: MigrationLoader) -> None:
    irreversible = [
        f"{migration.app_label}.{migration.name}"
        for migration in migrations_of(loader)
        if not all(operation.reversible for operation in database_operations(migration))
    ]
    assert irreversible == []


def test_control_each_check_finds_what_it_looks_for(loader: MigrationLoader) -> None:
    class BadMigration(Migration):
        operations = [
            operations.AddField("matchrow", "extra", models.IntegerField(default=1)),
            operations.RemoveField("matchrow", "round"),
        ]

    migration = BadMigration("0099_bad", "projections")
    state = loader.project_state()
    state.add_field("projections", "matchrow", "extra", models.IntegerField(default=1), preserve_default=True)
    assert required_without_default([migration], state) == ["projections.matchrow.extra"]
    assert dropping([migration]) == [("projections", "0099_bad")]
