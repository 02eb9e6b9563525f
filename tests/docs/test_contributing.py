"""Adding an edition works as CONTRIBUTING says: it takes one entry in one file."""

import json
import re
import sys
from types import MappingProxyType

import pytest

import games.api.urls  # noqa: F401  (whatever knows the editions is there before one is added)
from games.rulebook import rulesets
from games.rulebook.ruleset_validation import ruleset_faults
from games.rulebook.rulesets import EDITIONS, Edition
from tests.api.api_client import Player, call_in_process
from tests.docs.test_readme import ROOT
from tests.rulebook.invariants import INVARIANTS
from tests.rulebook.random_matches import play_random_match
from tests.rulebook.test_scoring import scores_as_expected


def worked_example_blocks(language: str) -> list[str]:
    text = (ROOT / "CONTRIBUTING.md").read_text().split("## Add an edition", 1)[1].split("\n## ", 1)[0]
    return re.findall(f"```{language}\n(.*?)```", text, re.DOTALL)


@pytest.fixture
def added_edition(monkeypatch: pytest.MonkeyPatch) -> Edition:
    """The edition of the worked example, printed as if it were in `rulesets.py`."""
    values_code, edition_code = worked_example_blocks("python")
    namespace = dict(vars(rulesets))
    exec(values_code, namespace)
    edition: Edition = eval(edition_code, namespace)
    editions = MappingProxyType({**EDITIONS, edition.rules.name: edition})
    for module in [module for module in sys.modules.values() if vars(module).get("EDITIONS") is EDITIONS]:
        monkeypatch.setattr(module, "EDITIONS", editions)
    return edition


@pytest.mark.django_db
def test_the_api_lists_opens_and_finds_the_added_edition(added_edition: Edition):
    listed = call_in_process("GET", "/rulesets").ok()["results"]
    assert [one["name"] for one in listed][-1] == "odyssey-40"
    ada = Player()
    match = ada.open(ruleset="odyssey-40")
    assert ada.view(match)["ruleset"] == {k: v for k, v in listed[-1].items() if k not in ("source", "note")}
    assert [line["id"] for line in ada.get("/matches", ruleset="odyssey-40").ok()["results"]] == [match]


def test_the_added_edition_can_be_played_and_satisfies_every_invariant(added_edition: Edition):
    assert not list(ruleset_faults(added_edition.rules, 12, 84))
    history = play_random_match(added_edition.rules, 5, seed=1)
    for check in INVARIANTS:
        check(history)


def test_the_worked_example_round_is_scored_as_documented(added_edition: Edition):
    (example,) = worked_example_blocks("json")
    assert scores_as_expected(json.loads(example), added_edition.rules)
    assert not scores_as_expected(json.loads(example), rulesets.ODYSSEY)
