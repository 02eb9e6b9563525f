"""New events of a match: for all its subscribers in one read, or a page for one account, each as they may see it."""

from collections.abc import Collection
from dataclasses import dataclass

from games.eventlog import match_state
from games.eventlog.event_range import read_range
from games.eventlog.event_reader import StreamHead
from games.eventlog.event_texts import serialize_events
from games.eventlog.stream_position import HistoryMismatch, StreamPosition, VersionAhead, require_position
from games.matches.match_access import NoSuchMatch, audience_of, match_now, may_see, visible_state
from games.rulebook.audience import PUBLIC_AUDIENCE, Audience
from games.rulebook.match import Over, active_seats_of, reserved_seat_of, seated_players


@dataclass(frozen=True, kw_only=True, slots=True)
class NewEvents:
    """The events up to the head: the audience of each account that may see the match, and the events for each
    audience, as JSON texts. `hash_by_version` has the hashes from the version after which they were asked for."""

    head: StreamHead
    hash_by_version: dict[int, str]
    audience_by_account: dict[str, Audience]
    events_by_audience: dict[Audience, list[str]]

    def require(self, position: StreamPosition) -> None:
        """Raise unless the log has the position, which isn't before the version after which was asked.

        Raises:
            VersionAhead, HistoryMismatch
        """
        if position.version > self.head.version:
            raise VersionAhead(self.head)
        if position.hash not in (None, self.hash_by_version[position.version]):
            raise HistoryMismatch(self.head)


def events_since(match_id: str, accounts: Collection[str], after: int) -> NewEvents:
    """Return the events after version `after`; accounts that may not (or no longer) see the match are left out.

    Raises:
        NoSuchMatch: there is no such match.
    """
    newest = match_state.load(match_id)
    if newest is None:
        raise NoSuchMatch
    audience_by_player_id = {
        player.id: Audience(seat, newest.resignation_versions.get(seat))
        for seat, player, _ in seated_players(newest.match)
    }
    # `may_see` is true for every player, and the same for everyone else but those for whom a seat is reserved, so one
    # call for the public is enough.
    is_public, match = may_see(newest.match, None), match_now(newest.match)
    audience_by_account = {
        account: audience_by_player_id.get(account, PUBLIC_AUDIENCE)
        for account in accounts
        if is_public or account in audience_by_player_id or reserved_seat_of(match, account) is not None
    }
    event_range = read_range(match_id, after, newest.version)
    return NewEvents(
        head=newest.head,
        hash_by_version={newest.version: newest.hash, **event_range.hash_by_version()},
        audience_by_account=audience_by_account,
        events_by_audience={
            audience: serialize_events(event_range, audience) for audience in set(audience_by_account.values())
        },
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class EventPage:
    """Some events as JSON texts, the position after the last of them, and the head."""

    texts: list[str]
    end: StreamPosition
    head: StreamHead


def events_page(match_id: str, account: str, position: StreamPosition, limit: int) -> EventPage:
    """Return at most `limit` events after a position, for this account.

    Raises:
        NoSuchMatch: there is no such match, or the account may not see it.
        VersionAhead, HistoryMismatch: the log doesn't have the position.
    """
    newest = visible_state(match_id, account)
    require_position(match_id, position, newest.head)
    event_range = read_range(match_id, position.version, min(newest.version, position.version + limit))
    last_version = position.version + len(event_range.events)
    # The newest hash last: a client that has all events, but names no hash, still learns when these are lost.
    known_hashes = {position.version: position.hash, **event_range.hash_by_version(), newest.version: newest.hash}
    return EventPage(
        texts=serialize_events(event_range, audience_of(newest, account)),
        end=StreamPosition(version=last_version, hash=known_hashes[last_version]),
        head=newest.head,
    )


def final_version(match_id: str) -> int | None:
    """Return the version at which the match has ended; None if it isn't over, or doesn't exist."""
    newest = match_state.load(match_id)
    return newest.version if newest and isinstance(newest.match, Over) else None


def is_spectator(match_id: str, account: str) -> bool:
    """Return whether this account has no active seat in the match, which it may see.

    Raises:
        NoSuchMatch: there is no such match, or the account may not see it.
    """
    newest = visible_state(match_id, account)
    active_seats = active_seats_of(newest.match)
    return all(player.id != account or seat not in active_seats for seat, player, _ in seated_players(newest.match))


def player_id_by_seat(match_id: str) -> dict[int, str]:
    """Return the player id for each seat whose presence matters: no computer players, nobody who has resigned.

    Only reads this process's cache, since it is called once per command; empty if the match isn't cached.
    """
    state = match_state.cache_get(match_id)
    if state is None:
        return {}
    active_seats = active_seats_of(state.match)
    active_players = ((seat, player) for seat, player, _ in seated_players(state.match) if seat in active_seats)
    return {seat: player.id for seat, player in active_players if player.id is not None and player.kind != "bot"}
