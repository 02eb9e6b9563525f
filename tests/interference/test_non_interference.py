"""Non-interference: changing what a viewer can't know doesn't change a byte of what this viewer receives.

Twins (`twin_matches.py`) differ in everything that is hidden from one viewer. All events, views and answers of that
viewer are compared whole. The controls are leaks that are injected on purpose (`injected_leaks.py`): the comparison has
to find each of them.
"""

import pytest

from games.rulebook import Refused
from games.rulebook.rulesets import Ruleset
from tests.interference.injected_leaks import LEAKS
from tests.interference.twin_matches import Twins, generate_twins
from tests.interference.viewer_observations import guessable_sealed_parts, viewer_transcript
from tests.rulebook.match_scenarios import RULESETS_AND_PLAYER_COUNTS

SEED_COUNT = 1400
"""Four of five of them give a pair."""
SHARE_COUNT = 10


def generate_pair(seed: int) -> tuple[Twins | None, str]:
    rules, players = RULESETS_AND_PLAYER_COUNTS[seed % len(RULESETS_AND_PLAYER_COUNTS)]
    missing, resigning = (0.1 if seed % 3 == 0 else 0.0), (0.03 if seed % 5 == 0 else 0.0)
    # Most pairs come from the beginning of a match, where they are cheap to make.
    max_commands_per_player = 20 if seed % 20 == 0 else 5
    found = generate_twins(
        rules, players, seed, missing=missing, resigning=resigning, max_commands_per_player=max_commands_per_player
    )
    return found, f"{rules.name}, {players}, seed {seed}"


def first_difference(found: Twins) -> str | None:
    """Return the first place at which the viewer can distinguish the twins, or a digest that gives its secret away."""
    first, second = viewer_transcript(found.first, found.viewer), viewer_transcript(found.second, found.viewer)
    for one, other in zip(first, second, strict=False):
        if one != other:
            at = next(place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
            return f"seat {found.viewer} sees …{one[max(0, at - 80) : at + 40]} or …{other[max(0, at - 80) : at + 40]}"
    if len(first) != len(second):
        return f"{len(first)} or {len(second)} things are seen"
    return next(iter(guessable_sealed_parts(found.first, found.viewer)), None)


@pytest.mark.parametrize("share", range(SHARE_COUNT))
def test_a_viewer_cannot_distinguish_twin_matches(share: int) -> None:
    pairs, hidden = 0, 0
    for seed in range(share, SEED_COUNT, SHARE_COUNT):
        found, name = generate_pair(seed)
        if found is not None:
            assert first_difference(found) is None, name
            pairs, hidden = pairs + 1, hidden + found.hidden_count
    assert pairs > 1000 // SHARE_COUNT * 0.8
    assert hidden > pairs * 20, "twins differ in something"


@pytest.mark.parametrize("name", LEAKS)
def test_every_injected_leak_is_detected(name: str) -> None:
    with LEAKS[name]():
        assert any(_is_distinguishable(seed) for seed in _seeds_for_leak(name)), f"not found: {name}"


def _is_distinguishable(seed: int) -> bool:
    try:
        found, _ = generate_pair(seed)
        return found is not None and first_difference(found) is not None
    except Refused:
        # The public course of the match has changed.
        return True


def _seeds_for_leak(name: str) -> list[int]:
    """Return the seeds of the matches in which a leak is searched for: a leak of Party or Team only in such matches."""

    def leak_applies_to(rules: Ruleset) -> bool:
        if name.startswith("partners"):
            return rules.teams
        party = ("trap", "face down", "passed on")
        return rules.crowd is not None if any(word in name for word in party) else True

    return [
        seed
        for seed in range(8 * len(RULESETS_AND_PLAYER_COUNTS))
        if leak_applies_to(RULESETS_AND_PLAYER_COUNTS[seed % len(RULESETS_AND_PLAYER_COUNTS)][0])
    ]
