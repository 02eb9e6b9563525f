"""Queries: a match as one viewer may see it, now or at any version, and the answers to commands."""

from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any, Literal, TypeAlias

from accounts.player_labels import label_by_seat
from games import presence
from games.eventlog import match_state
from games.eventlog.database_time import recent_time
from games.eventlog.event_reader import StreamHead
from games.eventlog.event_texts import events_for
from games.eventlog.match_state import MatchState
from games.eventlog.stream_position import StreamPosition, require_position
from games.matches.action_encoding import ActionSeen, encodable_action
from games.matches.command_decision import CommandResult, expiry_of
from games.matches.match_access import audience_of, match_now, visible_state
from games.matches.rematch_links import LinkedMatch, next_match_id, previous_match_id
from games.receipts.receipt_signing import sign_receipt
from games.rulebook import Reason, Refused, Viewer, absence, view
from games.rulebook.match import (
    Gathering,
    Over,
    assigned_seat_of,
    deadline_of,
    kicked_players_of,
    reserved_seat_of,
    seat_of,
    seated_players,
)
from games.rulebook.phases.gathering import starts_automatically
from games.rulebook.view_types import MatchView, PhaseView, ReservedSeat, SeatView, TermsView

Perspective: TypeAlias = int | Literal["public"] | None
"""Whose view of the match: a seat's, the public's, or (None) the caller's own."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PhaseSeen(PhaseView):
    remaining_ms: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class TermsSeen(TermsView):
    """The terms of the match, besides those that the view has elsewhere. `decks` has their names."""

    opened_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatSeen(SeatView):
    """A taken seat.

    `label` is what to call the player: the name, with the number of the seat (from 1 on) only if the name of another
    player at the table looks alike. It is null if the name was erased.
    """

    label: str | None
    connected: bool | None
    """Whether the player has a socket open; null if unknown, for computer players, and at older versions."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ReservedSeen(ReservedSeat):
    """A seat that only `player` can take, until then. `label` is what to call them, as in `seats`."""

    label: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchSeen(MatchView):
    """The match view: what a viewer may know of a match at a version."""

    id: str
    version: int
    head: str
    """The hash of the event of this version, which the next event names as `prev`."""
    terms: TermsSeen
    phase: PhaseSeen
    seats: tuple[SeatSeen, ...]
    reserved: tuple[ReservedSeen, ...]
    actions: tuple[ActionSeen, ...]  # type: ignore[assignment]  # those with `from` have another form when encoded
    expires_at: datetime | None
    """When a lobby or idle match ends by itself if nothing happens; null while the phase has a deadline."""
    rematch: LinkedMatch | None
    """Once the match is over, the match that follows it as its rematch. It can change without a new version."""
    previous: LinkedMatch | None
    """The match whose rematch this is."""


class NoSuchVersion(Exception):
    """The match has no such version."""


class PerspectiveForbidden(Exception):
    """Another player's view was requested of a match that isn't over."""


def load_match_view(
    match_id: str,
    account: str | None,
    *,
    position: StreamPosition | None = None,
    at: int | None = None,
    perspective: Perspective = None,
    is_connected: bool = False,
) -> MatchSeen:
    """Return the match as the account may see it.

    Args:
        match_id: the match.
        account: the account, or None for the public.
        position: what the caller has of the log, if it says so.
        at: the version to show; None is the newest.
        perspective: whose view to show; another seat's is allowed only once the match is over.
        is_connected: whether the account is known to be connected, as when its own socket asks.

    Raises:
        NoSuchMatch: there is no such match, or the account may not see it.
        VersionAhead, HistoryMismatch: the log doesn't have the position.
        NoSuchVersion: the match has no version `at`.
        PerspectiveForbidden: another player's view was requested of a match that isn't over.
        Refused: there is no such seat.
    """
    newest = _get_visible_state(match_id, account, position)
    newest = replace(newest, match=match_now(newest.match))
    if at is not None and not 1 <= at <= newest.version:
        raise NoSuchVersion
    state = newest if at in (None, newest.version) else match_state.load_at_version(match_id, at or 0)
    assert state is not None, "the version is in the log"
    seen = build_view(match_id, state, _viewer(newest, state, account, perspective))
    seen = _with_links(seen, state)
    if at is not None:
        return seen
    return replace(seen, seats=_with_presence(seen.seats, account if is_connected else None))


def view_after_command(result: CommandResult, account: str) -> MatchSeen:
    """Return the match as the account saw it right after its command, even if it may no longer see the match."""
    state = match_state.load_at_version(result.match_id, result.last_version)
    assert state is not None, "an acknowledged command has its match"
    return _with_links(build_view(result.match_id, state, _viewer_for_account(state, account)), state)


def encode_events_page(match_id: str, account: str | None, *, position: StreamPosition, limit: int) -> bytes:
    """Return a page of at most `limit` events after a position, as JSON, as the account may see them.

    Raises:
        NoSuchMatch: there is no such match, or the account may not see it.
        VersionAhead, HistoryMismatch: the log doesn't have the position.
    """
    newest = _get_visible_state(match_id, account, position)
    after = position.version
    visible_events = events_for(match_id, audience_of(newest, account), after, min(newest.version, after + limit))
    return f'{{"results":[{",".join(visible_events)}],"version":{newest.version}}}'.encode()


def current_head(match_id: str, account: str | None, position: StreamPosition | None = None) -> StreamHead:
    """Return the end of the log of a match that the account may see.

    Raises:
        NoSuchMatch: there is no such match, or the account may not see it.
        VersionAhead, HistoryMismatch: the log doesn't have the position.
    """
    return _get_visible_state(match_id, account, position).head


def may_need_log(result: CommandResult) -> bool:
    """Return whether the answer to a command has to be read from the log, and can't be made from memory."""
    return result.event_batch is None or result.event_batch.opens_older_parts


def encode_command_response(result: CommandResult) -> bytes:
    """Return the JSON answer to an acknowledged command; a replayed command gets the same bytes as the first time."""
    visible_events = result.event_batch.events_for(result.audience) if result.event_batch else None
    if visible_events is None:
        visible_events = events_for(result.match_id, result.audience, result.first_version - 1, result.last_version)
    # Put together as text: the events are JSON texts already, and parsing them only to encode them again is slow.
    return (
        f'{{"command_id":"{result.command_id}","version":{result.last_version},'
        f'"events":[{",".join(visible_events)}],"head":"{result.head_hash}",'
        f'"receipt":{sign_receipt(result.match_id, result.last_version, result.head_hash)}}}'
    ).encode()


def receipt_json(result: CommandResult) -> str:
    """Return the receipt for an acknowledged command, as JSON: a signed statement of the match's version and hash."""
    return sign_receipt(result.match_id, result.last_version, result.head_hash)


def _get_visible_state(match_id: str, account: str | None, position: StreamPosition | None = None) -> MatchState:
    newest = visible_state(match_id, account)
    if position is not None:
        require_position(match_id, position, newest.head)
    return newest


def _viewer(newest: MatchState, state: MatchState, account: str | None, perspective: Perspective) -> Viewer:
    own = _viewer_for_account(state, account)
    match perspective:
        case None:
            return own
        case "public":
            return Viewer()
        case seat if seat == own.seat:
            return own
        case seat if isinstance(newest.match, Over):
            return Viewer(seat=_seat_if_taken(newest, state, seat))
        case _:
            raise PerspectiveForbidden


def _viewer_for_account(state: MatchState, account: str | None) -> Viewer:
    """Return the account as a viewer, with its seat if it has one."""
    if account is None:
        return Viewer()
    # A player who has resigned sees what the public sees, but keeps the right to a rematch.
    seat, assigned_seat = seat_of(state.match, account), assigned_seat_of(state.match, account)
    return Viewer(
        seat=seat,
        may_join=True,
        may_rematch=assigned_seat is not None,
        kicked=account in kicked_players_of(state.match),
        reserved_seat=reserved_seat_of(state.match, account),
    )


def _seat_if_taken(newest: MatchState, state: MatchState, seat: int) -> int | None:
    """Return the seat if it was taken at this version; None (the public's view) if it was taken only later.

    Raises:
        Refused: nobody ever took this seat.
    """
    if any(seat == taken for taken, _, _ in seated_players(state.match)):
        return seat
    if any(seat == taken for taken, _, _ in seated_players(newest.match)):
        return None
    raise Refused(Reason.NO_SUCH_SEAT)


def build_view(match_id: str, state: MatchState, viewer: Viewer) -> MatchSeen:
    """Return the view that a viewer has of a match in this state; presence and links are left out."""
    rulebook_view = view(state.match, viewer)
    phase = PhaseSeen(
        **_fields_by_name(rulebook_view.phase), remaining_ms=_remaining_ms(rulebook_view.phase.deadline_at)
    )
    names = {seat.seat: seat.player.name for seat in rulebook_view.seats}
    labels = label_by_seat(names | {reserved.seat: reserved.player.name for reserved in rulebook_view.reserved})
    own_fields = ("terms", "phase", "seats", "reserved", "actions")
    other_fields = {name: value for name, value in _fields_by_name(rulebook_view).items() if name not in own_fields}
    return MatchSeen(
        id=match_id,
        version=state.version,
        head=state.hash,
        terms=TermsSeen(**_fields_by_name(rulebook_view.terms), opened_at=state.opened_at),
        phase=phase,
        seats=tuple(
            SeatSeen(**_fields_by_name(one), label=labels[one.seat], connected=None) for one in rulebook_view.seats
        ),
        reserved=tuple(ReservedSeen(**_fields_by_name(one), label=labels[one.seat]) for one in rulebook_view.reserved),
        actions=tuple(map(encodable_action, rulebook_view.actions)),
        expires_at=_expires_at(state),
        rematch=None,
        previous=None,
        **other_fields,
    )


def _expires_at(state: MatchState) -> datetime | None:
    """Return when the match ends by itself if nothing happens; None if its phase has a deadline, or it is over."""
    match = state.match
    is_starting = isinstance(match, Gathering) and starts_automatically(match)
    if is_starting or deadline_of(match) is not None:
        return None
    end_times = (absence.ends_at(match), expiry_of(state))
    return min((at for at in end_times if at is not None), default=None)


def _with_links(seen: MatchSeen, state: MatchState) -> MatchSeen:
    next_id = next_match_id(seen.id) if isinstance(state.match, Over) else None
    previous_id = previous_match_id(seen.id)
    return replace(
        seen,
        rematch=LinkedMatch(match=next_id) if next_id else None,
        previous=LinkedMatch(match=previous_id) if previous_id else None,
    )


def _with_presence(seats: tuple[SeatSeen, ...], connected_account: str | None) -> tuple[SeatSeen, ...]:
    player_ids = {seat.seat: seat.player.id for seat in seats if seat.player.id and seat.player.kind != "bot"}
    presence_by_account = presence.connected_by_account(
        [account for account in player_ids.values() if account != connected_account]
    )
    connected_by_account = {**presence_by_account, **({connected_account: True} if connected_account else {})}
    return tuple(replace(seat, connected=connected_by_account.get(player_ids.get(seat.seat, ""))) for seat in seats)


def _fields_by_name(record: Any) -> dict[str, Any]:
    return {field.name: getattr(record, field.name) for field in fields(record)}


def _remaining_ms(deadline_at: datetime | None) -> int | None:
    return None if deadline_at is None else max(0, int((deadline_at - recent_time()).total_seconds() * 1000))
