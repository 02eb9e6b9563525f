"""OpenAPI links: the operations that can follow a response because they take an ID from it."""

from typing import Any

from games.api import response_schemas
from games.api.operations import OPERATIONS
from games.api.operations.operation import Operation

ID_SOURCES: dict[Any, tuple[str, str, str]] = {
    response_schemas.OpenedAnswer: ("match_id", "/matches/{match_id}", "$response.body#/id"),
    response_schemas.MatchList: ("match_id", "/matches/{match_id}", "$response.body#/results/0/id"),
    response_schemas.RulesetList: ("name", "/rulesets/{name}", "$response.body#/results/0/name"),
    response_schemas.DeckList: ("name", "/decks/{name}", "$response.body#/results/0/name"),
}
"""By response type: the path parameter it supplies, the prefix of the paths with it, and where the response has it."""


def links_after(operation: Operation) -> dict[str, Any]:
    """Return the links from an operation to those that can follow, by operation ID."""
    if operation.response_type not in ID_SOURCES:
        return {}
    parameter, path_prefix, runtime_expression = ID_SOURCES[operation.response_type]
    return {
        other.id: {"operationId": other.id, "parameters": {parameter: runtime_expression}}
        for other in OPERATIONS
        if other.path.startswith(path_prefix)
    }
