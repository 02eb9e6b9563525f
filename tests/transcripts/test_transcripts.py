"""Whole matches, told as they always were: `uv run pytest tests/transcripts --accept` writes the files anew."""

from pathlib import Path
from typing import Any

import pytest

from games.rulebook.rulesets import EDITIONS
from games.story.story_renderer import render_story
from games.story.visible_event import merge_openings
from tests.transcripts.playing import played

FOLDER = Path(__file__).parent
MATCHES: dict[str, dict[str, Any]] = {
    **{
        f"{ruleset}-{players}": {"ruleset": ruleset, "players": players}
        for ruleset, counts in {
            "classic": (3, 4, 6),
            "classic-last-card": (3,),
            "odyssey": (3, 6, 7, 12),
            "party": (6,),
            "party-passing": (7,),
            "party-30": (6,),
            "team": (6, 12),
            "team-30": (8,),
        }.items()
        for players in counts
    },
    "classic-4-missed-auto": {"ruleset": "classic", "players": 4, "missing": 0.15, "policy": "auto"},
    "classic-3-missed-skip": {"ruleset": "classic", "players": 3, "missing": 0.2, "policy": "skip"},
    "odyssey-7-missed-abort": {"ruleset": "odyssey", "players": 7, "missing": 0.03, "policy": "abort"},
    "party-6-missed-skip": {"ruleset": "party", "players": 6, "missing": 0.1, "policy": "skip"},
    "team-6-missed-skip": {"ruleset": "team", "players": 6, "missing": 0.15, "policy": "skip"},
    "team-8-missed-auto": {"ruleset": "team", "players": 8, "missing": 0.1, "policy": "auto"},
    "classic-4-resigned": {"ruleset": "classic", "players": 4, "resigning": 0.03},
    "party-6-resigned": {"ruleset": "party", "players": 6, "resigning": 0.05},
    "team-8-resigned": {"ruleset": "team", "players": 8, "resigning": 0.06},
    "classic-3-nobody-there": {"ruleset": "classic", "players": 3, "missing": 0.8, "policy": "skip"},
}
"""What is played for each file, by its name."""


@pytest.mark.parametrize("name", MATCHES)
def test_a_match_is_told_as_its_transcript_has_it(name: str, pytestconfig: pytest.Config) -> None:
    told = render_story(merge_openings(played(**MATCHES[name])))
    file = FOLDER / f"{name}.txt"
    if pytestconfig.getoption("--accept"):
        file.write_bytes(told.encode())
    assert told.encode() == file.read_bytes(), (
        f"{name} is told otherwise; if rightly so: pytest tests/transcripts --accept"
    )


def test_every_file_has_its_match_and_every_printed_rule_set_a_file() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(MATCHES)
    assert {match["ruleset"] for match in MATCHES.values()} == set(EDITIONS)


def test_a_changed_rule_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: one point more for telling well, and the transcript is another."""
    monkeypatch.setattr("games.rulebook.scoring.value_for", lambda steps, players: 5)
    told = render_story(merge_openings(played("classic", 4)))
    assert told.encode() != (FOLDER / "classic-4.txt").read_bytes()
