"""Watching: the news of a match for all who watch it at once, each as they may see it."""

from collections.abc import Collection
from dataclasses import dataclass

from games.eventlog import event_reader, match_state
from games.eventlog.audience import events_for_each
from games.eventlog.event_reader import PUBLIC_AUDIENCE, Audience
from games.matches.match_access import NoSuchMatch, audience_of, may_see
from games.rulebook.match import active_seats_of, seated_players


@dataclass(frozen=True, kw_only=True, slots=True)
class NewEvents:
    """What has happened up to `version`: as whom each account that may see it is told, and what each of these
    readers is told, as JSON texts."""

    version: int
    audience_by_account: dict[str, Audience]
    events_by_audience: dict[Audience, list[str]]


def events_since(match_id: str, accounts: Collection[str], after: int) -> NewEvents:
    """What has happened after a version; accounts that may not know of the match (any more) are left out.

    Raises:
        NoSuchMatch: there is none.
    """
    newest = match_state.load(match_id)
    if newest is None:
        raise NoSuchMatch
    audience_by_player_id = {
        player.id: Audience(seat, newest.resignation_versions.get(seat))
        for seat, player, _ in seated_players(newest.match)
    }
    # One answer holds for all who have no seat, and whoever has one may see the match.
    is_public = may_see(newest.match, None)
    audience_by_account = {
        account: audience_by_player_id.get(account, PUBLIC_AUDIENCE)
        for account in accounts
        if is_public or account in audience_by_player_id
    }
    return NewEvents(
        version=newest.version,
        audience_by_account=audience_by_account,
        events_by_audience=events_for_each(match_id, set(audience_by_account.values()), after, newest.version),
    )


def events_page(match_id: str, account: str, after: int, limit: int) -> tuple[int, list[str]]:
    """The newest version, and at most so many events after another one, as JSON texts, as this account may see them.

    Raises:
        NoSuchMatch
    """
    newest = match_state.load(match_id)
    if newest is None or not may_see(newest.match, account):
        raise NoSuchMatch
    visible_events = event_reader.events_for(
        match_id, audience_of(newest, account), after, min(newest.version, after + limit)
    )
    return newest.version, visible_events


def is_spectator(match_id: str, account: str) -> bool:
    """Whether this account may see the match and plays no seat of it.

    Raises:
        NoSuchMatch
    """
    newest = match_state.load(match_id)
    if newest is None or not may_see(newest.match, account):
        raise NoSuchMatch
    active_seats = active_seats_of(newest.match)
    return all(player.id != account or seat not in active_seats for seat, player, _ in seated_players(newest.match))


def player_id_by_seat(match_id: str) -> dict[int, str]:
    """Whose presence counts at which seat, as far as this process knows: not a computer player's, nor that of who has
    resigned."""
    state = match_state.cache_get(match_id)
    if state is None:
        return {}
    active_seats = active_seats_of(state.match)
    active_players = ((seat, player) for seat, player, _ in seated_players(state.match) if seat in active_seats)
    return {seat: player.id for seat, player in active_players if player.id is not None and player.kind != "bot"}
