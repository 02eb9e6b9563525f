"""When a match expires: an abandoned one ends by itself."""

from datetime import datetime, timedelta

from games.rulebook.match import Gathering, Match, Over, deadline_of, seated_players
from games.rulebook.phases.gathering import starts_automatically


def expires_at(
    match: Match, *, opened_at: datetime, last_event_at: datetime, lobby_lifetime: timedelta, idle_lifetime: timedelta
) -> datetime | None:
    """Return when a match ends by itself, or a full lobby starts, unless something happens; None if never.

    Matches of computer players alone never expire: they are simulations, whose program plays them at its own times.

    Args:
        opened_at: the time of the match's first event.
        last_event_at: the time of its last one.
        lobby_lifetime: how long a lobby lasts after somebody last took or left a seat (rulebook 1: after it was
            opened).
        idle_lifetime: how long a phase without a time limit lasts after the last event.
    """
    if all(player.kind == "bot" for _, player, _ in seated_players(match)):
        return None
    if isinstance(match, Gathering):
        # A full lobby is due at once. The sweep finds it like a match that expires, so no second timer is needed.
        if starts_automatically(match):
            return last_event_at
        return (match.changed_at if match.terms.handles_absence else opened_at) + lobby_lifetime
    if isinstance(match, Over) or deadline_of(match) is not None:
        return None
    return last_event_at + idle_lifetime
