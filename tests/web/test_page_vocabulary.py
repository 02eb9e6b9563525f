"""The page has words for everything that the rulebook can express, so a change of one requires one of the other."""

from typing import get_args

from games.management.programs import PROJECT_ROOT
from games.matches.highlights import MomentKind
from games.rulebook.events import EndReason
from games.rulebook.round import CLUE_KINDS, AwardReason
from games.rulebook.rulesets import EDITIONS
from games.rulebook.terms import HOUSE_RULES_NAME

PAGE_FOLDER = PROJECT_ROOT / "examples" / "web"
HIGHLIGHTS_BEFORE_THE_FIRST_ROUND = {"opened", "started", "draw_void"}


def object_keys(file: str, name: str) -> set[str]:
    """Return the keys of an object in a file of the page."""
    text = (PAGE_FOLDER / file).read_text().partition(f"{name} = {{\n")[2].partition("\n}")[0].partition("\n  };")[0]
    keys = [line.strip().partition(":")[0].strip('"') for line in text.splitlines()]
    return {key for key in keys if key.replace("-", "").replace("_", "").isalnum()}


def test_each_reason_for_points_is_explained() -> None:
    assert object_keys("ui_text.js", "AWARD_REASONS") == set(get_args(AwardReason))


def test_each_reason_for_the_end_of_a_match_is_explained() -> None:
    assert object_keys("ui_text.js", "END_REASONS") == set(get_args(EndReason))


def test_each_printed_rule_set_has_a_name() -> None:
    assert object_keys("ui_text.js", "RULESET_NAMES") == {*EDITIONS, HOUSE_RULES_NAME}


def test_each_clue_kind_is_offered() -> None:
    text = (PAGE_FOLDER / "ui_text.js").read_text().partition("CLUE_KINDS = {")[2].partition("}")[0]
    assert [entry.partition(":")[0].strip() for entry in text.split(",")] == list(CLUE_KINDS)


def test_each_highlight_is_described_in_the_replay() -> None:
    assert object_keys("screens/scrubber.js", "texts") == set(get_args(MomentKind)) - HIGHLIGHTS_BEFORE_THE_FIRST_ROUND
