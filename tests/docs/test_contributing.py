"""A further edition is what CONTRIBUTING says it is: an entry in one file."""

import json
import re
import sys
from types import MappingProxyType

import pytest

import games.api.urls  # noqa: F401  (whatever knows the editions is there before one is added)
from games.rulebook import rulesets
from games.rulebook.ruleset_validation import ruleset_faults
from games.rulebook.rulesets import EDITIONS, Edition
from tests.api.client import Player, inside
from tests.docs.test_readme import ROOT
from tests.rulebook.laws import LAWS
from tests.rulebook.playing import played
from tests.rulebook.test_scoring import comes_out


def blocks(language: str) -> list[str]:
    text = (ROOT / "CONTRIBUTING.md").read_text().split("## A worked example", 1)[1].split("\n## ", 1)[0]
    return re.findall(f"```{language}\n(.*?)```", text, re.DOTALL)


@pytest.fixture
def further(monkeypatch: pytest.MonkeyPatch) -> Edition:
    """The edition of the worked example, printed as if `rulesets.py` had it."""
    numbers, entry = blocks("python")
    names = dict(vars(rulesets))
    exec(numbers, names)
    edition: Edition = eval(entry, names)
    printed = MappingProxyType({**EDITIONS, edition.rules.name: edition})
    for module in [module for module in sys.modules.values() if vars(module).get("EDITIONS") is EDITIONS]:
        monkeypatch.setattr(module, "EDITIONS", printed)
    return edition


@pytest.mark.django_db
def test_the_api_lists_it_opens_it_and_finds_it(further: Edition):
    listed = inside("GET", "/rulesets").ok()["results"]
    assert [one["name"] for one in listed][-1] == "odyssey-40"
    ada = Player()
    match = ada.open(ruleset="odyssey-40")
    assert ada.view(match)["ruleset"] == {k: v for k, v in listed[-1].items() if k not in ("source", "note")}
    assert [line["id"] for line in ada.get("/matches", ruleset="odyssey-40").ok()["results"]] == [match]


def test_it_can_be_played_and_is_under_every_law(further: Edition):
    assert not list(ruleset_faults(further.rules, 12, 84))
    story = played(further.rules, 5, seed=1)
    for law in LAWS:
        law(story)


def test_its_round_comes_out_as_worked_out(further: Edition):
    (line,) = blocks("json")
    assert comes_out(json.loads(line), further.rules)
    assert not comes_out(json.loads(line), rulesets.ODYSSEY)
