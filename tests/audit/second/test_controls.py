"""Controls: a second verifier that is wrong somewhere is at odds with the library."""

import pytest

from games.audit.record_verifier import verify_record
from tests.audit.golden import golden
from tests.audit.second import clearing, openings, paper, points
from tests.audit.second.dice import Dice
from tests.audit.second.opinion import opinion

NAMES = ("odyssey-5-void", "team-6-skip", "classic-3")
"""The shortest ones, and one that ends with points."""


def at_odds() -> bool:
    return any(opinion(golden()[name]).ok != verify_record(golden()[name]).ok for name in NAMES)


@pytest.mark.parametrize(
    ("holder", "name", "wrong"),
    [
        (points, "added", lambda scores, awards, teams: list(scores)),
        (points.Count, "_fooled", lambda count, seat: 0),
        (clearing, "won", lambda r: None),
        (openings, "WITH_SCORES", ("card", "cards", "trap")),
        (paper, "sealed", lambda salt, value: "0" * 64),
        (Dice, "row", lambda dice, label, things: list(things)),
    ],
)
def test_control_another_reading_of_the_documentation_is_seen(holder, name, wrong, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(holder, name, wrong)
    if name == "added":
        monkeypatch.setattr("tests.audit.second.voting.added", wrong)
    assert at_odds()
