"""The laws of the game hold in random matches of every rule set and every number of players, nonsense included."""

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from games.rulebook import Match, Refused, decide, view
from games.rulebook.commands import (
    Abandon,
    AddEntropy,
    Claim,
    Clear,
    Command,
    HandOver,
    Move,
    Ready,
    Resign,
    SeatBot,
    Signal,
    Sit,
    Stand,
    Start,
    Submit,
    SystemCommand,
    TellClue,
    TimeUp,
    Vote,
)
from games.rulebook.round import CLUE_KINDS, Clue
from games.rulebook.rulesets import CLASSIC, CLASSIC_LAST_CARD, ODYSSEY, PARTY, PARTY_PASSING, TEAM, Ruleset
from tests.rulebook.entropy import KNOWN, committed
from tests.rulebook.laws import LAWS
from tests.rulebook.players import STRANGER, choices, offers, robot, seats_of, sender
from tests.rulebook.playing import played
from tests.rulebook.secrecy import SECRECY, viewers
from tests.rulebook.table import BOX, NOW, PHASES, TABLES, Luck, people

QUICK = settings(
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.generate),
)
NIGHTLY = settings(QUICK, derandomize=False, max_examples=20, print_blob=True)

every_table = pytest.mark.parametrize(
    ("rules", "players"), TABLES, ids=[f"{rules.name}-{players}" for rules, players in TABLES]
)
seeds = st.integers(0, 2**32 - 1)
mischiefs = st.sampled_from((0.0, 0.15, 0.5))


missed = st.sampled_from((0.0, 0.05, 0.3))
resigned = st.sampled_from((0.0, 0.01, 0.05))


def the_laws_hold(rules: Ruleset, players: int, seed: int, mischief: float, missing: float, resigning: float) -> None:
    story = played(rules, players, seed, mischief=mischief, missing=missing, resigning=resigning)
    for law in (*LAWS, *SECRECY):
        law(story)


@every_table
@settings(QUICK, max_examples=2)
@given(seed=seeds, mischief=mischiefs, missing=missed, resigning=resigned)
def test_every_law_holds_to_the_end_of_the_match(
    rules: Ruleset, players: int, seed: int, mischief: float, missing: float, resigning: float
):
    the_laws_hold(rules, players, seed, mischief, missing, resigning)


@pytest.mark.nightly
@every_table
@settings(NIGHTLY)
@given(seed=seeds, mischief=mischiefs, missing=missed, resigning=resigned)
def test_every_law_holds_every_night_in_other_matches(
    rules: Ruleset, players: int, seed: int, mischief: float, missing: float, resigning: float
):
    the_laws_hold(rules, players, seed, mischief, missing, resigning)


def test_the_laws_are_looked_at_in_matches_of_every_kind():
    small = [table for table in TABLES if table[1] <= 5]
    teams = [(TEAM, 6), (PARTY_PASSING, 6)]
    stories = [
        played(*table, seed, mischief=0.5, missing=seed % 2 / 10, resigning=seed % 3 / 100)
        for seed, table in enumerate(small * 3 + teams)
    ]
    refused = {step.refused for story in stories for step in story.steps if step.refused}
    kinds = {type(event).__name__ for story in stories for event in story.events}
    assert len(refused) >= 16
    assert len(kinds) >= 20
    assert kinds >= {"EntropyRevealed", "DrawVoided", "SeedCommitted"}
    assert {story.match.end_reason for story in stories if story.match} >= {"points", "last_card"}  # type: ignore[union-attr]
    forced = [step for story in stories for step in story.steps if getattr(step.command, "forced", False)]
    assert len(forced) > 20


seats = st.integers(0, 6)
cards = st.sampled_from((*BOX[:50], "", "no-such-card", "card-1"))
numbers = st.integers(-2, 14) | st.just(10**30)
texts = st.none() | st.text(max_size=5)
clues = st.builds(Clue, kind=st.sampled_from(CLUE_KINDS), text=texts)


def rows(of: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(of, max_size=4).map(tuple)


anything: st.SearchStrategy[Command] = st.one_of(
    st.builds(Sit, player=st.sampled_from((*people(7), STRANGER)), seat=st.none() | numbers),
    *(st.builds(kind, seat=seats) for kind in (Stand, Start, Ready, Abandon, Resign)),
    st.builds(Claim, seat=seats, text=texts),
    st.builds(AddEntropy, seat=seats, entropy=st.sampled_from(("00" * 32, KNOWN[committed("id-1")]))),
    st.builds(SeatBot, seat=seats, target_seat=numbers, player=st.just(robot(9))),
    *(st.builds(kind, seat=seats, target_seat=numbers) for kind in (Clear, Move, HandOver)),
    st.builds(TellClue, seat=seats, card=st.none() | cards, clue=clues),
    st.builds(Signal, seat=seats, word=st.sampled_from(("give", "pass", "hum"))),
    st.builds(
        TimeUp,
        phase=st.sampled_from(("0.gathering", "0.drawing", "1.storytelling", "1.submitting", "1.voting", "9.over")),
    ),
    st.builds(Submit, seat=seats, cards=rows(cards)),
    st.builds(Vote, seat=seats, slots=rows(numbers), trap=st.none() | numbers),
)


def answered(match: Match, command: Command) -> bool:
    """Whether it was accepted; whatever isn't `Refused` escapes."""
    before, luck = repr(match), Luck(1)
    try:
        events = decide(match, command, now=NOW, chance=luck)
    except Refused:
        assert not luck.asked
        return False
    finally:
        assert repr(match) == before
    return bool(events)


def anything_is_answered(phase: str, rules: Ruleset, players: int, command: Command) -> None:
    match = PHASES[phase](rules, players).match
    assert match is not None
    if isinstance(command, Sit | SystemCommand) or command.seat in seats_of(match):
        listed = any(offers(action, command) for action in view(match, sender(match, command)).actions)
        assert answered(match, command) == listed


small_tables = pytest.mark.parametrize(
    ("rules", "players"), [(CLASSIC, 3), (CLASSIC_LAST_CARD, 4), (ODYSSEY, 7), (PARTY, 6), (TEAM, 6)]
)
every_phase = pytest.mark.parametrize("phase", PHASES)


@every_phase
@small_tables
@settings(QUICK, max_examples=40)
@given(command=anything)
def test_anything_at_all_is_accepted_if_it_is_listed_and_refused_if_not(phase, rules, players, command):
    anything_is_answered(phase, rules, players, command)


@pytest.mark.nightly
@every_phase
@small_tables
@settings(NIGHTLY, max_examples=1000)
@given(command=anything)
def test_anything_at_all_is_answered_every_night(phase, rules, players, command):
    anything_is_answered(phase, rules, players, command)


@every_phase
@small_tables
def test_every_single_choice_that_a_view_lists_is_accepted(phase: str, rules: Ruleset, players: int):
    match = PHASES[phase](rules, players, seats=players if players != 4 else 6).match
    assert match is not None
    listed = [
        command
        for viewer in viewers(match)
        for action in view(match, viewer).actions
        for command in choices(viewer, action)
    ]
    assert listed
    for command in listed:
        assert answered(match, command), command


NOT_MINE = [
    ("gathering", Stand(seat=4)),
    ("gathering", Stand(seat=-1)),
    ("storytelling", Claim(seat=99)),
    ("storytelling", TellClue(seat=99, card=BOX[0], clue=Clue(kind="text", text="words"))),
    ("storytelling", TellClue(seat=-1, card=BOX[3], clue=Clue(kind="text", text="words"))),
    ("submitting", Submit(seat=99, cards=BOX[:1])),
    ("submitting", Submit(seat=-1, cards=BOX[3:4])),
    ("reveal", Ready(seat=99)),
    *((phase, Abandon(seat=99)) for phase in ("storytelling", "submitting", "voting", "reveal")),
]


@pytest.mark.parametrize(("phase", "command"), NOT_MINE, ids=[f"{phase}-{act!r:.20}" for phase, act in NOT_MINE])
def test_a_seat_where_nobody_sits_is_refused(phase: str, command: Command):
    match = PHASES[phase](CLASSIC, 4, seats=6).match
    assert match is not None
    assert not answered(match, command)


def test_two_matches_with_the_same_luck_are_the_same():
    first, second = (played(ODYSSEY, 7, Random(3).randrange(2**32)) for _ in range(2))
    assert first.events == second.events
