"""Watching: the news of a match for all who watch it at once, each as they may see it."""

from collections.abc import Collection
from dataclasses import dataclass

from games.eventlog import event_reader, match_state
from games.eventlog.audience import events_for_each
from games.eventlog.event_reader import PUBLIC_AUDIENCE, Audience
from games.rulebook.match import active_seats_of, seated_players
from games.table.access import NoSuchMatch, may_see, reader


@dataclass(frozen=True, kw_only=True, slots=True)
class News:
    """What has happened up to `version`: as whom each account that may see it is told, and what each of these
    readers is told, as JSON texts."""

    version: int
    readers: dict[str, Audience]
    told: dict[Audience, list[str]]


def news(match_id: str, accounts: Collection[str], after: int) -> News:
    """What has happened after a version; accounts that may not know of the match (any more) are left out.

    Raises:
        NoSuchMatch: there is none.
    """
    newest = match_state.load(match_id)
    if newest is None:
        raise NoSuchMatch
    taken = {
        player.id: Audience(seat, newest.resignation_versions.get(seat))
        for seat, player, _ in seated_players(newest.match)
    }
    # One answer holds for all who have no seat, and whoever has one may see the match.
    public = may_see(newest.match, None)
    readers = {account: taken.get(account, PUBLIC_AUDIENCE) for account in accounts if public or account in taken}
    return News(
        version=newest.version,
        readers=readers,
        told=events_for_each(match_id, set(readers.values()), after, newest.version),
    )


def page(match_id: str, account: str, after: int, limit: int) -> tuple[int, list[str]]:
    """The newest version, and at most so many events after another one, as JSON texts, as this account may see them.

    Raises:
        NoSuchMatch
    """
    newest = match_state.load(match_id)
    if newest is None or not may_see(newest.match, account):
        raise NoSuchMatch
    page = event_reader.events_for(match_id, reader(newest, account), after, min(newest.version, after + limit))
    return newest.version, page


def looks_on(match_id: str, account: str) -> bool:
    """Whether this account may see the match and plays no seat of it.

    Raises:
        NoSuchMatch
    """
    newest = match_state.load(match_id)
    if newest is None or not may_see(newest.match, account):
        raise NoSuchMatch
    played = active_seats_of(newest.match)
    return all(player.id != account or seat not in played for seat, player, _ in seated_players(newest.match))


def seats(match_id: str) -> dict[int, str]:
    """Whose presence counts at which seat, as far as this process knows: not a computer player's, nor that of who has
    resigned."""
    folded = match_state.cache_get(match_id)
    if folded is None:
        return {}
    played = active_seats_of(folded.match)
    taken = ((seat, player) for seat, player, _ in seated_players(folded.match) if seat in played)
    return {seat: player.id for seat, player in taken if player.id is not None and player.kind != "bot"}
