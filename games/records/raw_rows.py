"""A consistent read of all rows of a match in the log."""

from dataclasses import dataclass

from django.db import transaction

from games.eventlog.event_range import EventRange, opening_versions_of
from games.eventlog.event_texts import serialize_record
from games.eventlog.models import Command, Event, Head, Opening
from games.eventlog.stream_slots import stream_slot
from games.rulebook.audience import PUBLIC_AUDIENCE, OpeningVersions, date_openings, public_from


@dataclass(frozen=True, kw_only=True, slots=True)
class RawMatchRows:
    """The rows of a match, with events by version, openings by version and part, and commands by first version."""

    match_id: str
    head: Head | None
    events: list[Event]
    openings: list[Opening]
    commands: list[Command]

    def event_lines(self) -> list[bytes]:
        """Return the events as lines of a record, each with the openings that it makes public."""
        event_range = EventRange(
            events=[(event.version, event.body, event.hash) for event in self.events],
            openings=date_openings(
                (
                    (row.version, row.part, row.salt, row.value, row.reader, row.face_down, row.opens)
                    for row in self.openings
                ),
                self.opened,
            ),
        )
        return [line.encode() for line in serialize_record(event_range, PUBLIC_AUDIENCE)]

    @property
    def opened(self) -> OpeningVersions:
        """What the events of the match open."""
        return opening_versions_of((event.version, event.type, event.body) for event in self.events)

    @property
    def sealed_openings(self) -> list[Opening]:
        """Openings of parts that are still sealed."""
        opened = self.opened
        return [row for row in self.openings if public_from(row.version, row.opens, opened) is None]


def read_match_rows(match_id: str) -> RawMatchRows:
    """Read all rows of a match. The head is locked, so nothing is appended between the queries."""
    with stream_slot(match_id), transaction.atomic():
        # The ORM is fine here: verifying isn't on the path of a command.
        head = Head.objects.select_for_update().filter(match_id=match_id).first()
        return RawMatchRows(
            match_id=match_id,
            head=head,
            events=list(Event.objects.filter(match_id=match_id).order_by("version")),
            openings=list(Opening.objects.filter(match_id=match_id).order_by("version", "part")),
            commands=list(Command.objects.filter(match_id=match_id).order_by("first")),
        )


def has_rows(match_id: str) -> bool:
    """Return whether the log has any row of the match.

    Not only a head: a deleted head is one of the faults that verification must find.
    """
    return any(table.objects.filter(match_id=match_id).exists() for table in _TABLES)


_TABLES: tuple[type[Head] | type[Event] | type[Opening], ...] = (Head, Event, Opening)
LOG_TABLES = ("eventlog_head", "eventlog_event", "eventlog_opening")
"""The tables of the log in which a match can have rows."""
