"""What a rematch is opened with: the terms of the match before, its seats, and for whom they are reserved."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from games.eventlog.match_state import MatchState
from games.matches.bot_players import new_bot_player, strategy_of
from games.matches.new_match_terms import under_current_rulebook
from games.rulebook.commands import Open, Sit
from games.rulebook.events import PlayerIdentity
from games.rulebook.host_actions import host_of
from games.rulebook.match import Match, active_seats_of, assigned_seat_of, board_of, seated_players, terms_of
from games.rulebook.terms import Player, Terms

RESERVATION_REQUEST_PERIOD = timedelta(minutes=15)
"""How long after the end of a match a rematch has to be asked for, so that seats are reserved."""


def next_open_command(state: MatchState, sit: Sit, seed_digest: str, *, is_first: bool, now: datetime) -> Open:
    """Return the command that opens the rematch of a match that is over, for the player who asks for it.

    Args:
        state: the match that is over.
        sit: the player who asks.
        seed_digest: the digest of the new match's seed.
        is_first: whether the match hasn't had a rematch yet. Only then are seats reserved.
        now: the database's time.
    """
    terms = _next_terms(terms_of(state.match), seed_digest)
    seat = _opener_seat(state.match, sit.player, terms)
    in_time = now <= state.last_event_at + RESERVATION_REQUEST_PERIOD
    reserved = dict(_reservable_seats(state.match, seat)) if terms.handles_absence and is_first and in_time else {}
    former_host = host_of(state.match)
    return Open(
        terms=terms,
        player=sit.player,
        seat=seat,
        entropy_digest=sit.entropy_digest,
        bots=_bots(state.match, terms, seat),
        reserved_for=tuple(reserved.get(each) for each in range(terms.seats)) if reserved else (),
        former_host=former_host if former_host in reserved else None,
    )


def _next_terms(terms: Terms, seed_digest: str) -> Terms:
    """Return the terms under the rulebook of new matches, with the defaults for what an older one doesn't have."""
    return under_current_rulebook(replace(terms, seed_digest=seed_digest), terms.call_after, terms.call_grace)


def _opener_seat(match: Match, player: Player, terms: Terms) -> int:
    """Return the seat of the player who opens the rematch: the former one, but always 0 under rulebook 1."""
    assert player.id is not None
    return (assigned_seat_of(match, player.id) or 0) if terms.handles_absence else 0


def _reservable_seats(match: Match, opener_seat: int) -> Iterator[tuple[int, PlayerIdentity]]:
    """Yield the seats of the other people who at the end had neither resigned nor were skipped."""
    board = board_of(match)
    skipped_seats = board.skipped_seats if board else ()
    for seat, player, _ in seated_players(match):
        is_present = seat in active_seats_of(match) and seat not in skipped_seats and player.kind != "bot"
        # An erased player has no id.
        if is_present and seat != opener_seat and player.id and player.name:
            yield seat, PlayerIdentity(id=player.id, name=player.name)


def _bots(match: Match, terms: Terms, opener_seat: int) -> tuple[tuple[int, Player], ...]:
    """Return the same computer players, in their old seats where possible: one may be the opener's under rulebook 1."""
    free_seats = [seat for seat in range(terms.seats) if seat != opener_seat]
    bots: dict[int, Player] = {}
    for seat, player, _ in seated_players(match):
        strategy = strategy_of(player.id or "")
        if strategy is not None and free_seats:
            free_seat = free_seats.pop(free_seats.index(seat) if seat in free_seats else 0)
            bots[free_seat] = new_bot_player(strategy, free_seat)
    return tuple(bots.items())
