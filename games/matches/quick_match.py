"""Quick match: join a public match that fits and starts when it is full, or open one for others to join."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from django.db import transaction

from games.eventlog import match_state
from games.eventlog.advisory_lock import acquire_advisory_lock
from games.eventlog.batched_sql import select
from games.eventlog.command_metadata import CommandMetadata
from games.eventlog.processed_commands import find_processed_command
from games.eventlog.stream_slots import StreamBlocked, stream_slot
from games.eventlog.unreadable_logs import skip_unreadable
from games.matches.command_decision import CommandResult
from games.matches.command_handler import handle_command
from games.matches.deserted_lobbies import deserted_lobbies
from games.matches.match_access import NoSuchMatch, match_now
from games.matches.rematch import result_if_seated
from games.matches.slow_lane import open_match
from games.rulebook import Refused
from games.rulebook.commands import Open, Sit
from games.rulebook.match import Gathering
from games.rulebook.rulesets import Ruleset
from games.rulebook.terms import Clock

MAX_CANDIDATES = 50
"""How many lobbies are considered, the fullest first, without deserted ones."""
MAX_LOBBIES = 1000
"""How many lobbies are read at most, with deserted ones."""


@dataclass(frozen=True, kw_only=True, slots=True)
class QuickMatchRequest:
    """What the player wants; None accepts anything."""

    ruleset: Ruleset
    seats: int | None
    clock: Clock | None


def join_or_open(
    request: QuickMatchRequest,
    sit: Sit,
    match_id: str,
    make_open_command: Callable[[], Open],
    seed: bytes,
    *,
    metadata: CommandMetadata,
    seat_quota: int | None,
) -> CommandResult:
    """Join a match that fits, or open one, and return the result; replay the first result if it was processed before.

    An account that already has a seat in a lobby that fits gets that one.

    Args:
        request: what the player wants.
        sit: the command that seats the player.
        match_id: the id of the match, if one is opened.
        make_open_command: makes the command that opens it.
        seed: its seed.
        metadata: the account, its idempotency key for this command, and the digest of the request.
        seat_quota: in how many unfinished matches the account may have a seat; None is no limit.

    Raises:
        IdempotencyKeyReused, Refused, TooManyMatches
    """
    lock_name = f"quick/{request.ruleset.name}"
    with stream_slot(lock_name), transaction.atomic():
        # One request per rule set at a time, each seeing what the one before has committed. Otherwise players who come
        # at the same moment would each find no match and open one of their own.
        acquire_advisory_lock(lock_name)
        if processed := find_processed_command(metadata):
            return handle_command(processed.match_id, sit, metadata=metadata)
        for candidate_id in _candidate_match_ids(request, metadata.account_id):
            if _fits_request(candidate_id, request, metadata.account_id) and (
                result := _try_join(candidate_id, sit, metadata, seat_quota)
            ):
                return result
        return open_match(match_id, make_open_command, seed, metadata=metadata, seat_quota=seat_quota)


def _candidate_match_ids(request: QuickMatchRequest, account: str) -> Iterator[str]:
    """Yield public lobbies with a free seat that may fit, the fullest first, so that matches start soon.

    Deserted lobbies are left out: a match with people who have gone would start without them.
    """
    rows = select(_CANDIDATES_SQL, request.ruleset.name, request.seats or 0, request.seats or 0, MAX_LOBBIES)
    found_count = 0
    for batch in _batches([match_id for (match_id,) in rows]):
        deserted = deserted_lobbies(batch, account=account)
        candidates = [match_id for match_id in batch if match_id not in deserted][: MAX_CANDIDATES - found_count]
        yield from candidates
        found_count += len(candidates)
        if found_count == MAX_CANDIDATES:
            return


def _batches(match_ids: Sequence[str]) -> Iterator[Sequence[str]]:
    return (match_ids[start : start + MAX_CANDIDATES] for start in range(0, len(match_ids), MAX_CANDIDATES))


def _fits_request(match_id: str, request: QuickMatchRequest, account: str) -> bool:
    """Return whether the lobby has these rules, this clock and a seat for the account, whom its host hasn't removed."""
    state = None
    with skip_unreadable(match_id):
        state = match_state.load(match_id)
    lobby = match_now(state.match) if state else None
    if not isinstance(lobby, Gathering) or account in lobby.kicked:
        return False
    if not lobby.free_seats and lobby.reserved_seat_of(account) is None:
        return False
    terms = lobby.terms
    # Only with automatic moves: a match among strangers must go on when somebody has gone.
    return terms.ruleset == request.ruleset and terms.on_timeout == "auto" and request.clock in (None, terms.clock)


def _try_join(match_id: str, sit: Sit, metadata: CommandMetadata, seat_quota: int | None) -> CommandResult | None:
    """Sit down in this lobby, or find the seat the account already has there; None if it can't be joined any more."""
    if result := result_if_seated(match_id, metadata):
        return result
    try:
        return handle_command(match_id, sit, metadata=metadata, seat_quota=seat_quota)
    except (Refused, NoSuchMatch, StreamBlocked):
        return None


# The join loses no lobby: a lobby without a host ends.
_CANDIDATES_SQL = """
    SELECT lobby.match_id FROM projections_matchrow AS lobby
        JOIN projections_seatrow AS seat ON seat.match_id = lobby.match_id
    WHERE lobby.status = 'gathering' AND lobby.visibility = 'public' AND lobby.start = 'full' AND lobby.ruleset = %s
        AND (%s = 0 OR lobby.places = %s)
    GROUP BY lobby.match_id, lobby.places, lobby.opened_at HAVING count(*) < lobby.places
    ORDER BY count(*) DESC, lobby.opened_at, lobby.match_id LIMIT %s
"""
