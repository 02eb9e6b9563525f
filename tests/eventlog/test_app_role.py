"""The application's own role on PostgreSQL can append to the log and cannot change it in any other way."""

import os
import subprocess
import sys
from io import StringIO

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from psycopg.errors import InsufficientPrivilege

from games.eventlog.grants import table_names
from tests.services import schema_template
from tests.services.postgres import PostgreSQL


@pytest.fixture(scope="module")
def app_role_url(postgres: PostgreSQL, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL, for the application's role, of a database in which that role has played matches."""
    owner = postgres.create_database("granted")
    app = owner.replace("postgres@", "dixit_app@")
    environment = {**os.environ, "DIXIT_DATA": str(tmp_path_factory.mktemp("granted"))}

    def manage(url: str, *command: str) -> str:
        done = subprocess.run(
            [sys.executable, "manage.py", *command],
            env={**environment, "DATABASE_URL": url, "APP_PASSWORD": "secret"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    schema_template.ensure_migrated(owner, lambda: manage(owner, "migrate", "-v0"))
    for _ in range(2):
        manage(owner, "grant_app_role", "dixit_app", "--password-from", "APP_PASSWORD")
    # Party also has face-down hands, which are turned up later.
    for ruleset, players in (("classic", "3"), ("party-passing", "6")):
        match = ("--ruleset", ruleset, "--players", players, "--seed", "role", "--json")
        assert '"status":"over"' in manage(app, "simulate", *match)
    assert "0 rows differed" in manage(app, "rebuild_projections", "--check")
    return app


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE eventlog_event SET body = '{}'",
        "DELETE FROM eventlog_event",
        "TRUNCATE eventlog_event",
        "UPDATE eventlog_opening SET part = 'x'",
        "UPDATE eventlog_opening SET opens = 'now'",
        "UPDATE eventlog_opening SET face_down = false",
        "DELETE FROM eventlog_opening",
        "TRUNCATE eventlog_opening",
        "DELETE FROM eventlog_head",
        "TRUNCATE eventlog_head",
        "UPDATE eventlog_command SET request = 'x'",
        "TRUNCATE projections_matchrow",
        "ALTER TABLE eventlog_event DISABLE TRIGGER ALL",
        "DROP TRIGGER event_stays ON eventlog_event",
        "DROP TABLE eventlog_event",
        "CREATE OR REPLACE FUNCTION eventlog_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$",
        "SET session_replication_role = replica",
        "DELETE FROM django_migrations",
        "INSERT INTO django_migrations (app, name, applied) VALUES ('x', 'x', now())",
    ],
)
def test_the_application_role_may_not_execute(app_role_url: str, statement: str):
    with psycopg.connect(app_role_url) as connection, pytest.raises(InsufficientPrivilege):
        connection.execute(statement)


def test_the_application_role_can_make_a_backup(app_role_url: str, postgres: PostgreSQL):
    done = subprocess.run(
        [postgres.bin_folder / "pg_dump", "--file=/dev/null", app_role_url], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.django_db
@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite has no roles")
def test_an_owner_without_any_attribute_grants_to_a_role_that_a_superuser_has_made() -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE ROLE plain_owner")
        for table in table_names():
            cursor.execute(f'ALTER TABLE "{table}" OWNER TO plain_owner')
        cursor.execute("SET LOCAL ROLE plain_owner")
        with pytest.raises(CommandError, match="let a superuser run CREATE ROLE plain_app LOGIN"):
            call_command("grant_app_role", "plain_app")
        cursor.execute("SET LOCAL ROLE NONE")
        cursor.execute("CREATE ROLE plain_app")
        cursor.execute("SET LOCAL ROLE plain_owner")
        call_command("grant_app_role", "plain_app", stdout=StringIO())
        for privilege, granted in (("INSERT", True), ("UPDATE", False), ("DELETE", False)):
            cursor.execute("SELECT has_table_privilege('plain_app', 'eventlog_event', %s)", [privilege])
            assert cursor.fetchone() == (granted,)
