"""`manage.py check`: Django's command, but it also checks the database unless it is told which one."""

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import check
from django.db import DEFAULT_DB_ALIAS, OperationalError


class Command(check.Command):
    """Checks the database, too: what could lose commands or make receipts worthless shows only there."""

    def handle(self, *app_labels: Any, **options: Any) -> None:
        databases = options.pop("databases") or [DEFAULT_DB_ALIAS]
        try:
            super().handle(*app_labels, databases=databases, **options)
        except OperationalError as error:
            raise CommandError(f"The database is unavailable: {error}") from None
