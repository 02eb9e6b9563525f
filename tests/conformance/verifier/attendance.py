"""Who is absent under rulebook 2: missed phases, skipped seats, and the rounds that count for the winners."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta

ABSENCE_HOUR = timedelta(hours=1)
MISSES_BEFORE_SKIP = 2
MOVE_TYPES = ("storyteller_claimed", "clue_given", "cards_submitted", "vote_cast")


class Attendance:
    """The absences of one match. Under rulebook 1 nothing is ever noted, so nobody is skipped."""

    def __init__(self) -> None:
        self.people: frozenset[int] = frozenset()
        """The seats that are no computer players and haven't resigned."""
        self.skipped_at: dict[int, datetime] = {}
        """When each seat that is skipped became so."""
        self.sitting_out: set[int] = set()
        """The seats that were skipped at some moment of this phase: it doesn't wait for them."""
        self.rest_began_at: datetime | None = None
        self._misses: Counter[int] = Counter()
        self._resumed_without_move: set[int] = set()
        self._skipped_since_clue: set[int] = set()
        self._counted_rounds = 0
        self._absent_rounds: Counter[int] = Counter()

    @property
    def skipped_seats(self) -> list[int]:
        return sorted(self.skipped_at)

    @property
    def present_people(self) -> frozenset[int]:
        return self.people - self.skipped_at.keys()

    @property
    def is_resting(self) -> bool:
        return self.rest_began_at is not None

    @property
    def are_half_present(self) -> bool:
        return 2 * len(self.present_people) >= len(self.people)

    @property
    def absence_hour_ends_at(self) -> datetime:
        """Return when everybody who is absent has been skipped for an hour."""
        return max(self.skipped_at[seat] for seat in self.people & self.skipped_at.keys()) + ABSENCE_HOUR

    def note_action(self, seat: int, type_: str) -> None:
        """Note an event whose actor is this seat: it ends the count of its misses."""
        self._misses[seat] = 0
        if type_ in MOVE_TYPES:
            self._resumed_without_move.discard(seat)

    def note_misses(self, seats: Iterable[int]) -> list[int]:
        """Count a miss of each of these seats that is a present player, and return those that must be skipped."""
        missing = sorted(set(seats) & self.present_people)
        self._misses.update(missing)
        return [
            seat for seat in missing if self._misses[seat] >= MISSES_BEFORE_SKIP or seat in self._resumed_without_move
        ]

    def skip(self, seat: int, now: datetime) -> None:
        self.skipped_at[seat] = now
        self.sitting_out.add(seat)
        self._skipped_since_clue.add(seat)
        self.rest_if_nobody_is_present(now)

    def resume(self, seat: int) -> None:
        del self.skipped_at[seat]
        self._misses[seat] = 0
        self._resumed_without_move.add(seat)
        self.rest_began_at = None

    def resign(self, seat: int, now: datetime) -> None:
        self.people -= {seat}
        self.skipped_at.pop(seat, None)
        self.rest_if_nobody_is_present(now)

    def rest_if_nobody_is_present(self, now: datetime) -> None:
        if self.people and not self.present_people and self.rest_began_at is None:
            self.rest_began_at = now

    def begin_phase(self) -> None:
        self.sitting_out = set(self.skipped_at)

    def begin_guessing(self) -> None:
        """Note the clue: from here to the points, a skipped seat takes no part in the round."""
        self._skipped_since_clue = set(self.skipped_at)

    def count_scored_round(self) -> None:
        if self.are_half_present:
            self._counted_rounds += 1
            self._absent_rounds.update(self._skipped_since_clue)

    def is_out_of_the_running(self, seat: int) -> bool:
        """Return whether the seat was skipped in more than half of the rounds that count."""
        return 2 * self._absent_rounds[seat] > self._counted_rounds
