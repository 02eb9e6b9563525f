"""`grant_app_role`: a PostgreSQL role for the application that can't change the log."""

import os
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection, transaction
from psycopg import sql

from games.eventlog.grants import grant_statements


class Command(BaseCommand):
    help = (
        "Make (or bring up to date) the PostgreSQL role that the application connects as: it can append to the log, but"
        " not UPDATE, DELETE or TRUNCATE it, nor disable its triggers. Run it as the tables' owner, after migrate."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("role", help="the role's name; it is made if there is none")
        parser.add_argument(
            "--password-from",
            metavar="VARIABLE",
            help="the environment variable that holds the password of a new role (without: no password is set)",
        )

    def handle(self, *args: Any, role: str, password_from: str | None, **options: Any) -> None:
        if connection.vendor != "postgresql":
            raise CommandError("roles are PostgreSQL's; an SQLite file belongs to whoever can write it")
        if role == connection.settings_dict["USER"]:
            raise CommandError(f"{role} owns the tables: the application needs a role of its own")
        with transaction.atomic(), connection.cursor() as cursor:
            self._create_or_update_role(cursor, role, password_from)
            for statement in grant_statements(role, connection.settings_dict["NAME"]):
                cursor.execute(statement)
        self.stdout.write(f"{role} may append to the log and not change it; put it into the application's DATABASE_URL")

    def _create_or_update_role(self, cursor: Any, role: str, password_from: str | None) -> None:
        cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = %s", [role])
        existing = cursor.fetchone()
        if existing and existing[0]:
            raise CommandError(f"{role} is a superuser, whom no right can be denied")
        if not existing:
            cursor.execute(sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(role)))
        if password_from is not None:
            if not os.environ.get(password_from):
                raise CommandError(f"the environment has no {password_from}")
            password = sql.Literal(os.environ[password_from])
            cursor.execute(sql.SQL("ALTER ROLE {} PASSWORD {}").format(sql.Identifier(role), password))
