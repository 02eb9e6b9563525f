"""House rules: whether a rule set can be played to an end at such a table, and everything that is wrong if not.

C-ru and C-uk invite players to combine variants or invent their own. What is a fault here would leave the match waiting
for somebody who can do nothing, go on for ever, or mean nothing.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from games.rulebook.faults import Fault, fault
from games.rulebook.limits import LIMITS, NAME, limited
from games.rulebook.rulesets import PRINTED, Ruleset
from games.rulebook.tables import at_tables


def faults(rules: Ruleset, seats: int, cards: int) -> Iterator[Fault]:
    """Everything wrong with these rules at a table with so many seats and cards, name and bounds included."""
    yield from _name(rules)
    yield from _ranges(rules)
    yield from unsound(rules, seats, cards)


def unsound(rules: Ruleset, seats: int, cards: int) -> Iterator[Fault]:
    """Why a match by these rules could not be played to its end, however long that may take."""
    numbers = [*_players(rules), *_steps(rules)]
    yield from (*numbers, *_variants(rules), *_end(rules))
    # Where a number is missing nothing can be counted.
    if not numbers:
        yield from at_tables(rules, seats, cards)


def _name(rules: Ruleset) -> Iterator[Fault]:
    if not re.fullmatch(NAME, rules.name):
        yield fault("name", "not_a_slug", "A name has 1 to 40 small letters, digits and hyphens.")
    if rules.name in PRINTED and not _as_printed(rules):
        yield fault("name", "name_taken", f"{rules.name} is printed with other numbers: give yours another name.")


def _as_printed(rules: Ruleset) -> bool:
    """Laps are what players agree on (O1-ru, O2-ru): with any number of them the rules are the printed ones."""
    printed = PRINTED[rules.name].rules
    if printed.end.laps is not None and rules.end.laps is not None:
        printed = replace(printed, end=replace(printed.end, laps=rules.end.laps))
    return rules == printed


def _ranges(rules: Ruleset) -> Iterator[Fault]:
    for path, value, name in limited(rules):
        least, most = LIMITS[name]
        if not least <= value <= most:
            yield fault(path, "out_of_range", f"{value} is not from {least} to {most}.")


def _players(rules: Ruleset) -> Iterator[Fault]:
    if not rules.players:
        yield fault("players", "no_number", "These rules are for nobody.")
    if list(rules.players) != sorted(set(rules.players)):
        yield fault("players", "not_ascending", "Each number of players stands once, the smaller ones first.")
    if rules.teams and (odd := [n for n in rules.players if n % 2 or n < 6]):
        yield fault("players", "odd_teams", f"{odd[0]} players are no three or more teams of two.")


def _steps(rules: Ruleset) -> Iterator[Fault]:
    for name in ("hand", "submits", "votes", "lone_finder"):
        begins = [from_players for from_players, _ in getattr(rules, name)]
        if begins != sorted(set(begins)):
            yield fault(name, "not_ascending", "Each step stands once, the one for fewer players first.")
        if rules.players and (not begins or min(begins) > min(rules.players)):
            yield fault(name, "no_number", f"There is no number for {min(rules.players)} players.")


def _variants(rules: Ruleset) -> Iterator[Fault]:
    """Party and Team: what each knows nothing of."""
    if rules.crowd and rules.teams:
        yield fault("teams", "crowd_or_teams", "Nobody plays in a team and with the crowd at once.")
    if not (rules.crowd or rules.teams):
        return
    for name in ("submits", "votes"):
        if any(number > 1 for _, number in getattr(rules, name)):
            yield fault(name, "only_one", "In teams or with the crowd it is one card and one vote.")
    if rules.single_vote_point_from is not None:
        yield fault("single_vote_point_from", "no_second_vote", "Where nobody has two votes, one is nothing special.")


def _end(rules: Ruleset) -> Iterator[Fault]:
    end = rules.end
    if (end.points is not None) + (end.laps is not None) + end.deck != 1:
        yield fault("end", "wrong_end", "A match ends by points, by laps or with the deck: by one of them.")
    if end.deck != (rules.refill == "none"):
        # A deck that is made anew has no last card; hands that nothing refills run empty.
        yield fault("refill", "wrong_refill", "A match ends with the deck's last card if and only if refill is none.")
