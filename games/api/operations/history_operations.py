"""Operations for finished matches and statistics."""

from games.api import response_schemas
from games.api.operations.operation import Operation
from games.projections.player_statistics import Statistics
from games.rulebook.ruleset_limits import RULESET_NAME_PATTERN

OPERATIONS = (
    Operation(
        id="history",
        method="get",
        path="/me/history",
        summary="Your finished matches, latest first.",
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
        summary="Your wins, good clues, cards found and players fooled, by rule set; running matches don't count.",
        tag="history",
        scope="history:read",
        response_type=Statistics,
    ),
    Operation(
        id="user",
        method="get",
        path="/users/{user_id}",
        summary="A user, with statistics of the public matches that they played to the end.",
        tag="history",
        scope="history:read",
        response_type=response_schemas.ProfileAnswer,
    ),
    Operation(
        id="deck_statistics",
        method="get",
        path="/decks/{name}/statistics",
        summary="How people have used each card of a deck in finished public matches, and with what success.",
        tag="history",
        scope="match:read",
        response_type=response_schemas.DeckStatistics,
    ),
)
