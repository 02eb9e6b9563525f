"""Looking back: matches that are over, and what people and cards have come to in them."""

from games.api import response_schemas
from games.api.operations.operation import Operation
from games.projections.player_statistics import Statistics
from games.rulebook.ruleset_limits import RULESET_NAME_PATTERN

OPERATIONS = (
    Operation(
        id="history",
        method="get",
        path="/me/history",
        summary="My matches that are over, the last one first.",
        tag="history",
        scope="history:read",
        response_type=response_schemas.HistoryList,
        query_params={
            "ruleset": {"type": "string", "pattern": f"^{RULESET_NAME_PATTERN}$"},
            "cursor": {"type": "string"},
        },
    ),
    Operation(
        id="my_statistics",
        method="get",
        path="/me/statistics",
        summary="What my matches come to: won, told well, found, fooled, by rule set; running ones don't count.",
        tag="history",
        scope="history:read",
        response_type=Statistics,
    ),
    Operation(
        id="user",
        method="get",
        path="/users/{user_id}",
        summary="Who somebody is, and what their public matches come to that were played to the end.",
        tag="history",
        scope="history:read",
        response_type=response_schemas.ProfileAnswer,
    ),
    Operation(
        id="deck_statistics",
        method="get",
        path="/decks/{name}/statistics",
        summary="How each card of a deck has fared in public matches that are over, among people.",
        tag="history",
        scope="match:read",
        response_type=response_schemas.DeckStatistics,
    ),
)
