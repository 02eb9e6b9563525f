"""The lobby of a match in progress, as far as the checks of its absent players need it: who sits where.

The lobby itself has no secrets: it is replayed like that of a finished match.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.audit.event_parser import parse_event
from games.audit.public_absences import PublicAbsences, parse_time
from games.audit.record_line import EventLine
from games.rulebook.events import MatchOpened, MatchStarted
from games.rulebook.seating import Seating, evolve_seating
from games.rulebook.terms import FIRST_RULEBOOK_WITH_ABSENCE

LOBBY_TYPES = ("match_opened", "seat_taken", "seat_moved", "seat_left", "match_started")


@dataclass
class PublicLobby:
    """Reads the events of a match; from its start on they are checked by `absences`. Rulebook 1 has none."""

    seats: Seating = ()
    absences: PublicAbsences | None = None
    terms: Mapping[str, Any] = field(default_factory=dict)

    def check(self, line: EventLine, version: int, opened: Mapping[tuple[int, str], str]) -> None:
        """Check the next event, and note it.

        Raises:
            VerificationError: It contradicts the rules about absent players.
        """
        if self.absences is not None:
            self.absences.check(line, version)
            return
        if line.body["type"] not in LOBBY_TYPES:
            return
        event = parse_event(line, opened)
        self.seats = evolve_seating(self.seats, event)
        if isinstance(event, MatchOpened) and event.rulebook >= FIRST_RULEBOOK_WITH_ABSENCE:
            self.terms = line.body["data"]
        if isinstance(event, MatchStarted) and self.terms:
            self.absences = PublicAbsences(
                terms=self.terms,
                player_count=len(self.seats),
                people={seat for seat, taken in enumerate(self.seats) if taken and taken.kind != "bot"},
                began_at=parse_time(line.body["at"]),
                deadline=event.deadline_at,
            )

    def check_end(self, version: int) -> None:
        if self.absences is not None:
            self.absences.check_end(version)
