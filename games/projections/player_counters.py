"""Counters for the statistics of players: what the result of one seat adds to which of them.

A counter's name is `player/ID/SCOPE/PART/COLUMN`. The scope is `own` (all matches) or `public` (public matches that
were played to their end), the part `all` or `in/RULESET` (matches with at least one other person) or `alone`.
"""

from collections.abc import Mapping

from games.eventlog.batched_sql import Row
from games.projections.match_statistics import SEAT_COLUMNS
from games.projections.models import ResultRow

COUNT_SQL = {
    "matches": "1",
    "finished": "CASE WHEN status = 'over' THEN 1 ELSE 0 END",
    "abandoned": "CASE WHEN status = 'abandoned' THEN 1 ELSE 0 END",
    "resigned": "CASE WHEN resigned THEN 1 ELSE 0 END",
    "won": "CASE WHEN won AND NOT resigned THEN 1 ELSE 0 END",
    **{column: column for column in SEAT_COLUMNS},
}
"""The counted columns, and what a row of `ResultRow` adds to each, in SQL."""
BOT_ID_PREFIX = "b"
"""Ids of computer players begin with it, those of people don't."""

_COLUMNS = [field.attname for field in ResultRow._meta.concrete_fields]


def result_counts(row: Row) -> Mapping[str, int]:
    """Return what a `ResultRow` adds: nothing for computer players and people who have been erased."""
    result = dict(zip(_COLUMNS, row, strict=True))
    player_id = result["player_id"]
    if player_id is None or player_id.startswith(BOT_ID_PREFIX):
        return {}
    counts = {
        "matches": 1,
        "finished": int(result["status"] == "over"),
        "abandoned": int(result["status"] == "abandoned"),
        "resigned": int(result["resigned"]),
        "won": int(result["won"] and not result["resigned"]),
        **{column: result[column] for column in SEAT_COLUMNS},
    }
    is_public = result["visibility"] == "public" and result["status"] == "over"
    groups = [
        group_name(player_id, scope, part)
        for scope in ("own", *(["public"] if is_public else []))
        for part in (["alone"] if result["alone"] else ["all", f"in/{result['ruleset']}"])
    ]
    return {f"{group}/{column}": count for group in groups for column, count in counts.items()}


def group_name(player_id: str, scope: str, part: str) -> str:
    """Return what the names of a player's counters begin with, in one scope and part."""
    return f"player/{player_id}/{scope}/{part}"


def ranking_name(player_id: str, scope: str) -> str:
    """Return the ranking of the rule sets that a player has played."""
    return f"player/{player_id}/{scope}"


def ranking_of(name: str) -> str | None:
    """Return the ranking that a counter stands in; None if it stands in none.

    A player's rule sets are ranked by their matches, so that those played most are found without reading the others.
    """
    group, _, column = name.rpartition("/")
    player_and_scope, is_ruleset, _ = group.partition("/in/")
    return player_and_scope if is_ruleset and column == "matches" and name.startswith("player/") else None


_SUMS_SQL = ", ".join(f"SUM({sql}) AS sum_{column}" for column, sql in COUNT_SQL.items())
_PEOPLE_SQL = f"player_id IS NOT NULL AND substr(player_id, 1, 1) <> '{BOT_ID_PREFIX}'"
_SCOPES_SQL = {"own": _PEOPLE_SQL, "public": f"{_PEOPLE_SQL} AND visibility = 'public' AND status = 'over'"}
PLAYER_SUMS_SQL = " UNION ALL ".join(
    f"""
    SELECT 'player/' || player_id || '/{scope}/' || CASE WHEN alone THEN 'alone' ELSE 'in/' || ruleset END AS part,
        {_SUMS_SQL} FROM projections_resultrow WHERE {condition} GROUP BY 1
    UNION ALL SELECT 'player/' || player_id || '/{scope}/all', {_SUMS_SQL}
        FROM projections_resultrow WHERE {condition} AND NOT alone GROUP BY 1
    """
    for scope, condition in _SCOPES_SQL.items()
)
"""The sums over the rows, one line for each player, scope and part."""
PLAYER_COUNTERS_SQL = " UNION ALL ".join(
    f"SELECT part || '/{column}' AS name, sum_{column} AS value FROM player_sums" for column in COUNT_SQL
)
"""The same by the names of the counters, if `player_sums` is `PLAYER_SUMS_SQL`."""
