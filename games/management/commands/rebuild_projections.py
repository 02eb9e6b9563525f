"""`manage.py rebuild_projections`: rebuild the read models from the event log, or only compare them with it."""

from argparse import ArgumentParser
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import ngettext

from games.management.count_matches import count_matches
from games.management.match_run import MatchRun, add_selection_arguments
from games.management.migrations_check import ensure_migrated
from games.projections import counters
from games.projections.rebuild import Difference, compare, rebuild, tables_with_matches


class Command(BaseCommand):
    help = (
        "Rebuild all projections from the event log, match by match; with --check only compare (exit code 1: differs)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="only compare, write nothing")
        parser.add_argument("--json", action="store_true", help="print a JSON object per difference and a summary")
        add_selection_arguments(parser)
        parser.add_argument("--data", metavar="DIR", help="the data folder (or DIXIT_DATA)")

    def handle(self, *args: Any, **options: Any) -> None:
        ensure_migrated()
        self.difference_count = 0
        process_match = compare if options["check"] else rebuild
        run = MatchRun(tables_with_matches(), options)
        run.each(lambda match_id: self._process(match_id, process_match, options), quiet=options["json"])
        for name, change in (counters.find_differences if options["check"] else counters.repair)():
            self.difference_count += 1
            fault = f"projections_counter {name} is off by {-change}"
            self._print({"difference": fault}, fault, options)
        for match_id, reason in run.failed.items():
            self._print({"match": match_id, "failed": reason}, f"{match_id}: {reason}", options)
        self._print_summary(run, options)
        if failure := run.failure():
            raise CommandError(f"{failure}; the others were {_verb(options)}", returncode=1)
        if self.difference_count and options["check"]:
            raise CommandError("the projections differ from the log; rebuild_projections repairs them", returncode=1)

    def _process(
        self, match_id: str, process_match: Callable[[str], Iterable[Difference]], options: dict[str, Any]
    ) -> None:
        for difference in process_match(match_id):
            self.difference_count += 1
            self._print({"match": match_id, "difference": str(difference)}, str(difference), options)

    def _print(self, entry: dict[str, Any], text: str, options: dict[str, Any]) -> None:
        self.stdout.write(msgspec.json.encode(entry).decode() if options["json"] else text)

    def _print_summary(self, run: MatchRun, options: dict[str, Any]) -> None:
        failed = {"failed": len(run.failed)} if run.failed else {}
        written = {"written": not options["check"]}
        summary = {"matches": run.count, "differences": self.difference_count, **written, **failed}
        rows = ngettext("row", "rows", self.difference_count)
        text = f"{_verb(options)} {count_matches(run.count)}, {self.difference_count} {rows} differed from the log"
        self._print(summary, text, options)


def _verb(options: dict[str, Any]) -> str:
    return "compared" if options["check"] else "rebuilt"
