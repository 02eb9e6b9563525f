"""Building the terms of a new match: its rule set (printed or house rules), its decks and its computer players."""

from dataclasses import replace

import msgspec
from django.conf import settings

from games import decks
from games.matches.bot_players import BOT_STRATEGIES, new_bot_player
from games.matches.clock_presets import CLOCK_PRESETS
from games.matches.new_match_terms import under_current_rulebook
from games.protocol.command_bodies import ClockBody, MatchBody
from games.protocol.problems import FieldError, Problem
from games.protocol.ruleset_bodies import RulesetBody, build_ruleset
from games.protocol.strict_parsing import field_problem
from games.rulebook import Reason, Refused
from games.rulebook.ruleset_validation import ruleset_faults
from games.rulebook.rulesets import EDITIONS, Ruleset
from games.rulebook.terms import Clock, Deck, Player, Terms


def build_terms(payload: MatchBody, seed_digest: str, *, opener: str) -> Terms:
    """Return the terms that the body asks for; `opener` is the id of the person who asks.

    Raises:
        Problem: there is no such rule set or deck, or house rules that can't be played with these seats and decks.
        Refused: the terms don't exist under the rulebook of new matches.
    """
    rules = _with_laps(resolve_ruleset(payload.ruleset), payload.laps)
    chosen_decks = tuple(_find_deck(name, index) for index, name in enumerate(_require_distinct(payload.decks)))
    seats = max(rules.players) if payload.seats is None else payload.seats
    # Printed rule sets are sound; whether seats and cards suffice for one is checked by `decide`.
    if isinstance(payload.ruleset, RulesetBody):
        _require_playable(rules, seats, sum(len(deck.cards) for deck in chosen_decks))
    terms = Terms(
        ruleset=rules,
        rulebook=settings.NEW_MATCH_RULEBOOK,
        decks=chosen_decks,
        seats=seats,
        visibility=payload.visibility,
        clock=_clock_of_match(payload),
        on_timeout=payload.on_timeout,
        first=payload.first,
        start=payload.start,
        seed_digest=seed_digest,
    )
    if not terms.handles_absence and (payload.call_after, payload.call_grace) != (None, None):
        raise Refused(Reason.NOT_IN_THESE_RULES, "Time can't be called in new matches yet.")
    return under_current_rulebook(terms, payload.call_after, payload.call_grace, named_by=opener)


def seat_bots(names: tuple[str, ...]) -> tuple[tuple[int, Player], ...]:
    """Return computer players with these names and their seats, from 1 on; the host has seat 0.

    Raises:
        Problem: there is no computer player of a name.
    """
    for index, name in enumerate(names):
        if name not in BOT_STRATEGIES:
            raise field_problem(
                f"/bots/{index}", "unknown_bot", f"There is no computer player {name}: GET /bots lists them."
            )
    return tuple((seat, new_bot_player(name, seat)) for seat, name in enumerate(names, start=1))


def clock_of(clock_body: ClockBody) -> Clock:
    """Return the clock that the body asks for, by its seconds or by the name of a preset.

    Raises:
        Problem: the body has both.
    """
    seconds = msgspec.to_builtins(clock_body)
    preset = seconds.pop("preset")
    if preset is None:
        return Clock(**seconds)
    if any(value is not None for value in seconds.values()):
        raise field_problem("/clock/preset", "wrong_value", "A preset has its own seconds: leave out the others.")
    return CLOCK_PRESETS[preset]


def _clock_of_match(payload: MatchBody) -> Clock:
    if payload.clock is None:
        return Clock()
    if isinstance(payload.clock, ClockBody):
        return clock_of(payload.clock)
    # Under the other policies a missed deadline costs a move or the match, so nobody gets a clock unasked.
    return CLOCK_PRESETS["default"] if payload.on_timeout == "auto" else Clock()


def resolve_ruleset(name_or_body: str | RulesetBody) -> Ruleset:
    """Return the printed rules of this name, or the house rules in the body.

    Raises:
        Problem: there is no rule set of this name, or the body contradicts itself.
    """
    if isinstance(name_or_body, RulesetBody):
        return build_ruleset(name_or_body)
    if name_or_body not in EDITIONS:
        raise field_problem(
            "/ruleset", "unknown_ruleset", f"There is no rule set {name_or_body}: GET /rulesets lists them."
        )
    return EDITIONS[name_or_body].rules


def _with_laps(rules: Ruleset, laps: int | None) -> Ruleset:
    """Return the rules with this number of laps, after which Party and Team end (O1-ru, O2-ru); one by default."""
    if laps is None:
        return rules
    if rules.end.laps is None:
        detail = f"{rules.name} doesn't count laps."
        error = FieldError(pointer="/laps", code="not_in_these_rules", detail=detail)
        raise Problem("not_in_these_rules", detail, errors=[error])
    return replace(rules, end=replace(rules.end, laps=laps))


def _require_playable(rules: Ruleset, seats: int, card_count: int) -> None:
    playability_faults = [
        FieldError(pointer=f"/ruleset{fault.path}", code=fault.code, detail=fault.message)
        for fault in ruleset_faults(rules, seats, card_count)
    ]
    if playability_faults:
        raise Problem("unsound_rules", errors=playability_faults)


def _require_distinct(names: tuple[str, ...]) -> tuple[str, ...]:
    if len(set(names)) < len(names):
        raise field_problem("/decks", "wrong_value", "A deck can be chosen only once.")
    return names


def _find_deck(name: str, index: int) -> Deck:
    deck = decks.all_decks().get(name)
    if deck is None:
        raise field_problem(f"/decks/{index}", "unknown_deck", f"There is no deck {name}.")
    return Deck(name=name, digest=deck.digest, cards=tuple(card.id for card in deck.cards))
