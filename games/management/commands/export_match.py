"""`manage.py export_match MATCH`: write the record of a match."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from games.eventlog.unreadable_logs import UnreadableLog
from games.management.migrations_check import ensure_migrated
from games.matches.match_access import NoSuchMatch
from games.records.export import public_record_pages


class Command(BaseCommand):
    help = (
        "Write the record of a match (docs/reference/record.md): everything if the match is over, otherwise what is "
        "public so far."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("match", help="the match's ID")
        parser.add_argument("-o", "--output", metavar="FILE", help="the file to write (default: standard output)")
        parser.add_argument("--data", metavar="DIR", help="the data folder (or DIXIT_DATA)")

    def handle(self, *args: Any, **options: Any) -> None:
        ensure_migrated()
        try:
            pages = public_record_pages(options["match"])
        except NoSuchMatch:
            raise CommandError(f"there is no match {options['match']}") from None
        except UnreadableLog as unreadable:
            raise CommandError(str(unreadable)) from None
        except DatabaseError:
            raise
        except Exception as error:  # noqa: BLE001  (a changed log can fail in many ways)
            raise CommandError(f"the log of match {options['match']} can't be read: {error!r}") from None
        if options["output"] is None:
            for page in pages:
                self.stdout.write(page, ending="")
            return
        try:
            # No translation of line ends: the record's last line is a digest of its bytes.
            with Path(options["output"]).open("w", encoding="utf-8", newline="") as file:
                file.writelines(pages)
        except OSError as error:
            raise CommandError(f"{error.filename}: {error.strerror}") from None
