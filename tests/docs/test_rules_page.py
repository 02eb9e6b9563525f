"""The statements about rule sets and house rules in docs/reference/rules.md are true."""

import json
import re
from typing import get_args

import pytest

from games.rulebook.rule_faults import RuleFaultCode
from games.rulebook.rulesets import EDITIONS, value_for_player_count
from tests.api.api_client import Player
from tests.docs.test_readme import ROOT

RULES_PAGE_TEXT = (ROOT / "docs/reference/rules.md").read_text()


def section(heading: str) -> str:
    return RULES_PAGE_TEXT.split(f"## {heading}", 1)[1].split("\n## ", 1)[0]


def table_rows(text: str) -> dict[str, list[str]]:
    """Return the rows of a table by the code in their first cell."""
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if "|" in line]
    return {row[0].split("`")[1]: row[1:] for row in cells if row[0].startswith("`")}


def test_the_table_lists_every_edition_with_its_numbers():
    table = table_rows(RULES_PAGE_TEXT.split("\n## ", 1)[0])
    assert list(table) == list(EDITIONS)
    for name, (source, players, hand, *_, ends, _short) in table.items():
        edition = EDITIONS[name]
        assert source == edition.source
        numbers = list(map(int, re.findall(r"\d+", players)))
        assert (numbers[0], numbers[-1]) == (min(edition.rules.players), max(edition.rules.players))
        assert int(hand.split()[0]) == value_for_player_count(edition.rules.hand, max(edition.rules.players))
        assert ends.startswith("30 points") == (edition.rules.end.points == 30)


def test_every_rule_fault_is_documented():
    assert tuple(table_rows(section("House rules"))) == get_args(RuleFaultCode)


@pytest.mark.django_db
def test_the_house_rules_example_opens_a_match():
    (example,) = re.findall("```json\n(.*?)```", section("House rules"), re.DOTALL)
    match = Player().send("POST", "/matches", json.loads(example)).ok(201)
    assert match["ruleset"]["name"] == "our-thursdays"
    assert (match["ruleset"]["bonus_cap"], match["places"]) == (3, 8)
