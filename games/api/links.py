"""What may follow an answer: the operations that take an id which it gives."""

from typing import Any

from games.api import answers
from games.api.operations import OPERATIONS
from games.api.operations.operation import Operation

GIVES: dict[Any, tuple[str, str, str]] = {
    answers.OpenedAnswer: ("match_id", "/matches/{match_id}", "$response.body#/id"),
    answers.MatchList: ("match_id", "/matches/{match_id}", "$response.body#/results/0/id"),
    answers.ImportAnswer: ("name", "/imports/{name}", "$response.body#/id"),
    answers.RulesetList: ("name", "/rulesets/{name}", "$response.body#/results/0/name"),
    answers.DeckList: ("name", "/decks/{name}", "$response.body#/results/0/name"),
}
"""By an answer: the parameter that it gives, the beginning of the addresses where that stands, and its place there."""


def links(operation: Operation) -> dict[str, Any]:
    """The operations that may follow, by their ids."""
    if operation.answer not in GIVES:
        return {}
    parameter, beginning, place = GIVES[operation.answer]
    return {
        other.id: {"operationId": other.id, "parameters": {parameter: place}}
        for other in OPERATIONS
        if other.path.startswith(beginning)
    }
