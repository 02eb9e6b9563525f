"""`manage.py verify_match`: verify a match record, a match of this database, or all matches."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from games.audit.main import parse_keys, parse_receipts
from games.audit.receipt import InvalidReceipt, parse_key, verify_key_chain
from games.audit.record_verifier import verify_record
from games.audit.verdict import Verdict
from games.eventlog.unreadable_logs import NewerEvent
from games.management.count_matches import count_matches
from games.management.match_run import MatchRun, add_selection_arguments
from games.management.migrations_check import ensure_migrated
from games.receipts.receipt_keys import published_keys
from games.records.database_verifier import verify_match
from games.records.raw_rows import LOG_TABLES, has_rows


class Command(BaseCommand):
    help = (
        "Verify a match record (docs/reference/record.md), a match of this database, or with --all every one: chain, "
        "luck, rules and receipts; in the database also every column, the read models and the chain of receipt keys. "
        "Exit code 1: verification failed."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", nargs="?", metavar="FILE|MATCH", help="a record file, or a match's ID")
        parser.add_argument("--all", action="store_true", help="verify every match of the database")
        parser.add_argument("--receipts", metavar="FILE", help="receipts to check the record against")
        parser.add_argument("--keys", metavar="FILE", help="trusted public keys, as the server publishes them")
        parser.add_argument(
            "--json", action="store_true", help="print one JSON object per match, and with --all a summary"
        )
        add_selection_arguments(parser)
        parser.add_argument("--data", metavar="DIR", help="the data folder (or DIXIT_DATA)")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["all"] == bool(options["what"]):
            raise CommandError("give either a record file or match ID, or --all")
        failure = self._verify_all(options) if options["all"] else self._verify_one(options)
        if failure is not None:
            raise CommandError(failure, returncode=1)

    def _verify_one(self, options: dict[str, Any]) -> str | None:
        file = Path(options["what"])
        verdict = _verify_file(file, options) if file.is_file() else _verify_match(options["what"], options)
        self._print_verdict(verdict, as_json=options["json"])
        if verdict.ok and verdict.supplied and verdict.supplied.forged:
            return "a receipt is forged"
        return None if verdict.ok else _failure_summary(verdict)

    def _verify_all(self, options: dict[str, Any]) -> str | None:
        ensure_migrated()
        self.invalid, self.behind = 0, 0
        run = MatchRun(LOG_TABLES, options)
        run.each(lambda match_id: self._verify(match_id, options), quiet=options["json"] or not sys.stderr.isatty())
        for match_id, reason in run.failed.items():
            entry = {"match": match_id, "failed": reason}
            self.stdout.write(msgspec.json.encode(entry).decode() if options["json"] else f"{match_id}: {reason}")
        key_fault = _key_chain_fault()
        self._print_summary(run, key_fault, options)
        failures = (
            f"verification failed for {self.invalid} of {count_matches(run.count)}" if self.invalid else None,
            f"the read models of {count_matches(self.behind)} are behind; rebuild_projections repairs them"
            if self.behind
            else None,
            run.failure(),
            f"the chain of receipt keys is broken, so no receipt verifies: {key_fault}" if key_fault else None,
        )
        return "; ".join(filter(None, failures)) or None

    def _verify(self, match_id: str, options: dict[str, Any]) -> None:
        verdict = verify_match(match_id)
        if not verdict.ok or options["json"]:
            self._print_verdict(verdict, as_json=options["json"])
        self.behind += verdict.is_behind
        self.invalid += not verdict.ok and not verdict.is_behind

    def _print_summary(self, run: MatchRun, key_fault: str | None, options: dict[str, Any]) -> None:
        counts = {"wrong": self.invalid, "behind": self.behind, "failed": len(run.failed)}
        if options["json"]:
            self.stdout.write(msgspec.json.encode({"matches": run.count, **counts, "keys": key_fault or "ok"}).decode())
            return
        others = f", {self.behind} with read models that are behind" if self.behind else ""
        others += f", {len(run.failed)} could not be read" if run.failed else ""
        self.stdout.write(f"verified {count_matches(run.count)}, {self.invalid} failed{others}")

    def _print_verdict(self, verdict: Verdict, *, as_json: bool) -> None:
        lines = [msgspec.json.encode(verdict.to_dict()).decode()] if as_json else verdict.text_lines()
        self.stdout.write("\n".join(lines))


def _key_chain_fault() -> str | None:
    """Return what is wrong with the keys that every record lists; None if each was announced by the one before it."""
    try:
        verify_key_chain(map(parse_key, published_keys()))
    except InvalidReceipt as fault:
        return str(fault)
    return None


def _verify_file(file: Path, options: dict[str, Any]) -> Verdict:
    try:
        receipts = parse_receipts(Path(options["receipts"]).read_bytes()) if options["receipts"] else []
        trusted = parse_keys(Path(options["keys"]).read_bytes()) if options["keys"] else []
        return verify_record(file.read_bytes(), receipts, trusted)
    except OSError as error:
        raise CommandError(f"{error.filename}: {error.strerror}") from None
    except (InvalidReceipt, ValueError, RecursionError) as fault:
        raise CommandError(str(fault)) from None


def _verify_match(name: str, options: dict[str, Any]) -> Verdict:
    ensure_migrated()
    # Not a look at the head alone: a match whose head was deleted must be found and reported.
    if not has_rows(name):
        raise CommandError(f"there is no file or match {name}")
    try:
        return verify_match(name)
    except NewerEvent as newer:
        raise CommandError(f"{newer}; verify it with that release", returncode=1) from None


def _failure_summary(verdict: Verdict) -> str:
    assert verdict.first_failure is not None, "called only for a failed verdict"
    if verdict.is_behind:
        return "the read models are behind the log, which is valid; rebuild_projections repairs them"
    first_bad_version = verdict.first_failure.first_bad
    return f"{verdict.first_failure.level}: " + (
        verdict.first_failure.words if first_bad_version is None else f"first bad version: {first_bad_version}"
    )
