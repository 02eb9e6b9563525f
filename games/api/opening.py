"""What a match is opened with: its rules, printed or of the house, its decks, and the computer players at the table."""

from dataclasses import replace

import msgspec

from games import decks
from games.matches.bot_players import BOT_STRATEGIES, new_bot_player
from games.protocol.command_bodies import ClockBody, MatchBody
from games.protocol.problems import FieldError, Problem
from games.protocol.ruleset_bodies import RulesetBody, resolve_ruleset
from games.protocol.strict_parsing import field_problem
from games.rulebook import RULEBOOK_VERSION
from games.rulebook.ruleset_validation import ruleset_faults
from games.rulebook.rulesets import EDITIONS, Ruleset
from games.rulebook.terms import Clock, Deck, Player, Terms


def terms(asked: MatchBody, seed_digest: str) -> Terms:
    """The terms that are asked for.

    Raises:
        Problem: there is no such rule set or deck, or these rules can't be played with them.
    """
    rules = _with_laps(rules_by(asked.ruleset), asked.laps)
    chosen = tuple(_deck(name, index) for index, name in enumerate(_once_each(asked.decks)))
    seats = max(rules.players) if asked.seats is None else asked.seats
    if isinstance(asked.ruleset, RulesetBody):
        _sound(rules, seats, sum(len(deck.cards) for deck in chosen))
    return Terms(
        ruleset=rules,
        rulebook=RULEBOOK_VERSION,
        decks=chosen,
        seats=seats,
        visibility=asked.visibility,
        clock=clock_of(asked.clock),
        on_timeout=asked.on_timeout,
        first=asked.first,
        start=asked.start,
        seed_digest=seed_digest,
    )


def robots(names: tuple[str, ...]) -> tuple[tuple[int, Player], ...]:
    """The computer players of these names, on the seats beside the host.

    Raises:
        Problem: there is none of a name.
    """
    for index, name in enumerate(names):
        if name not in BOT_STRATEGIES:
            raise field_problem(
                f"/bots/{index}", "unknown_bot", f"There is no computer player {name}: GET /bots lists them."
            )
    return tuple((place, new_bot_player(name, place)) for place, name in enumerate(names, start=1))


def clock_of(asked: ClockBody) -> Clock:
    return Clock(**msgspec.to_builtins(asked))


def rules_by(asked: str | RulesetBody) -> Ruleset:
    """The rules of this name, or of one's own.

    Raises:
        Problem
    """
    if isinstance(asked, RulesetBody):
        return resolve_ruleset(asked)
    if asked not in EDITIONS:
        raise field_problem("/ruleset", "unknown_ruleset", f"There is no rule set {asked}: GET /rulesets lists them.")
    return EDITIONS[asked].rules


def _with_laps(rules: Ruleset, laps: int | None) -> Ruleset:
    """Party and Team in O1-ru and O2-ru end after as many laps as players agree on: one unless they do."""
    if laps is None:
        return rules
    if rules.end.laps is None:
        said = f"{rules.name} doesn't count laps."
        fault = FieldError(pointer="/laps", code="not_in_these_rules", detail=said)
        raise Problem("not_in_these_rules", said, errors=[fault])
    return replace(rules, end=replace(rules.end, laps=laps))


def _sound(rules: Ruleset, seats: int, cards: int) -> None:
    found = [
        FieldError(pointer=f"/ruleset{fault.path}", code=fault.code, detail=fault.message)
        for fault in ruleset_faults(rules, seats, cards)
    ]
    if found:
        raise Problem("unsound_rules", errors=found)


def _once_each(names: tuple[str, ...]) -> tuple[str, ...]:
    if len(set(names)) < len(names):
        raise field_problem("/decks", "wrong_value", "A deck can be chosen once.")
    return names


def _deck(name: str, index: int) -> Deck:
    found = decks.all_decks().get(name)
    if found is None:
        raise field_problem(f"/decks/{index}", "unknown_deck", f"There is no deck {name}.")
    return Deck(name=name, digest=found.digest, cards=tuple(card.id for card in found.cards))
