"""The lobby of a match in progress, as far as the rules about absent players need it: who sits where, who may start."""

from dataclasses import dataclass, field
from datetime import datetime

from games.audit.errors import fail
from games.audit.public_absences import PublicAbsences, parse_time
from games.audit.record_line import EventLine
from games.rulebook.match import HOST_START_PERIOD
from games.rulebook.terms import FIRST_RULEBOOK_WITH_ABSENCE


@dataclass
class PublicLobby:
    """Reads the events of a match; from its start on they are checked by `absences`. Rulebook 1 has none."""

    kinds: dict[int, str] = field(default_factory=dict)
    host: int = 0
    changed_at: datetime | None = None
    """When somebody last took or left a seat."""
    absences: PublicAbsences | None = None
    terms: dict[str, object] = field(default_factory=dict)

    def check(self, line: EventLine, version: int) -> None:
        """Check the next event, and note it.

        Raises:
            VerificationError: It contradicts the rules about absent players.
        """
        body, data = line.body, line.body["data"]
        if self.absences is not None:
            self.absences.check(line, version)
            return
        at = parse_time(body["at"])
        match body["type"]:
            case "match_opened" if data["rulebook"] >= FIRST_RULEBOOK_WITH_ABSENCE:
                self.terms, self.host = data, body["actor"]
            case "seat_taken":
                self.kinds[data["seat"]], self.changed_at = data["kind"], at
            case "seat_left":
                del self.kinds[data["seat"]]
                self.changed_at = at
            case "seat_moved":
                self.kinds[data["to"]] = self.kinds.pop(data["seat"])
                self.host = data["to"] if self.host == data["seat"] else self.host
            case "host_changed":
                self.host = data["seat"]
            case "match_started" if self.terms:
                self._start(line, at, version)

    def check_end(self, version: int) -> None:
        if self.absences is not None:
            self.absences.check_end(version)

    def _start(self, line: EventLine, at: datetime, version: int) -> None:
        actor, data = line.body["actor"], line.body["data"]
        if isinstance(actor, int) and actor != self.host:
            is_person = self.kinds.get(actor, "bot") != "bot"
            if not is_person or self.changed_at is None or at < self.changed_at + HOST_START_PERIOD:
                fail(version, "Only the host may start the match, others when it has been ready for a while.")
        deadline = data["deadline_at"]
        self.absences = PublicAbsences(
            terms=self.terms,
            player_count=len(data["seats"]),
            people={seat for seat, old in enumerate(data["seats"]) if self.kinds[old] != "bot"},
            began_at=at,
            deadline=None if deadline is None else parse_time(deadline),
        )
