"""The matches that concern an account, as they are now."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import connection

from games.eventlog import match_state
from games.eventlog.batched_sql import Row, select
from games.eventlog.database_time import database_time
from games.eventlog.event_reader import StreamHead
from games.eventlog.match_state import MatchState
from games.eventlog.unreadable_logs import skip_unreadable
from games.matches.rematch_links import LinkedMatch
from games.rulebook.match import Gathering, assigned_seat_of, board_of, deadline_of, phase_id, terms_of
from games.rulebook.player_view import match_status
from games.rulebook.waiting import waiting_for

LISTED_AFTER_END = timedelta(hours=24)
"""How long a match stays in the list after it has ended."""
MAX_RESERVED_MATCHES = 20
"""Matches in one answer besides, in which a seat is reserved for the account."""
MAX_LISTED_MATCHES = 100
"""Matches in one answer: those that aren't over first, then those that ended last."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MyMatch:
    """A match in which the account has a seat, or one that is reserved for it.

    `waiting_for_me` says whether the match waits for this seat (a lobby waits for its host), `deadline_at` when its
    phase ends by itself. `reserved_until` is set if the seat is only reserved for the account, as in a rematch.
    """

    id: str
    status: str
    ruleset: str
    round: int
    phase: str
    version: int
    seat: int
    waiting_for_me: bool
    deadline_at: datetime | None
    reserved_until: datetime | None
    rematch: LinkedMatch | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Participation:
    """A match that concerns an account, by the read models. `seat` is None if its host has removed the account.

    `is_recent` says whether it isn't over, or has ended within `LISTED_AFTER_END`. `is_listed` says whether it is in
    the account's list, too, and `is_reserved` whether the seat is only reserved for it. `next_id` is its rematch.
    """

    match_id: str
    seat: int | None
    is_recent: bool
    is_listed: bool
    is_reserved: bool
    status: str
    ruleset: str
    round: int
    phase: str
    head: StreamHead
    next_id: str | None


_PARTICIPATIONS_SQL = """
    SELECT participant.match_id, participant.seat, participant.ended_at IS NULL OR participant.ended_at > %s,
        listed.status, listed.ruleset, listed.round, listed.phase, head.version, head.hash, head.erased, rematch.next_id
    FROM projections_participantrow AS participant
        JOIN projections_matchrow AS listed ON listed.match_id = participant.match_id
        JOIN eventlog_head AS head ON head.match_id = participant.match_id
        LEFT JOIN table_rematch AS rematch ON rematch.match_id = participant.match_id
    WHERE participant.player_id = %s AND {condition}
"""
_RECENT = """
    (participant.ended_at IS NULL OR participant.ended_at > %s)
    ORDER BY participant.ended_at IS NOT NULL, participant.seat IS NULL, participant.ended_at DESC, participant.match_id
    LIMIT %s
"""


_RESERVED_SQL = """
    SELECT reservation.match_id, reservation.seat, true,
        listed.status, listed.ruleset, listed.round, listed.phase, head.version, head.hash, head.erased, NULL
    FROM projections_reservationrow AS reservation
        JOIN projections_matchrow AS listed ON listed.match_id = reservation.match_id
        JOIN eventlog_head AS head ON head.match_id = reservation.match_id
    WHERE reservation.player_id = %s AND reservation.until > %s
    ORDER BY reservation.until DESC LIMIT %s
"""
_UNFINISHED_SQL = """
    SELECT participant.player_id, participant.match_id, head.version
    FROM projections_participantrow AS participant JOIN eventlog_head AS head ON head.match_id = participant.match_id
    WHERE participant.player_id IN ({accounts}) AND participant.ended_at IS NULL AND participant.seat IS NOT NULL
"""


def find_participations(account: str, named: Collection[str]) -> list[Participation]:
    """Return the matches to list for an account, and those among `named` (match ids) in which it is a participant."""
    now, adapt_time = database_time(), connection.ops.adapt_datetimefield_value
    cutoff = adapt_time(now - LISTED_AFTER_END)
    recent_sql = _PARTICIPATIONS_SQL.format(condition=_RECENT)
    listed_rows = select(recent_sql, cutoff, account, cutoff, MAX_LISTED_MATCHES)
    listed = {row[0]: _participation(row, is_listed=True) for row in listed_rows}
    for row in select(_RESERVED_SQL, account, adapt_time(now), MAX_RESERVED_MATCHES):
        listed.setdefault(row[0], _participation(row, is_listed=True, is_reserved=True))
    others = [*set(named).difference(listed)]
    return [*listed.values(), *_participations_in(others, account, cutoff)]


def load_my_matches(account: str, match_ids: Collection[str]) -> dict[str, MyMatch]:
    """Return those of these matches in which the account has a seat, by id."""
    cutoff = connection.ops.adapt_datetimefield_value(database_time() - LISTED_AFTER_END)
    lines = (
        my_match(participation, _state_if_unfinished(participation), account)
        for participation in _participations_in(match_ids, account, cutoff)
    )
    return {line.id: line for line in lines if line is not None}


def unfinished_versions(accounts: Sequence[str]) -> dict[str, dict[str, int]]:
    """Return the unfinished matches in which each of these accounts has a seat, with their newest versions."""
    placeholders = ", ".join(["%s"] * len(accounts))
    versions: dict[str, dict[str, int]] = {}
    for account, match_id, version in select(_UNFINISHED_SQL.format(accounts=placeholders), *accounts):
        versions.setdefault(account, {})[match_id] = version
    return versions


def is_over(participation: Participation) -> bool:
    return participation.status in ("over", "abandoned")


def _participations_in(match_ids: Collection[str], account: str, cutoff: Any) -> list[Participation]:
    if not match_ids:
        return []
    condition = f"participant.match_id IN ({', '.join(['%s'] * len(match_ids))})"
    rows = select(_PARTICIPATIONS_SQL.format(condition=condition), cutoff, account, *match_ids)
    return [_participation(row, is_listed=False) for row in rows]


def _state_if_unfinished(participation: Participation) -> MatchState | None:
    if not is_over(participation):
        with skip_unreadable(participation.match_id):
            return match_state.load(participation.match_id, participation.head)
    return None


def _participation(row: Row, *, is_listed: bool, is_reserved: bool = False) -> Participation:
    match_id, seat, is_recent, status, ruleset, round_number, phase, version, digest, erasures, next_id = row
    return Participation(
        match_id=match_id,
        seat=seat,
        is_recent=bool(is_recent),
        is_listed=is_listed,
        is_reserved=is_reserved,
        status=status,
        ruleset=ruleset,
        round=round_number,
        phase=phase,
        head=StreamHead(version=version, hash=digest, erasure_count=erasures),
        # A removed player learns nothing more of the match.
        next_id=next_id if seat is not None else None,
    )


def is_waiting_for(state: MatchState, account: str) -> bool:
    """Return whether the match waits for the account's seat."""
    return assigned_seat_of(state.match, account) in waiting_for(state.match)


def my_match(participation: Participation, state: MatchState | None, account: str) -> MyMatch | None:
    """Return the match for the account's list; None if it has no seat there.

    `state` is the match as it is, which may be newer than the read models; None for a match that is over and has its
    row, or whose log can't be read.
    """
    seat, reserved_until = participation.seat, None
    if state is not None:
        seat, reserved_until = _seat_and_reservation(participation, state, account)
    if seat is None:
        return None
    rematch = None if participation.next_id is None else LinkedMatch(match=participation.next_id)
    if state is None:
        return MyMatch(
            id=participation.match_id,
            status=participation.status,
            ruleset=participation.ruleset,
            round=participation.round,
            phase=participation.phase,
            version=participation.head.version,
            seat=seat,
            waiting_for_me=False,
            deadline_at=None,
            reserved_until=None,
            rematch=rematch,
        )
    board = board_of(state.match)
    return MyMatch(
        id=participation.match_id,
        status=match_status(state.match),
        ruleset=terms_of(state.match).ruleset.name,
        round=board.round if board else 0,
        phase=phase_id(state.match),
        version=state.version,
        seat=seat,
        waiting_for_me=is_waiting_for(state, account),
        deadline_at=deadline_of(state.match),
        reserved_until=reserved_until,
        rematch=rematch,
    )


def _seat_and_reservation(
    participation: Participation, state: MatchState, account: str
) -> tuple[int | None, datetime | None]:
    """Return the account's seat, or else the one that is reserved for it, and until when."""
    seat = assigned_seat_of(state.match, account)
    if seat is None and participation.is_reserved and isinstance(state.match, Gathering):
        reservations = state.match.reservations
        return state.match.reserved_seat_of(account), reservations.until if reservations else None
    return seat, None
