"""Watching: the news of a match for all who watch it at once, each as they may see it."""

from collections.abc import Collection
from dataclasses import dataclass

from games.eventlog import folds, read
from games.eventlog.audience import seen_by_each
from games.rulebook.match import seated
from games.table.access import NoSuchMatch, may_see


@dataclass(frozen=True, kw_only=True, slots=True)
class News:
    """What has happened up to `version`: the seat of each account that may see it (None: the public), and what each
    of these seats is told, as JSON texts."""

    version: int
    seats: dict[str, int | None]
    told: dict[int | None, list[str]]


def news(match_id: str, accounts: Collection[str], after: int) -> News:
    """What has happened after a version; accounts that may not know of the match (any more) are left out.

    Raises:
        NoSuchMatch: there is none.
    """
    newest = folds.now(match_id)
    if newest is None:
        raise NoSuchMatch
    taken = {player.id: seat for seat, player, _ in seated(newest.match)}
    # One answer holds for all who have no seat, and whoever has one may see the match.
    public = may_see(newest.match, None)
    seats = {account: taken.get(account) for account in accounts if public or account in taken}
    return News(
        version=newest.version,
        seats=seats,
        told=seen_by_each(match_id, set(seats.values()), after, newest.version),
    )


def page(match_id: str, account: str, after: int, limit: int) -> tuple[int, list[str]]:
    """The newest version, and at most so many events after another one, as JSON texts, as this account may see them.

    Raises:
        NoSuchMatch
    """
    newest = folds.now(match_id)
    if newest is None or not may_see(newest.match, account):
        raise NoSuchMatch
    taken = {player.id: seat for seat, player, _ in seated(newest.match)}
    return newest.version, read.seen_by(match_id, taken.get(account), after, min(newest.version, after + limit))


def seats(match_id: str) -> dict[int, str]:
    """Who sits where, as far as this process knows; without computer players, who are neither here nor away."""
    folded = folds.kept(match_id)
    taken = seated(folded.match) if folded else ()
    return {seat: player.id for seat, player, _ in taken if player.id is not None and player.kind != "bot"}
