"""House rules: whether a rule set can be played to an end at such a table, and everything that is wrong if not.

C-ru and C-uk invite players to combine variants or invent their own. What is a fault here would leave the match waiting
for somebody who can do nothing, go on for ever, or mean nothing.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from games.rulebook.rule_faults import RuleFault, rule_fault
from games.rulebook.ruleset_limits import NUMBER_BOUNDS, RULESET_NAME_PATTERN, bounded_numbers
from games.rulebook.rulesets import EDITIONS, Ruleset
from games.rulebook.table_size_checks import table_size_faults


def ruleset_faults(rules: Ruleset, seats: int, cards: int) -> Iterator[RuleFault]:
    """Everything wrong with these rules at a table with so many seats and cards, name and bounds included."""
    yield from _name_faults(rules)
    yield from _range_faults(rules)
    yield from soundness_faults(rules, seats, cards)


def soundness_faults(rules: Ruleset, seats: int, cards: int) -> Iterator[RuleFault]:
    """Why a match by these rules could not be played to its end, however long that may take."""
    number_faults = [*_player_count_faults(rules), *_step_faults(rules)]
    yield from (*number_faults, *_variant_faults(rules), *_end_faults(rules))
    # Where a number is missing nothing can be counted.
    if not number_faults:
        yield from table_size_faults(rules, seats, cards)


def _name_faults(rules: Ruleset) -> Iterator[RuleFault]:
    if not re.fullmatch(RULESET_NAME_PATTERN, rules.name):
        yield rule_fault("name", "not_a_slug", "A name has 1 to 40 small letters, digits and hyphens.")
    if rules.name in EDITIONS and not _matches_printed(rules):
        yield rule_fault("name", "name_taken", f"{rules.name} is printed with other numbers: give yours another name.")


def _matches_printed(rules: Ruleset) -> bool:
    """Laps are what players agree on (O1-ru, O2-ru): with any number of them the rules are the printed ones."""
    printed = EDITIONS[rules.name].rules
    if printed.end.laps is not None and rules.end.laps is not None:
        printed = replace(printed, end=replace(printed.end, laps=rules.end.laps))
    return rules == printed


def _range_faults(rules: Ruleset) -> Iterator[RuleFault]:
    for path, value, name in bounded_numbers(rules):
        least, most = NUMBER_BOUNDS[name]
        if not least <= value <= most:
            yield rule_fault(path, "out_of_range", f"{value} is not from {least} to {most}.")


def _player_count_faults(rules: Ruleset) -> Iterator[RuleFault]:
    if not rules.players:
        yield rule_fault("players", "no_number", "These rules are for nobody.")
    if list(rules.players) != sorted(set(rules.players)):
        yield rule_fault("players", "not_ascending", "Each number of players stands once, the smaller ones first.")
    if rules.teams and (unfit_counts := [n for n in rules.players if n % 2 or n < 6]):
        yield rule_fault("players", "odd_teams", f"{unfit_counts[0]} players are no three or more teams of two.")


def _step_faults(rules: Ruleset) -> Iterator[RuleFault]:
    for name in ("hand", "submits", "votes", "lone_finder"):
        thresholds = [from_players for from_players, _ in getattr(rules, name)]
        if thresholds != sorted(set(thresholds)):
            yield rule_fault(name, "not_ascending", "Each step stands once, the one for fewer players first.")
        if rules.players and (not thresholds or min(thresholds) > min(rules.players)):
            yield rule_fault(name, "no_number", f"There is no number for {min(rules.players)} players.")


def _variant_faults(rules: Ruleset) -> Iterator[RuleFault]:
    """Party and Team: what each knows nothing of."""
    if rules.crowd and rules.teams:
        yield rule_fault("teams", "crowd_or_teams", "Nobody plays in a team and with the crowd at once.")
    if not (rules.crowd or rules.teams):
        return
    for name in ("submits", "votes"):
        if any(number > 1 for _, number in getattr(rules, name)):
            yield rule_fault(name, "only_one", "In teams or with the crowd it is one card and one vote.")
    if rules.single_vote_point_from is not None:
        yield rule_fault(
            "single_vote_point_from", "no_second_vote", "Where nobody has two votes, one is nothing special."
        )


def _end_faults(rules: Ruleset) -> Iterator[RuleFault]:
    end = rules.end
    if (end.points is not None) + (end.laps is not None) + end.deck != 1:
        yield rule_fault("end", "wrong_end", "A match ends by points, by laps or with the deck: by one of them.")
    if end.deck != (rules.refill == "none"):
        # A deck that is made anew has no last card; hands that nothing refills run empty.
        yield rule_fault(
            "refill", "wrong_refill", "A match ends with the deck's last card if and only if refill is none."
        )
