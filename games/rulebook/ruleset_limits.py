"""Within which bounds the numbers of a rule set lie: wide enough for any table, narrow enough for a match to end."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from games.rulebook.rulesets import Ruleset

RULESET_NAME_PATTERN = "[a-z0-9-]{1,40}"
"""How the name of a rule set is spelt."""

NUMBER_BOUNDS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "players": (3, 12),
        "from_players": (1, 12),
        "hand": (1, 20),
        "submits": (1, 5),
        "votes": (1, 5),
        "single_vote_point_from": (3, 12),
        "lone_finder": (0, 20),
        "bonus_cap": (0, 100),
        # A lone vote never counts, so that a cap of 1 would be a cap of none.
        "crowd/cap": (2, 100),
        "end/points": (1, 1000),
        "end/laps": (1, 100),
    }
)
"""The least and the most of each number, by its name in a rule set."""


def bounded_numbers(rules: Ruleset) -> Iterator[tuple[str, int, str]]:
    """Every number of a rule set: its path, itself, and the name of its limits."""
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
