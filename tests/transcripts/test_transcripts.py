"""Transcripts of whole matches don't change: `uv run pytest tests/transcripts --accept` rewrites the files."""

from pathlib import Path
from typing import Any

import pytest

from games.narrative.narrative import narrate
from games.narrative.visible_event import merge_openings
from games.rulebook.rulesets import EDITIONS
from games.rulebook.terms import Clock
from games.story.story_renderer import render_story
from tests.transcripts.absent_players import Absence, play_match_with_absences
from tests.transcripts.seeded_match import play_seeded_match

TRANSCRIPTS_DIR = Path(__file__).parent
MATCH_OPTIONS_BY_NAME: dict[str, dict[str, Any]] = {
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
AWAY_AT_ONCE = Absence(begins="1.submitting")
ABSENCES_BY_NAME: dict[str, dict[str, Any]] = {
    "absence-skipped-storyteller": {
        "ruleset": "classic",
        "players": 4,
        "absences": {1: AWAY_AT_ONCE},
        "policy": "skip",
    },
    "absence-rest-resumed": {
        "ruleset": "odyssey",
        "players": 4,
        "bots": (3,),
        "absences": {0: AWAY_AT_ONCE, 1: Absence(begins="2.storytelling", ends_in_rest=True), 2: AWAY_AT_ONCE},
    },
    "absence-rest-to-the-end": {
        "ruleset": "classic",
        "players": 5,
        "bots": (3, 4),
        "absences": dict.fromkeys(range(3), Absence(begins="2.submitting")),
    },
    "absence-return": {
        "ruleset": "party",
        "players": 6,
        "absences": {2: Absence(begins="1.submitting", ends="3.submitting")},
    },
    "absence-three-of-six-finish": {
        "ruleset": "classic",
        "players": 6,
        "absences": dict.fromkeys((1, 3, 4), Absence(begins="2.storytelling")),
    },
    "absence-team-without-a-partner": {"ruleset": "team", "players": 6, "absences": {4: AWAY_AT_ONCE}},
    "absence-time-called": {"ruleset": "classic", "players": 4, "absences": {3: AWAY_AT_ONCE}, "clock": Clock()},
    "absence-agreement-by-skip": {
        "ruleset": "odyssey",
        "players": 4,
        "absences": {3: AWAY_AT_ONCE},
        "agreeing_in": "2.voting",
    },
}
"""What is played where players are absent, under rulebook 2, by the name of the file."""


@pytest.mark.parametrize("name", [*MATCH_OPTIONS_BY_NAME, *ABSENCES_BY_NAME])
def test_the_story_of_a_match_equals_its_transcript(name: str, pytestconfig: pytest.Config) -> None:
    events = (
        play_match_with_absences(**ABSENCES_BY_NAME[name])
        if name in ABSENCES_BY_NAME
        else play_seeded_match(**MATCH_OPTIONS_BY_NAME[name])
    )
    story_text = render_story(narrate(merge_openings(events)))
    transcript = TRANSCRIPTS_DIR / f"{name}.txt"
    if pytestconfig.getoption("--accept"):
        transcript.write_bytes(story_text.encode())
    assert story_text.encode() == transcript.read_bytes(), (
        f"{name} has changed; if that is intended: pytest tests/transcripts --accept"
    )


def test_every_transcript_has_its_match_and_every_edition_has_a_transcript() -> None:
    assert {file.stem for file in TRANSCRIPTS_DIR.glob("*.txt")} == {*MATCH_OPTIONS_BY_NAME, *ABSENCES_BY_NAME}
    assert {match["ruleset"] for match in MATCH_OPTIONS_BY_NAME.values()} == set(EDITIONS)


def test_a_changed_rule_changes_the_transcript(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: one point more for a good clue changes the transcript."""
    monkeypatch.setattr("games.rulebook.scoring.value_for_player_count", lambda steps, players: 5)
    story_text = render_story(narrate(merge_openings(play_seeded_match("classic", 4))))
    assert story_text.encode() != (TRANSCRIPTS_DIR / "classic-4.txt").read_bytes()
