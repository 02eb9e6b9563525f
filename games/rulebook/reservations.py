"""The seats of a rematch that are reserved for the players of the match before it."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from games.rulebook.cards import with_item
from games.rulebook.events import MatchOpened, PlayerIdentity
from games.rulebook.fast_replace import replace

RESERVATION_PERIOD = timedelta(minutes=5)
"""How long seats are reserved after a rematch was opened."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Reservations:
    """Which seats are reserved until when. `players` has the player of each reserved seat, None for other seats.

    The player who takes `host_seat`, the former host's, becomes the host.
    """

    players: tuple[PlayerIdentity | None, ...]
    until: datetime
    host_seat: int | None

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(seat for seat, player in enumerate(self.players) if player)

    def seat_of(self, player_id: str) -> int | None:
        """Return the seat that is reserved for this player, or None."""
        return next((seat for seat, player in enumerate(self.players) if player and player.id == player_id), None)

    def without(self, seat: int) -> "Reservations":
        """Return the reservations without that of this seat, if there is one."""
        return replace(self, players=with_item(self.players, seat, None)) if self.players[seat] else self


def reservations_of(event: MatchOpened) -> Reservations | None:
    """Return the reservations with which a match was opened, without those of erased players."""
    if event.reserved_until is None:
        return None
    players = event.reserved_for or (None,) * event.seats
    return Reservations(players=players, until=event.reserved_until, host_seat=event.former_host)
