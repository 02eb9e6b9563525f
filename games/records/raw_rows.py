"""A match as it lies in the database: all of its rows, read at one moment."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db import transaction

from games.eventlog.event_reader import canonical_opening, record_line
from games.eventlog.models import Command, Event, Head, Opening


@dataclass(frozen=True, kw_only=True, slots=True)
class RawMatchRows:
    match_id: str
    head: Head | None
    events: list[Event]
    openings: list[Opening]
    commands: list[Command]

    def event_lines(self) -> Iterator[bytes]:
        """The events as lines of a record, each with what it opens to all."""
        openings_by_version = self.openings_by_version
        for event in self.events:
            openings = [
                canonical_opening(opening.version, opening.part, opening.salt, opening.value)
                for opening in openings_by_version.get(event.version, ())
            ]
            yield record_line(event.body, event.hash, openings).encode()

    @property
    def openings_by_version(self) -> dict[int, list[Opening]]:
        """Openings of parts that are open to all and not erased, by the version from which on they are."""
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
    """All rows of a match. Nobody can append while they are read."""
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
    """Every match of which there is any row in the log."""
    tables = (Head, Event, Opening)
    return sorted(set().union(*(table.objects.values_list("match_id", flat=True).distinct() for table in tables)))
