"""The lobby of a match in progress, as far as the checks of its absent players need it: who sits where.

The lobby itself has no secrets: it is replayed like that of a finished match.
"""

from dataclasses import dataclass, field

from games.audit.public_absences import PublicAbsences, parse_time
from games.audit.record_line import EventLine
from games.rulebook.terms import FIRST_RULEBOOK_WITH_ABSENCE


@dataclass
class PublicLobby:
    """Reads the events of a match; from its start on they are checked by `absences`. Rulebook 1 has none."""

    kinds: dict[int, str] = field(default_factory=dict)
    absences: PublicAbsences | None = None
    terms: dict[str, object] = field(default_factory=dict)

    def check(self, line: EventLine, version: int) -> None:
        """Check the next event, and note it.

        Raises:
            VerificationError: It contradicts the rules about absent players.
        """
        data = line.body["data"]
        if self.absences is not None:
            self.absences.check(line, version)
            return
        match line.body["type"]:
            case "match_opened" if data["rulebook"] >= FIRST_RULEBOOK_WITH_ABSENCE:
                self.terms = data
            case "seat_taken":
                self.kinds[data["seat"]] = data["kind"]
            case "seat_left":
                del self.kinds[data["seat"]]
            case "seat_moved":
                self.kinds[data["to"]] = self.kinds.pop(data["seat"])
            case "match_started" if self.terms:
                self._start(line)

    def check_end(self, version: int) -> None:
        if self.absences is not None:
            self.absences.check_end(version)

    def _start(self, line: EventLine) -> None:
        data = line.body["data"]
        deadline = data["deadline_at"]
        self.absences = PublicAbsences(
            terms=self.terms,
            player_count=len(data["seats"]),
            people={seat for seat, old in enumerate(data["seats"]) if self.kinds[old] != "bot"},
            began_at=parse_time(line.body["at"]),
            deadline=None if deadline is None else parse_time(deadline),
        )
