"""The clock of a new match: by default, none, by seconds, or by the name of a preset."""

from typing import Any

import pytest

from games.eventlog import match_state
from games.matches.clock_presets import CLOCK_PRESETS
from games.rulebook.match import terms_of
from games.rulebook.terms import Clock
from tests.api.api_client import Player

pytestmark = pytest.mark.django_db
NO_LIMITS = Clock()


def opened_clock(path: str = "/matches", **body: Any) -> Clock:
    match_id = Player().send("POST", path, {"ruleset": "classic", **body}).ok(201)["id"]
    state = match_state.load(match_id)
    assert state is not None
    return terms_of(state.match).clock


@pytest.mark.parametrize(
    ("body", "clock"),
    [
        ({}, CLOCK_PRESETS["default"]),
        ({"on_timeout": "auto"}, CLOCK_PRESETS["default"]),
        ({"on_timeout": "skip"}, NO_LIMITS),
        ({"on_timeout": "abort"}, NO_LIMITS),
        ({"clock": None}, NO_LIMITS),
        ({"clock": {}}, NO_LIMITS),
        ({"clock": {"vote": 30}}, Clock(vote=30)),
        ({"clock": {"preset": "correspondence"}, "on_timeout": "abort"}, CLOCK_PRESETS["correspondence"]),
    ],
)
def test_a_match_is_opened_with_the_clock_that_was_asked_for(body: dict[str, Any], clock: Clock) -> None:
    assert opened_clock(**body) == clock


def test_a_quick_match_has_the_quick_clock_unless_asked_otherwise() -> None:
    assert opened_clock("/quick") == CLOCK_PRESETS["quick"]
    assert opened_clock("/quick", clock={"preset": "relaxed"}) == CLOCK_PRESETS["relaxed"]


@pytest.mark.parametrize(
    ("clock", "pointer"),
    [
        ({"preset": "bullet"}, "/clock/preset"),
        ({"preset": "quick", "vote": 30}, "/clock/preset"),
        ({"vote": 4}, "/clock/vote"),
    ],
)
def test_a_clock_that_does_not_exist_is_refused(clock: dict[str, Any], pointer: str) -> None:
    refused = Player().send("POST", "/matches", {"ruleset": "classic", "clock": clock})
    assert (refused.code, [error["pointer"] for error in refused.json["errors"]]) == ("invalid", [pointer])


def test_the_catalogue_lists_the_presets_in_seconds() -> None:
    clocks = Player().get("/rulesets").ok()["clocks"]
    assert clocks["default"] == {"clue": 180, "submit": 120, "vote": 120, "reveal": 45}
    assert sorted(clocks) == ["correspondence", "default", "quick", "relaxed"]


def test_a_rematch_keeps_the_clock() -> None:
    host = Player()
    match_id = host.open(ruleset="classic", clock=None)
    host.act(match_id, "abandon")
    next_id = host.command(match_id, "rematch").ok(201)["id"]
    state = match_state.load(next_id)
    assert state is not None and terms_of(state.match).clock == NO_LIMITS
