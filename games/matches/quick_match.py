"""Quick match: sit down at a public table that fits and starts by itself, or open one for others to come to."""

from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction

from games.eventlog import match_state
from games.eventlog.append import find_processed_command
from games.eventlog.batched_sql import select
from games.eventlog.command_metadata import CommandMetadata
from games.matches.advisory_lock import acquire_advisory_lock
from games.matches.command_handler import CommandResult, handle_command, open_match
from games.matches.match_access import Kicked, NoSuchMatch
from games.matches.rematch import result_if_seated
from games.rulebook import Refused
from games.rulebook.commands import Open, Sit
from games.rulebook.match import Gathering
from games.rulebook.rulesets import Ruleset
from games.rulebook.terms import Clock

MAX_CANDIDATES = 50
"""How many tables are looked at, the fullest first."""


@dataclass(frozen=True, kw_only=True, slots=True)
class QuickMatchRequest:
    """What somebody would play; None is whatever there is."""

    ruleset: Ruleset
    seats: int | None
    clock: Clock | None


def join_or_open(
    request: QuickMatchRequest,
    sit: Sit,
    match_id: str,
    make_opening: Callable[[], Open],
    seed: bytes,
    *,
    metadata: CommandMetadata,
    max_open_matches: int | None,
) -> CommandResult:
    """Join a table that fits, or open one under this id and with the luck of this seed; who sits at one stays there.

    Those who wish for the same rules come one after the other, each when the one before has been written: so no table
    is opened as long as another one has a free seat. A repetition is answered as it was the first time.

    Raises:
        KeyReused, Refused, TooManyMatches
    """
    with transaction.atomic():
        acquire_advisory_lock(f"quick/{request.ruleset.name}")
        if processed := find_processed_command(metadata):
            return handle_command(processed.match_id, sit, metadata=metadata)
        for candidate_id in _candidate_match_ids(request):
            if _fits_request(candidate_id, request, metadata.account_id) and (
                result := _try_join(candidate_id, sit, metadata)
            ):
                return result
        return open_match(match_id, make_opening, seed, metadata=metadata, max_open_matches=max_open_matches)


def _candidate_match_ids(request: QuickMatchRequest) -> list[str]:
    """Public tables with a free seat that may fit: the fullest first, so that they fill."""
    rows = select(_CANDIDATES_SQL, request.ruleset.name, request.seats or 0, request.seats or 0, MAX_CANDIDATES)
    return [match_id for (match_id,) in rows]


def _fits_request(match_id: str, request: QuickMatchRequest, account: str) -> bool:
    """Whether it is played by just these rules and clocks, and the account wasn't sent away."""
    state = match_state.load(match_id)
    if state is None or not isinstance(state.match, Gathering) or account in state.kicked_accounts:
        return False
    terms = state.match.terms
    return terms.ruleset == request.ruleset and terms.on_timeout == "auto" and request.clock in (None, terms.clock)


def _try_join(match_id: str, sit: Sit, metadata: CommandMetadata) -> CommandResult | None:
    """Sit down there, or be there already; None where the last seat has just been taken."""
    if result := result_if_seated(match_id, metadata):
        return result
    try:
        return handle_command(match_id, sit, metadata=metadata)
    except (Refused, Kicked, NoSuchMatch):
        return None


_CANDIDATES_SQL = """
    SELECT one.match_id FROM projections_matchrow AS one
        JOIN projections_seatrow AS seat ON seat.match_id = one.match_id
    WHERE one.status = 'gathering' AND one.visibility = 'public' AND one.start = 'full' AND one.ruleset = %s
        AND (%s = 0 OR one.places = %s)
    GROUP BY one.match_id, one.places, one.opened_at HAVING count(*) < one.places
    ORDER BY count(*) DESC, one.opened_at, one.match_id LIMIT %s
"""
