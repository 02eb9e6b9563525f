"""The bounds of the numbers in a rule set: wide enough for any table, narrow enough for a match to end."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from games.rulebook.rulesets import Ruleset

RULESET_NAME_PATTERN = "[a-z0-9-]{1,40}"
"""The regular expression for the names of rule sets."""

NUMBER_BOUNDS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        # O1-ru mentions 13 players once, but its box has parts for 12. No rulebook has fewer than 3.
        "players": (3, 12),
        "from_players": (1, 12),
        "hand": (1, 20),
        "submits": (1, 5),
        "votes": (1, 5),
        "single_vote_point_from": (3, 12),
        "lone_finder": (0, 20),
        "bonus_cap": (0, 100),
        # A slot with a single vote scores nothing, so the smallest award is 2 and a cap of 1 would cut every award.
        "crowd/cap": (2, 100),
        "end/points": (1, 1000),
        "end/laps": (1, 100),
    }
)
"""The smallest and the largest allowed value of each number, by its name in a rule set."""


def bounded_numbers(rules: Ruleset) -> Iterator[tuple[str, int, str]]:
    """Yield every number of a rule set: its path, its value, and its name in NUMBER_BOUNDS."""
    for index, players in enumerate(rules.players):
        yield f"players/{index}", players, "players"
    for name in ("hand", "submits", "votes", "lone_finder"):
        for index, (from_players, number) in enumerate(getattr(rules, name)):
            yield f"{name}/{index}/0", from_players, "from_players"
            yield f"{name}/{index}/1", number, name
    for name, value in (
        ("single_vote_point_from", rules.single_vote_point_from),
        ("bonus_cap", rules.bonus_cap),
        ("crowd/cap", rules.crowd.cap if rules.crowd else None),
        ("end/points", rules.end.points),
        ("end/laps", rules.end.laps),
    ):
        if value is not None:
            yield name, value, name
