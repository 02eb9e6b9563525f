"""Quick match: one call, and somebody sits at a table that starts as soon as it is full."""

import secrets

from django.http import HttpRequest, HttpResponse

from games.api.opening import clock_of, rules_by, terms
from games.api.play import with_view
from games.api.query import checked
from games.api.thin import content, shown, thin
from games.matches import match_random
from games.matches.quick_match import QuickMatchRequest, join_or_open
from games.metrics.registry import COMMANDS_TOTAL
from games.protocol import command_specs
from games.protocol.command_bodies import ClockBody, MatchBody
from games.protocol.lobby_bodies import QuickBody
from games.protocol.scopes import require_scopes
from games.protocol.strict_parsing import strict_convert
from games.rulebook.commands import Open, Sit
from games.rulebook.rulesets import Ruleset

CLOCK = ClockBody(clue=120, submit=90, vote=90, reveal=30)
"""Among strangers nobody waits for ever."""
USUAL = 4
"""Players at a new table, where the rules allow so few."""


def come(request: HttpRequest) -> HttpResponse:
    """Sit down at a table that fits (200), or open one (201); so the token must be good for both."""
    checked(request.GET)
    user = require_scopes(shown(request, "match:create"), "match:play").user
    body = strict_convert(content(request), QuickBody)
    key = command_specs.resolve_idempotency_key(request.headers.get("Idempotency-Key"), body.command_id)
    rules, seed, player = rules_by(body.ruleset), match_random.new_seed(), command_specs.player_of(user)
    agreed = terms(_new_table(body, rules), match_random.seed_commitment(seed))
    done = join_or_open(
        QuickMatchRequest(ruleset=rules, seats=body.seats, clock=None if body.clock is None else clock_of(body.clock)),
        Sit(player=player),
        secrets.token_hex(16),
        lambda: Open(terms=agreed, player=player),
        seed,
        metadata=command_specs.command_metadata(user, "quick", "", body, key),
        max_open_matches=command_specs.open_match_limit(user),
    )
    COMMANDS_TOTAL.labels("quick").inc()
    return with_view(done, user)


def _new_table(body: QuickBody, rules: Ruleset) -> MatchBody:
    seats = body.seats or min((count for count in rules.players if count >= USUAL), default=max(rules.players))
    return MatchBody(ruleset=body.ruleset, seats=seats, clock=body.clock or CLOCK, start="full")


view = thin(post=come)
