"""Quick match: one call, and somebody sits at a table that starts as soon as it is full."""

import secrets

from django.http import HttpRequest, HttpResponse

from games.api.command_views import match_response
from games.api.match_terms import build_terms, clock_of, resolve_ruleset
from games.api.plain_views import authenticate_token, plain_view, read_json_body
from games.api.query_params import parse_query
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

DEFAULT_QUICK_CLOCK = ClockBody(clue=120, submit=90, vote=90, reveal=30)
"""Among strangers nobody waits for ever."""
DEFAULT_SEAT_COUNT = 4
"""Players at a new table, where the rules allow so few."""


def join_quick_match(request: HttpRequest) -> HttpResponse:
    """Sit down at a table that fits (200), or open one (201); so the token must be good for both."""
    parse_query(request.GET)
    user = require_scopes(authenticate_token(request, "match:create"), "match:play").user
    body = strict_convert(read_json_body(request), QuickBody)
    key = command_specs.resolve_idempotency_key(request.headers.get("Idempotency-Key"), body.command_id)
    rules, seed, player = resolve_ruleset(body.ruleset), match_random.new_seed(), command_specs.player_of(user)
    agreed_terms = build_terms(_new_match_body(body, rules), match_random.seed_commitment(seed))
    result = join_or_open(
        QuickMatchRequest(ruleset=rules, seats=body.seats, clock=None if body.clock is None else clock_of(body.clock)),
        Sit(player=player),
        secrets.token_hex(16),
        lambda: Open(terms=agreed_terms, player=player),
        seed,
        metadata=command_specs.command_metadata(user, "quick", "", body, key),
        max_open_matches=command_specs.open_match_limit(user),
    )
    COMMANDS_TOTAL.labels("quick").inc()
    return match_response(result, user)


def _new_match_body(body: QuickBody, rules: Ruleset) -> MatchBody:
    seats = body.seats or min(
        (count for count in rules.players if count >= DEFAULT_SEAT_COUNT), default=max(rules.players)
    )
    return MatchBody(ruleset=body.ruleset, seats=seats, clock=body.clock or DEFAULT_QUICK_CLOCK, start="full")


quick_match_view = plain_view(post=join_quick_match)
