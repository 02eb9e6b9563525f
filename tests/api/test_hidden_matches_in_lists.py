"""No parameter of a list tells an outsider anything about a match that the list doesn't show."""

from typing import Any

import pytest

from tests.api.api_client import Player
from tests.api.game_table import GameTable
from tests.api.openapi_contract import fetch_openapi_document

pytestmark = pytest.mark.django_db

HIDDEN_RULESET = "canary-rules"
# Each parameter with values that are true of a hidden match or could find it, and with values that nothing has.
QUESTIONS: dict[tuple[str, str], tuple[tuple[str, ...], str]] = {
    ("/matches", "status"): (("playing",), "abandoned"),
    ("/matches", "ruleset"): ((HIDDEN_RULESET,), "no-such-rules"),
    ("/matches", "mine"): (("true", "false"), ""),
    ("/me/history", "ruleset"): ((HIDDEN_RULESET,), "no-such-rules"),
}
POSITIONS = {
    ("/matches", "cursor"),
    ("/me/history", "cursor"),
    ("/me/matches", "after"),
    ("/me/matches", "wait"),
}
"""Parameters that say where to go on; they are given out by the server."""


def test_every_list_parameter_is_asked_here():
    paths: dict[str, Any] = fetch_openapi_document()["paths"]
    asked = {
        (path.removeprefix("/api/v1"), parameter["name"])
        for path, operations in paths.items()
        for parameter in operations.get("get", {}).get("parameters", ())
        if parameter["in"] == "query" and "{" not in path
    }
    assert asked == QUESTIONS.keys() | POSITIONS


@pytest.mark.parametrize("terms", [{"visibility": "private", "password": "sesame"}, {"visibility": "unlisted"}])
def test_a_hidden_match_changes_no_answer_of_a_list(terms: dict[str, Any]):
    outsider = Player("Ova")
    before = _answers(outsider)
    table = GameTable(ruleset={"base": "odyssey", "name": HIDDEN_RULESET}, **terms).start()
    assert table.host.get("/matches", mine="true", ruleset=HIDDEN_RULESET).ok()["results"]
    assert _answers(outsider) == before
    assert outsider.get(f"/users/{table.host.id}").ok()["statistics"] == outsider.get("/me/statistics").ok()


@pytest.mark.parametrize(("question", "values"), QUESTIONS.items(), ids=lambda each: "?".join(map(str, each)))
def test_what_is_true_of_a_hidden_match_finds_as_little_as_what_is_true_of_none(
    question: tuple[str, str], values: tuple[tuple[str, ...], str]
):
    (path, name), (hits, miss), outsider = question, values, Player("Ova")
    GameTable(ruleset={"base": "odyssey", "name": HIDDEN_RULESET}, visibility="private", password="sesame").start()
    expected = outsider.get(path, **({name: miss} if miss else {})).ok()
    assert [outsider.get(path, **{name: hit}).ok() for hit in hits] == [expected] * len(hits)


def _answers(player: Player) -> list[Any]:
    """Return what each question is answered, without the feed's cursor, in which the time is signed."""
    queries = [(path, {name: hit}) for (path, name), (hits, _) in QUESTIONS.items() for hit in hits]
    return [player.get("/me/matches").ok()["matches"], *(player.get(path, **query).ok() for path, query in queries)]
