"""`rotate_receipt_key`: a new key for receipts, announced by the old one."""

import os
import secrets
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from games.management.migrations_check import ensure_migrated
from games.receipts.receipt_keys import NotLatestKey, rotate_key


class Command(BaseCommand):
    help = (
        "Announce a new key for receipts with a signature of the present one. Servers sign with it once they are "
        "started again; receipts of the old key stay good."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--new-from",
            metavar="VARIABLE",
            help="the environment variable with the new secret, where RECEIPT_KEY is set (else one is made and kept in "
            "the data folder)",
        )
        parser.add_argument("--data", metavar="DIR", help="the data folder (or DIXIT_DATA)")

    def handle(self, *args: Any, new_from: str | None, **options: Any) -> None:
        if (new_from is not None) != settings.RECEIPT_KEY_IS_SET:
            raise CommandError(
                "--new-from belongs to a RECEIPT_KEY that is set in the environment, and only to such a one"
            )
        new_secret = secrets.token_urlsafe(48) if new_from is None else os.environ.get(new_from, "")
        if not new_secret:
            raise CommandError(f"the environment has no {new_from}")
        ensure_migrated()
        try:
            with transaction.atomic():
                key_id = rotate_key(new_secret)
                if new_from is None:
                    _replace_secret_file(settings.DATA / "receipt_key", new_secret)
        except NotLatestKey:
            raise CommandError("the present key is not the one that was announced last: start with that one") from None
        next_step = (
            "start the servers again" if new_from is None else f"set RECEIPT_KEY to {new_from}, start the servers again"
        )
        self.stdout.write(f"the key {key_id} is announced; {next_step}")


def _replace_secret_file(file: Path, secret: str) -> None:
    """Put the new secret in the place of the old one, at once or not at all."""
    new_file = file.with_suffix(".new")
    with open(os.open(new_file, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "w") as opened:  # noqa: PTH123  (its mode)
        opened.write(secret)
    new_file.replace(file)
