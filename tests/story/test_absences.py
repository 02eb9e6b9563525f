"""Random matches with absent players are retold completely: who is skipped, rests, and who is out of the running."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from games.narrative.event_sentences import end_reason_sentence
from games.narrative.narrative import Narrative, narrate
from games.narrative.visible_event import decode_wire_events
from games.rulebook import Match
from games.rulebook.audience import PUBLIC_AUDIENCE
from games.rulebook.endings import _is_out_of_running
from games.rulebook.events import RoundCalledOff, SeatResumed, SeatSkipped, TimeCalled
from games.rulebook.match import Gathering, Over, board_of, phase_id
from games.rulebook.rulesets import EDITIONS
from games.rulebook.terms import Clock
from games.story.story_renderer import render_story
from tests.reducer.absence_history import history_with_absences
from tests.reducer.viewer_steps import event_log_of
from tests.rulebook.random_absences import AbsenceShares, play_match_with_absences
from tests.rulebook.random_matches import MatchHistory

RULESETS = sorted(EDITIONS)
SHARES = (
    AbsenceShares(leaving=0.06, returning=0.1),
    AbsenceShares(leaving=0.5, returning=0.3, mischief=0.03, bots=0.1),
)
"""Tables that people leave one after the other, and tables at which soon nobody is left."""


def random_history(seed: int) -> MatchHistory:
    rules = EDITIONS[RULESETS[seed % len(RULESETS)]].rules
    players = rules.players[seed // len(RULESETS) % min(2, len(rules.players))]
    # Only a clock ends the phases of a table that everybody has left.
    changes: dict[str, Any] = (
        {"clock": Clock(clue=60, submit=30, vote=30, reveal=15), "on_timeout": "auto"} if seed % 2 else {}
    )
    return play_match_with_absences(rules, players, seed, SHARES[seed % 2], longest=300, **changes)


def narrate_history(history: MatchHistory) -> Narrative:
    return narrate(decode_wire_events(event_log_of(history).events_for(PUBLIC_AUDIENCE)))


def matches_after_events(history: MatchHistory) -> Iterator[Match]:
    return (match for step in history.steps for match in step.states)


def check_standing(history: MatchHistory, narrative: Narrative) -> None:
    """Compare who takes part after each event, which comes from public events, with the state of the match."""
    called_phase: str | None = None
    for event, match in zip(narrative.events, matches_after_events(history), strict=True):
        board, standing = board_of(match), event.standing
        if board is None:
            continue
        assert standing.skipped == board.skipped_seats, event
        assert sorted(standing.resigned) == sorted(board.resigned), event
        assert standing.people == board.non_bot_seats, event
        assert board.attendance is not None
        assert standing.rest_ends_at == board.attendance.rest_ends_at, event
        for seat in board.seats:
            side = next(side for side in narrative.roster.sides if seat in side)
            assert standing.is_out_of_running(side) == _is_out_of_running(board, seat), event
        called_phase = phase_id(match) if event.type == "time_called" else called_phase
        called_phase = called_phase if is_running(match, called_phase) else None
        assert (standing.called_time is not None) == (called_phase is not None), event


def is_running(match: Match, phase: str | None) -> bool:
    """Return whether the match is in this phase, and its time is neither up nor interrupted by a rest."""
    if isinstance(match, Gathering | Over) or phase_id(match) != phase:
        return False
    return not match.time_is_up and not match.board.is_resting


def check_story(history: MatchHistory, narrative: Narrative) -> None:
    """Check that the story has a sentence for each skip, return, call of time, and round without points."""
    story, label = " ".join(render_story(narrative).split()), narrative.roster.label
    expected_sentences = {
        SeatSkipped: "has missed too many moves: the match no longer waits for that seat.",
        SeatResumed: " is back.",
        TimeCalled: " calls time: the phase ends at ",
        RoundCalledOff: " is called off: ",
    }
    for event_type, sentence in expected_sentences.items():
        # The story begins with the first round.
        told_events = [event for event in narrative.events if event.round]
        count = sum(sentence in event.words for event in told_events)
        assert count == sum(isinstance(event, event_type) for event in history.events), event_type
        assert story.count(sentence) >= count, event_type
    for event in narrative.events:
        if event.type == "seat_skipped":
            assert f"{label(event.data['seat'])} has missed too many moves" in story
        if event.type == "round_called_off" and event.data["why"] == "no_clue":
            assert f"{label(event.data['storyteller'])} " in event.words and " passed over" in event.words
        if event.type == "match_ended" and event.data.get("skipped"):
            assert f"Skipped at the end: {narrative.roster.label_list(event.data['skipped'])}." in story


def check_matches(seeds: range) -> None:
    for seed in seeds:
        history = random_history(seed)
        narrative = narrate_history(history)
        check_standing(history, narrative)
        check_story(history, narrative)


def test_a_few_matches_with_absences_are_retold_completely() -> None:
    check_matches(range(26))


@pytest.mark.slow
def test_hundreds_of_matches_with_absences_are_retold_completely() -> None:
    check_matches(range(26, 400))


def test_rests_and_their_ends_are_told() -> None:
    narratives = [narrate_history(random_history(seed)) for seed in range(100)]
    narratives.append(narrate_history(history_with_absences()))
    words = [event.words for narrative in narratives for event in narrative.events]
    for sentence in (
        "No one is left to play: the match rests.",
        "The rest is over, and the match goes on.",
        "The rest is over, and the match goes on; this phase lasts until ",
        "No one came back within an hour: no one wins.",
        "Out of the running: ",
        "(absent in more than half of the rounds)",
        "is ready: the others have until ",
        " is absent and is passed over.",
        " gave no clue and is passed over.",
        " has resigned and is passed over.",
    ):
        assert any(sentence in each for each in words), sentence
    rests = [
        event.standing.rest_ends_at - event.at
        for narrative in narratives
        for event in narrative.events
        if event.standing.rest_ends_at and "the match rests" in event.words
    ]
    assert set(rests) == {timedelta(hours=1)}


@pytest.mark.parametrize(
    ("actor", "skipped", "sentence"),
    [
        (2, (), "Everyone agreed to end the match: no one wins."),
        (None, (1,), "Everyone still there agreed to end the match, and Player 1 was skipped: no one wins."),
        (
            "clock",
            (1, 2),
            (
                "Everyone still there agreed to end the match, and Player 1 and Player 2 had been away for an hour: "
                "no one wins."
            ),
        ),
    ],
)
def test_an_agreement_says_who_was_not_asked(actor: int | str | None, skipped: tuple[int, ...], sentence: str) -> None:
    narrative = narrate_history(history_with_absences())
    end = replace(narrative.events[-1], actor=actor, data={"why": "agreed", "winners": [], "skipped": skipped})
    assert end_reason_sentence(end, end.standing, narrative.roster) == sentence
