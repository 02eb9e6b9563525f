"""The PyPI package `eventsourcing`, used as in its documentation, with its in-memory event store.

It gets the public data of the same events, without sealed parts, and its aggregate only counts them, so it does less
work than the product's fold.
"""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

import msgspec
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from bench.match_templates import MatchLog


class CountingAggregate(Aggregate):
    @event("Opened")
    def __init__(self) -> None:
        self.count = 0

    @event("Happened")
    def happen(self, kind: str, data: dict[str, Any]) -> None:
        self.count += 1


class CountingApplication(Application[UUID]):
    def open(self, events: Iterable[tuple[str, dict[str, Any]]]) -> UUID:
        match = CountingAggregate()
        for kind, data in events:
            match.happen(kind=kind, data=data)
        self.save(match)
        return match.id

    def refold(self, match_id: UUID) -> int:
        match: CountingAggregate = self.repository.get(match_id)
        return match.count


def store_events(log: MatchLog) -> tuple[CountingApplication, UUID]:
    """Return an application that stores the same events, and the id of its aggregate."""
    matches = CountingApplication()
    bodies = (msgspec.json.decode(row[4]) for row in log.events)
    return matches, matches.open((body["type"], body["data"]) for body in bodies)
