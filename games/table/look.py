"""Look: a match as one viewer may see it, now or at any version."""

from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from typing import Any, Literal, TypeAlias

from games import presence
from games.eventlog import event_reader, match_state
from games.eventlog.match_state import MatchState
from games.receipts.receipt_signing import sign_receipt
from games.rulebook import Reason, Refused, Viewer, view
from games.rulebook.match import Over, assigned_seat_of, seat_of, seated_players
from games.rulebook.view_types import MatchView, PhaseView, SeatView
from games.table.access import NoSuchMatch, may_see, reader
from games.table.play import Played

Eyes: TypeAlias = int | Literal["public"] | None
"""Through whose eyes: a seat's, the public's, or (None) the caller's own."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PhaseSeen(PhaseView):
    remaining_ms: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatSeen(SeatView):
    connected: bool | None
    """Whether the player has a socket open; null where that isn't known, for computer players, and at old versions."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchSeen(MatchView):
    """The match view: what a viewer may know of a match at a version."""

    id: str
    version: int
    phase: PhaseSeen
    seats: tuple[SeatSeen, ...]


class NoSuchVersion(Exception):
    """The log has no such version."""


class NotYours(Exception):
    """As long as a match is played nobody looks through another's eyes."""


def look(
    match_id: str, account: str | None, *, at: int | None = None, eyes: Eyes = None, here: bool = False
) -> MatchSeen:
    """The match as the account may see it.

    Args:
        at: the version to look at; the newest one otherwise.
        here: whether the account is known to be connected.
        eyes: whose view it shall be; another seat's only once the match is over.

    Raises:
        NoSuchMatch, NoSuchVersion, NotYours
    """
    newest = _newest(match_id, account)
    if at is not None and not 1 <= at <= newest.version:
        raise NoSuchVersion
    folded = newest if at in (None, newest.version) else match_state.load_at_version(match_id, at or 0)
    assert folded is not None, "the log has this version"
    looked = seen(match_id, folded, _viewer(newest, folded, account, eyes))
    return looked if at is not None else replace(looked, seats=_attended(looked.seats, account if here else None))


def as_acknowledged(played: Played, account: str) -> MatchSeen:
    """The match as the account saw it when a command had been acknowledged, whoever may see it since."""
    folded = match_state.load_at_version(played.match_id, played.last)
    assert folded is not None, "an acknowledged command has its match"
    return seen(played.match_id, folded, _own(folded, account))


def events(match_id: str, account: str | None, *, after: int, limit: int) -> bytes:
    """A page of the events that came after a version, as JSON, as the account may see them.

    Raises:
        NoSuchMatch
    """
    newest = _newest(match_id, account)
    page = event_reader.events_for(match_id, reader(newest, account), after, min(newest.version, after + limit))
    return f'{{"results":[{",".join(page)}],"version":{newest.version}}}'.encode()


def version(match_id: str, account: str | None) -> int:
    """The newest version, for who may know of the match."""
    return _newest(match_id, account).version


def answer(played: Played) -> bytes:
    """What an acknowledged command is answered with; a repetition, for which the log is read, gets the same bytes."""
    page = played.written.events_for(played.reader) if played.written else None
    if page is None:
        page = event_reader.events_for(played.match_id, played.reader, played.first - 1, played.last)
    head = _head(played)
    return (
        f'{{"command_id":"{played.command_id}","version":{played.last},"events":[{",".join(page)}],"head":"{head}",'
        f'"receipt":{sign_receipt(played.match_id, played.last, head)}}}'
    ).encode()


def receipt(played: Played) -> str:
    """The receipt for an acknowledged command, as JSON: the house's word that the match stood so."""
    return sign_receipt(played.match_id, played.last, _head(played))


def _head(played: Played) -> str:
    return (
        played.written.state_after.hash
        if played.written
        else event_reader.hash_at_version(played.match_id, played.last)
    )


def _newest(match_id: str, account: str | None) -> MatchState:
    newest = match_state.load(match_id)
    if newest is None or not may_see(newest.match, account):
        raise NoSuchMatch
    return newest


def _viewer(newest: MatchState, folded: MatchState, account: str | None, eyes: Eyes) -> Viewer:
    own = _own(folded, account)
    match eyes:
        case None:
            return own
        case "public":
            return Viewer()
        case seat if seat == own.seat:
            return own
        case seat if isinstance(newest.match, Over):
            return Viewer(seat=_seat_at(newest, folded, seat))
        case _:
            raise NotYours


def _own(folded: MatchState, account: str | None) -> Viewer:
    """The account's own eyes."""
    if account is None:
        return Viewer()
    seat, place = seat_of(folded.match, account), assigned_seat_of(folded.match, account)
    return Viewer(seat=seat, may_join=True, may_rematch=place is not None, kicked=account in folded.kicked_accounts)


def _seat_at(newest: MatchState, folded: MatchState, seat: int) -> int | None:
    """The seat if it was taken; whoever took it later looked on like anybody until then."""
    if any(seat == taken for taken, _, _ in seated_players(folded.match)):
        return seat
    if any(seat == taken for taken, _, _ in seated_players(newest.match)):
        return None
    raise Refused(Reason.NO_SUCH_SEAT)


def seen(match_id: str, folded: MatchState, viewer: Viewer) -> MatchSeen:
    """A fold of a match through a viewer's eyes."""
    looks = view(folded.match, viewer)
    phase = PhaseSeen(**_fields(looks.phase), remaining_ms=_remaining(looks.phase.deadline_at))
    seats = tuple(SeatSeen(**_fields(seat), connected=None) for seat in looks.seats)
    rest = {name: value for name, value in _fields(looks).items() if name not in ("phase", "seats")}
    return MatchSeen(id=match_id, version=folded.version, phase=phase, seats=seats, **rest)


def _attended(seats: tuple[SeatSeen, ...], here: str | None) -> tuple[SeatSeen, ...]:
    people = {seat.seat: seat.player.id for seat in seats if seat.player.id and seat.player.kind != "bot"}
    found = presence.connected([account for account in people.values() if account != here])
    there = {**found, **({here: True} if here else {})}
    return tuple(replace(seat, connected=there.get(people.get(seat.seat, ""))) for seat in seats)


def _fields(record: Any) -> dict[str, Any]:
    return {field.name: getattr(record, field.name) for field in fields(record)}


def _remaining(deadline_at: datetime | None) -> int | None:
    return None if deadline_at is None else max(0, int((deadline_at - datetime.now(UTC)).total_seconds() * 1000))
