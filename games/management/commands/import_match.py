"""`manage.py import_match FILE`: verify and store a match record from elsewhere."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.migrations_check import ensure_migrated
from games.records.imports import InvalidRecord, import_record


class Command(BaseCommand):
    help = "Verify a match record and store it, to be viewed like any other match. Exit code 1: it is invalid."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the record file")
        parser.add_argument("--data", metavar="DIR", help="the data folder (or DIXIT_DATA)")

    def handle(self, *args: Any, **options: Any) -> None:
        ensure_migrated()
        try:
            imported, is_new = import_record(Path(options["file"]).read_bytes())
        except OSError as error:
            raise CommandError(f"{error.filename}: {error.strerror}") from None
        except InvalidRecord as fault:
            self.stdout.write("\n".join(fault.verdict.text_lines()))
            raise CommandError("the record is invalid and was not imported", returncode=1) from None
        outcome = "imported" if is_new else "already imported"
        self.stdout.write(f"{imported.id} {outcome}: match {imported.match_id}")
