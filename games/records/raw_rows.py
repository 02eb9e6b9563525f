"""A consistent read of all rows of a match in the log."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db import transaction

from games.eventlog.event_reader import canonical_opening, record_line
from games.eventlog.models import Command, Event, Head, Opening


@dataclass(frozen=True, kw_only=True, slots=True)
class RawMatchRows:
    """The rows of a match, with events by version, openings by version and part, and commands by first version."""

    match_id: str
    head: Head | None
    events: list[Event]
    openings: list[Opening]
    commands: list[Command]

    def event_lines(self) -> Iterator[bytes]:
        """Yield the events as lines of a record, each with the openings that it makes public."""
        openings_by_version = self.openings_by_version
        for event in self.events:
            openings = [
                canonical_opening(opening.version, opening.part, opening.salt, opening.value)
                for opening in openings_by_version.get(event.version, ())
            ]
            yield record_line(event.body, event.hash, openings).encode()

    @property
    def openings_by_version(self) -> dict[int, list[Opening]]:
        """The public openings that are not erased, by the version from which on they are public."""
        by_version: dict[int, list[Opening]] = {}
        for opening in self.openings:
            if opening.open_from is not None and opening.salt is not None:
                by_version.setdefault(opening.open_from, []).append(opening)
        return by_version

    @property
    def sealed_openings(self) -> list[Opening]:
        """Openings of parts that are still sealed."""
        return [opening for opening in self.openings if opening.open_from is None]


def read_match_rows(match_id: str) -> RawMatchRows:
    """Read all rows of a match. The head is locked, so nothing is appended between the queries."""
    with transaction.atomic():
        head = Head.objects.select_for_update().filter(match_id=match_id).first()
        return RawMatchRows(
            match_id=match_id,
            head=head,
            events=list(Event.objects.filter(match_id=match_id).order_by("version")),
            openings=list(Opening.objects.filter(match_id=match_id).order_by("version", "part")),
            commands=list(Command.objects.filter(match_id=match_id).order_by("first")),
        )


def match_ids() -> list[str]:
    """Return the id of every match with any row in the log, sorted.

    Not only those with a head: a deleted head is one of the faults that verification must find.
    """
    tables = (Head, Event, Opening)
    return sorted(set().union(*(table.objects.values_list("match_id", flat=True).distinct() for table in tables)))
