"""Non-interference: what a viewer can't know may be anything, and nothing that this viewer is told changes by a byte.

Twins (`twins.py`) differ in all that is hidden from one viewer. Everything that viewer is told, shown and answered is
compared whole. The control are leaks that were put in on purpose (`leaks.py`): each has to be found.
"""

import pytest

from games.rulebook import Refused
from games.rulebook.rulesets import Ruleset
from tests.interference.eyes import opened_by_force, seen
from tests.interference.leaks import LEAKS
from tests.interference.twins import Twins, twins
from tests.rulebook.table import TABLES

SEEDS = 1400
"""Four of five of them give a pair."""
SHARES = 10


def pair(seed: int) -> tuple[Twins | None, str]:
    rules, players = TABLES[seed % len(TABLES)]
    missing, resigning = (0.1 if seed % 3 == 0 else 0.0), (0.03 if seed % 5 == 0 else 0.0)
    # Most pairs come from a match's beginning, where they cost little.
    most = 20 if seed % 20 == 0 else 5
    found = twins(rules, players, seed, missing=missing, resigning=resigning, most=most)
    return found, f"{rules.name}, {players}, seed {seed}"


def difference(found: Twins) -> str | None:
    """The first place at which the viewer can tell the twins apart, or a digest that gives its secret away."""
    first, second = seen(found.first, found.viewer), seen(found.second, found.viewer)
    for one, other in zip(first, second, strict=False):
        if one != other:
            at = next(place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
            return f"seat {found.viewer} sees …{one[max(0, at - 80) : at + 40]} or …{other[max(0, at - 80) : at + 40]}"
    if len(first) != len(second):
        return f"{len(first)} or {len(second)} things are seen"
    return next(iter(opened_by_force(found.first, found.viewer)), None)


@pytest.mark.parametrize("share", range(SHARES))
def test_a_viewer_can_not_tell_twins_apart(share: int) -> None:
    pairs, hidden = 0, 0
    for seed in range(share, SEEDS, SHARES):
        found, name = pair(seed)
        if found is not None:
            assert difference(found) is None, name
            pairs, hidden = pairs + 1, hidden + found.hidden
    assert pairs > 1000 // SHARES * 0.8
    assert hidden > pairs * 20, "twins differ in something"


@pytest.mark.parametrize("name", LEAKS)
def test_controls_every_leak_is_found(name: str) -> None:
    with LEAKS[name]():
        assert any(_told_apart(seed) for seed in _seeds_for(name)), f"not found: {name}"


def _told_apart(seed: int) -> bool:
    try:
        found, _ = pair(seed)
        return found is not None and difference(found) is not None
    except Refused:
        # What is public has gone another way.
        return True


def _seeds_for(name: str) -> list[int]:
    """Leaks of Party and Team are looked for there."""

    def concerned(rules: Ruleset) -> bool:
        if name.startswith("partners"):
            return rules.teams
        party = ("trap", "face down", "passed on")
        return rules.crowd is not None if any(word in name for word in party) else True

    return [seed for seed in range(8 * len(TABLES)) if concerned(TABLES[seed % len(TABLES)][0])]
