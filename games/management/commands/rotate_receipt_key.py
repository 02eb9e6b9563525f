"""`manage.py rotate_receipt_key`: announce a new key for receipts, signed with the current one."""

import os
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.management.migrations_check import ensure_migrated
from games.receipts.key_file import rotate_key_file
from games.receipts.receipt_keys import NotLatestKey, announce_key


class Command(BaseCommand):
    help = (
        "Announce a new key for receipts, signed with the current one. Servers use it after a restart; receipts signed "
        "with the old key stay valid."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--new-from",
            metavar="VARIABLE",
            help="the environment variable with the new secret; required if RECEIPT_KEY is set (otherwise a secret is "
            "generated and stored in the data folder)",
        )
        parser.add_argument("--data", metavar="DIR", help="the data folder (or DIXIT_DATA)")

    def handle(self, *args: Any, new_from: str | None, **options: Any) -> None:
        if (new_from is not None) != settings.RECEIPT_KEY_IS_SET:
            raise CommandError("--new-from must be given if RECEIPT_KEY is set in the environment, and only then")
        new_secret = None if new_from is None else os.environ.get(new_from)
        if new_from is not None and not new_secret:
            raise CommandError(f"the environment variable {new_from} is empty or not set")
        ensure_migrated()
        try:
            key_id = announce_key(new_secret) if new_secret else rotate_key_file()
        except NotLatestKey:
            raise CommandError("the current key is not the one announced last; configure that one first") from None
        restart = "restart the servers"
        next_step = restart if new_from is None else f"set RECEIPT_KEY to the value of {new_from} and {restart}"
        self.stdout.write(f"announced key {key_id}; {next_step}")
