"""Quick match: sit down at a public table that fits and starts by itself, or open one for others to come to."""

from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction

from games.eventlog import match_state
from games.eventlog.append import find_processed_command
from games.eventlog.batched_sql import select
from games.eventlog.command_metadata import CommandMetadata
from games.rulebook import Refused
from games.rulebook.commands import Open, Sit
from games.rulebook.match import Gathering
from games.rulebook.rulesets import Ruleset
from games.rulebook.terms import Clock
from games.table.access import Kicked, NoSuchMatch
from games.table.alone import alone_with
from games.table.play import Played, open_match, play
from games.table.rematch import there_already

MOST = 50
"""How many tables are looked at, the fullest first."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Wish:
    """What somebody would play; None is whatever there is."""

    rules: Ruleset
    seats: int | None
    clock: Clock | None


def quick(
    wish: Wish,
    sit: Sit,
    match_id: str,
    opening: Callable[[], Open],
    seed: bytes,
    *,
    caller: CommandMetadata,
    most: int | None,
) -> Played:
    """Join a table that fits, or open one under this id and with the luck of this seed; who sits at one stays there.

    Those who wish for the same rules come one after the other, each when the one before has been written: so no table
    is opened as long as another one has a free seat. A repetition is answered as it was the first time.

    Raises:
        KeyReused, Refused, TooManyMatches
    """
    with transaction.atomic():
        alone_with(f"quick/{wish.rules.name}")
        if before := find_processed_command(caller):
            return play(before.match_id, sit, caller=caller)
        for found in _tables(wish):
            if _fits(found, wish, caller.account_id) and (joined := _join(found, sit, caller)):
                return joined
        return open_match(match_id, opening, seed, caller=caller, most=most)


def _tables(wish: Wish) -> list[str]:
    """Public tables with a free seat that may fit: the fullest first, so that they fill."""
    rows = select(_TABLES, wish.rules.name, wish.seats or 0, wish.seats or 0, MOST)
    return [match_id for (match_id,) in rows]


def _fits(match_id: str, wish: Wish, account: str) -> bool:
    """Whether it is played by just these rules and clocks, and the account wasn't sent away."""
    folded = match_state.load(match_id)
    if folded is None or not isinstance(folded.match, Gathering) or account in folded.kicked_accounts:
        return False
    terms = folded.match.terms
    return terms.ruleset == wish.rules and terms.on_timeout == "auto" and wish.clock in (None, terms.clock)


def _join(match_id: str, sit: Sit, caller: CommandMetadata) -> Played | None:
    """Sit down there, or be there already; None where the last seat has just been taken."""
    if there := there_already(match_id, caller):
        return there
    try:
        return play(match_id, sit, caller=caller)
    except (Refused, Kicked, NoSuchMatch):
        return None


_TABLES = """
    SELECT one.match_id FROM projections_matchrow AS one
        JOIN projections_seatrow AS seat ON seat.match_id = one.match_id
    WHERE one.status = 'gathering' AND one.visibility = 'public' AND one.start = 'full' AND one.ruleset = %s
        AND (%s = 0 OR one.places = %s)
    GROUP BY one.match_id, one.places, one.opened_at HAVING count(*) < one.places
    ORDER BY count(*) DESC, one.opened_at, one.match_id LIMIT %s
"""
