"""Quick match: join a public match that starts as soon as it is full, or open one, with a single request."""

import secrets

from django.http import HttpRequest, HttpResponse

from games.api.command_views import match_response
from games.api.match_terms import build_terms, clock_of, resolve_ruleset
from games.api.plain_views import authenticate, plain_view, read_json_body
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

DEFAULT_SEAT_COUNT = 4
"""Seats of a new match, or the next higher number that the rules allow."""


def join_quick_match(request: HttpRequest) -> HttpResponse:
    """Join a match that fits (200), or open one (201).

    The token needs the scopes for both, because the client can't know which it will be.
    """
    parse_query(request.GET)
    # Charged as opening a match, whichever of the two it will be.
    user = require_scopes(authenticate(request, "match:create", must_be_current=True), "match:play").user
    body = strict_convert(read_json_body(request), QuickBody)
    key = command_specs.resolve_idempotency_key(request.headers.get("Idempotency-Key"), body.command_id)
    rules, seed, player = resolve_ruleset(body.ruleset), match_random.new_seed(), command_specs.player_of(user)
    # Built even if a match can be joined, so that a request that can't be satisfied fails either way.
    terms = build_terms(_new_match_body(body, rules), match_random.seed_commitment(seed), opener=user.id)
    result = join_or_open(
        QuickMatchRequest(ruleset=rules, seats=body.seats, clock=None if body.clock is None else clock_of(body.clock)),
        Sit(player=player),
        secrets.token_hex(16),
        lambda: Open(terms=terms, player=player),
        seed,
        metadata=command_specs.command_metadata(user, "quick", "", body, key),
        seat_quota=command_specs.seat_quota_of(user),
    )
    COMMANDS_TOTAL.labels("quick").inc()
    return match_response(result, user)


def _new_match_body(body: QuickBody, rules: Ruleset) -> MatchBody:
    seats = body.seats or min(
        (count for count in rules.players if count >= DEFAULT_SEAT_COUNT), default=max(rules.players)
    )
    return MatchBody(ruleset=body.ruleset, seats=seats, clock=body.clock or ClockBody(preset="quick"), start="full")


quick_match_view = plain_view(post=join_quick_match)
