"""Validation of house rules: everything that would keep a match by them from being played to its end.

C-ru and C-uk invite players to combine variants or invent their own. A fault here is what would leave the match waiting
for a player who can't do anything, make it go on forever, or mean nothing.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from games.rulebook.rule_faults import RuleFault, rule_fault
from games.rulebook.ruleset_limits import NUMBER_BOUNDS, RULESET_NAME_PATTERN, bounded_numbers
from games.rulebook.rulesets import EDITIONS, Ruleset
from games.rulebook.table_size_checks import table_size_faults


def ruleset_faults(rules: Ruleset, seats: int, cards: int) -> Iterator[RuleFault]:
    """Yield everything wrong with these rules for this many seats and cards, including name and bounds."""
    yield from _name_faults(rules)
    yield from _range_faults(rules)
    yield from soundness_faults(rules, seats, cards)


def soundness_faults(rules: Ruleset, seats: int, cards: int) -> Iterator[RuleFault]:
    """Yield the reasons why a match by these rules could not be played to its end, however long that took."""
    number_faults = [*_player_count_faults(rules), *_step_faults(rules)]
    yield from (*number_faults, *_variant_faults(rules), *_end_faults(rules))
    # With a number missing for some table, the checks by table size can't look it up.
    if not number_faults:
        yield from table_size_faults(rules, seats, cards)


def _name_faults(rules: Ruleset) -> Iterator[RuleFault]:
    if not re.fullmatch(RULESET_NAME_PATTERN, rules.name):
        yield rule_fault("name", "not_a_slug", "A name consists of 1 to 40 lowercase letters, digits and hyphens.")
    if rules.name in EDITIONS and not _matches_printed(rules):
        yield rule_fault(
            "name", "name_taken", f"{rules.name} is a printed rule set with other values; choose another name."
        )


def _matches_printed(rules: Ruleset) -> bool:
    """Return whether these are the printed rules of that name.

    The number of laps may differ, because O1-ru and O2-ru let the players agree on it.
    """
    printed = EDITIONS[rules.name].rules
    if printed.end.laps is not None and rules.end.laps is not None:
        printed = replace(printed, end=replace(printed.end, laps=rules.end.laps))
    return rules == printed


def _range_faults(rules: Ruleset) -> Iterator[RuleFault]:
    for path, value, name in bounded_numbers(rules):
        least, most = NUMBER_BOUNDS[name]
        if not least <= value <= most:
            yield rule_fault(path, "out_of_range", f"{value} is not between {least} and {most}.")


def _player_count_faults(rules: Ruleset) -> Iterator[RuleFault]:
    if not rules.players:
        yield rule_fault("players", "no_number", "These rules allow no number of players.")
    # `value_for_player_count` takes the last step that fits, and messages name the first and the last number, so both
    # rely on the order.
    if list(rules.players) != sorted(set(rules.players)):
        yield rule_fault("players", "not_ascending", "Numbers of players must be unique and ascending.")
    if rules.teams and (unfit_counts := [n for n in rules.players if n % 2 or n < 6]):
        yield rule_fault("players", "odd_teams", f"{unfit_counts[0]} players don't make three or more teams of two.")


def _step_faults(rules: Ruleset) -> Iterator[RuleFault]:
    for name in ("hand", "submits", "votes", "lone_finder"):
        thresholds = [from_players for from_players, _ in getattr(rules, name)]
        if thresholds != sorted(set(thresholds)):
            yield rule_fault(name, "not_ascending", "Steps must be unique and ordered by ascending number of players.")
        if rules.players and (not thresholds or min(thresholds) > min(rules.players)):
            yield rule_fault(name, "no_number", f"No value for {min(rules.players)} players.")


def _variant_faults(rules: Ruleset) -> Iterator[RuleFault]:
    """Yield parameters that Party or Team doesn't have."""
    if rules.crowd and rules.teams:
        yield rule_fault("teams", "crowd_or_teams", "A rule set can't combine teams (Team) with the crowd (Party).")
    if not (rules.crowd or rules.teams):
        return
    for name in ("submits", "votes"):
        if any(number > 1 for _, number in getattr(rules, name)):
            yield rule_fault(name, "only_one", "Team and Party allow only one card and one vote.")
    if rules.single_vote_point_from is not None:
        yield rule_fault(
            "single_vote_point_from", "no_second_vote", "A point for a single vote needs players with two votes."
        )


def _end_faults(rules: Ruleset) -> Iterator[RuleFault]:
    end = rules.end
    if (end.points is not None) + (end.laps is not None) + end.deck != 1:
        yield rule_fault("end", "wrong_end", "Exactly one of points, laps and deck must end the match.")
    if end.deck != (rules.refill == "none"):
        # A deck that is reshuffled has no last card, and hands that are never refilled run empty.
        yield rule_fault(
            "refill", "wrong_refill", "refill must be none if the last card of the deck ends the match, and only then."
        )
