"""`manage.py rebuild_projections`: rebuild the read models from the event log, or only compare them with it."""

from argparse import ArgumentParser
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import ngettext
from rich.console import Console
from rich.progress import track

from games.management.count_matches import count_matches
from games.management.migrations_check import ensure_migrated
from games.projections import counters
from games.projections.rebuild import all_match_ids, compare, rebuild


class Command(BaseCommand):
    help = (
        "Rebuild all projections from the event log, match by match; with --check only compare (exit code 1: differs)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="only compare, write nothing")
        parser.add_argument("--json", action="store_true", help="print a JSON object per difference and a summary")
        parser.add_argument("--data", metavar="DIR", help="the data folder (or DIXIT_DATA)")

    def handle(self, *args: Any, **options: Any) -> None:
        ensure_migrated()
        process_match = compare if options["check"] else rebuild
        matches, difference_count = all_match_ids(), 0
        console = Console(stderr=True)
        for match_id in track(matches, "matches", console=console, disable=options["json"], transient=True):
            for difference in process_match(match_id):
                difference_count += 1
                entry = {"match": match_id, "difference": str(difference)}
                self.stdout.write(msgspec.json.encode(entry).decode() if options["json"] else f"{difference}")
        for name, change in (counters.find_differences if options["check"] else counters.repair)():
            difference_count += 1
            fault = f"projections_counter {name} is off by {-change}"
            self.stdout.write(msgspec.json.encode({"difference": fault}).decode() if options["json"] else fault)
        summary = {"matches": len(matches), "differences": difference_count, "written": not options["check"]}
        if options["json"]:
            self.stdout.write(msgspec.json.encode(summary).decode())
        else:
            verb = "compared" if options["check"] else "rebuilt"
            rows = ngettext("row", "rows", difference_count)
            self.stdout.write(f"{verb} {count_matches(len(matches))}, {difference_count} {rows} differed from the log")
        if difference_count and options["check"]:
            raise CommandError("the projections differ from the log; rebuild_projections repairs them", returncode=1)
