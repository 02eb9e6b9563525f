"""`manage.py grant_app_role ROLE`: set up a PostgreSQL role for the application that can't change the event log."""

import os
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import ProgrammingError, connection, transaction
from psycopg import sql

from games.eventlog.grants import grant_statements


class Command(BaseCommand):
    help = (
        "Create or update the PostgreSQL role that the application connects as. It can append to the event log, but "
        "not UPDATE, DELETE or TRUNCATE it, nor disable its triggers. Run it as the tables' owner, after each migrate."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("role", help="the role's name; created if it doesn't exist")
        parser.add_argument(
            "--password-from",
            metavar="VARIABLE",
            help="the environment variable with the password to set for the role (default: set none)",
        )

    def handle(self, *args: Any, role: str, password_from: str | None, **options: Any) -> None:
        if connection.vendor != "postgresql":
            raise CommandError("SQLite has no roles; this command is for PostgreSQL")
        if role == connection.settings_dict["USER"]:
            raise CommandError(f"{role} is the role you are connected as: the application needs a separate one")
        # One transaction: a service that is running never sees the role without its privileges.
        with transaction.atomic(), connection.cursor() as cursor:
            try:
                self._create_or_update_role(cursor, role, password_from)
            except ProgrammingError as error:
                raise CommandError(
                    f"{str(error).strip()}: let a superuser run CREATE ROLE {role} LOGIN PASSWORD …, and leave out "
                    "--password-from"
                ) from None
            for statement in grant_statements(role, connection.settings_dict["NAME"]):
                cursor.execute(statement)
        self.stdout.write(f"{role} can append to the event log, but not change it; use it in the app's DATABASE_URL")

    def _create_or_update_role(self, cursor: Any, role: str, password_from: str | None) -> None:
        cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = %s", [role])
        existing = cursor.fetchone()
        if existing and existing[0]:
            raise CommandError(f"{role} is a superuser, whose privileges can't be restricted")
        if not existing:
            cursor.execute(sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(role)))
        if password_from is not None:
            if not os.environ.get(password_from):
                raise CommandError(f"the environment variable {password_from} is empty or not set")
            password = sql.Literal(os.environ[password_from])
            cursor.execute(sql.SQL("ALTER ROLE {} PASSWORD {}").format(sql.Identifier(role), password))
