"""Running a command over all matches: which ones, with a progress bar, and past those with which it fails."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from django.core.management.base import CommandError
from django.db import DatabaseError, OperationalError
from rich.console import Console
from rich.progress import track

from games.eventlog.match_ids import last_event_at, match_ids_in
from games.eventlog.stream_slots import StreamBlocked
from games.eventlog.unreadable_logs import UnreadableLog
from games.management.count_matches import count_matches

MAX_NAMED_MATCHES = 20
"""How many failed matches the last line names."""


def add_selection_arguments(parser: ArgumentParser) -> None:
    """Add the options that choose matches."""
    parser.add_argument("--after", default="", metavar="MATCH", help="begin after this match, in the order of ids")
    parser.add_argument("--limit", type=int, metavar="N", help="stop after N matches")
    parser.add_argument("--since", type=_parse_date, metavar="DATE", help="only matches with an event since this date")


class MatchRun:
    """One run over the chosen matches. `failed` has those with which it failed, with the reason."""

    def __init__(self, tables: Sequence[str], options: dict[str, Any]) -> None:
        self.failed: dict[str, str] = {}
        self.count = 0
        self._tables, self._options = tables, options

    def each(self, work: Callable[[str], None], *, quiet: bool) -> None:
        """Do the work for each match.

        Raises:
            CommandError: the database is unavailable; the message says how to go on from here.
        """
        last = self._options["after"]
        try:
            for match_id in track(
                self._selected_matches(), "matches", console=Console(stderr=True), disable=quiet, transient=True
            ):
                self._try(work, match_id)
                self.count, last = self.count + 1, match_id
        except OperationalError as error:
            go_on = f"; go on with --after {last}" if last else ""
            raise CommandError(f"the database is unavailable: {str(error).strip()}{go_on}") from None

    def failure(self) -> str | None:
        """Return a sentence that names the matches with which the run failed; None if there are none."""
        if not self.failed:
            return None
        names = ", ".join(list(self.failed)[:MAX_NAMED_MATCHES]) + (
            ", …" if len(self.failed) > MAX_NAMED_MATCHES else ""
        )
        return f"{count_matches(len(self.failed))} could not be read: {names}"

    def _selected_matches(self) -> Iterator[str]:
        since: datetime | None = self._options["since"]
        for match_id in islice(match_ids_in(self._tables, self._options["after"]), self._options["limit"]):
            last_at = last_event_at(match_id) if since else None
            # A match without events is a fault, whatever its date.
            if since is None or last_at is None or last_at >= since:
                yield match_id

    def _try(self, work: Callable[[str], None], match_id: str) -> None:
        try:
            work(match_id)
        except StreamBlocked:
            self.failed[match_id] = "it is locked by another session"
        except UnreadableLog as unreadable:
            self.failed[match_id] = str(unreadable)
        except (DatabaseError, CommandError, BrokenPipeError):
            raise
        except Exception as error:  # noqa: BLE001  (a log that was changed can fail in many ways)
            self.failed[match_id] = f"its log can't be read: {error!r}"


def _parse_date(text: str) -> datetime:
    try:
        date = datetime.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"{text} is not a date such as 2026-11-29") from None
    return date if date.tzinfo else date.replace(tzinfo=UTC)
