"""Operations of the catalogue, and statistics of draws."""

from games.api import response_schemas
from games.api.operations.operation import Operation
from games.projections.public_totals import Draws

OPERATIONS = (
    Operation(
        id="rulesets",
        method="get",
        path="/rulesets",
        summary="All rule sets with all their numbers, the JSON Schema of a rule set, and the presets of the clock.",
        tag="catalogue",
        response_type=response_schemas.RulesetList,
    ),
    Operation(
        id="ruleset",
        method="get",
        path="/rulesets/{name}",
        summary="One rule set.",
        tag="catalogue",
        response_type=response_schemas.RulesetAnswer,
    ),
    Operation(
        id="decks",
        method="get",
        path="/decks",
        summary="All decks.",
        tag="catalogue",
        response_type=response_schemas.DeckList,
    ),
    Operation(
        id="deck",
        method="get",
        path="/decks/{name}",
        summary="A deck's cards with their pictures.",
        tag="catalogue",
        response_type=response_schemas.DeckAnswer,
    ),
    Operation(
        id="picture",
        method="get",
        path="/decks/{name}/pictures/{file}",
        summary="A card's picture, the same for every viewer; it can be cached forever.",
        tag="catalogue",
        response_type=str,
        media_type="image/*",
    ),
    Operation(
        id="luck",
        method="get",
        path="/luck",
        summary="In how many matches players contributed entropy, and how many draws were void.",
        tag="catalogue",
        response_type=Draws,
    ),
    Operation(
        id="bots",
        method="get",
        path="/bots",
        summary="All computer players.",
        tag="catalogue",
        response_type=response_schemas.BotList,
    ),
)
