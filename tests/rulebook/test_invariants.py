"""The invariants hold in random matches of every rule set and every number of players, including nonsense commands."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from games.rulebook import Match, Reason, Refused, decide, view
from games.rulebook.commands import (
    Abandon,
    AddEntropy,
    CallOff,
    Claim,
    Clear,
    ExpirePhase,
    GiveClue,
    HandOver,
    Move,
    Open,
    Ready,
    Resign,
    SeatBot,
    Signal,
    Sit,
    Stand,
    Start,
    Submit,
    Vote,
)
from games.rulebook.round import CLUE_KINDS, Clue
from games.rulebook.rulesets import CLASSIC, CLASSIC_LAST_CARD, ODYSSEY, PARTY, PARTY_PASSING, TEAM, Ruleset
from tests.rulebook.invariants import INVARIANTS
from tests.rulebook.known_entropy import ENTROPY_BY_DIGEST, commit_entropy
from tests.rulebook.match_scenarios import (
    ALL_CARDS,
    MATCH_IN_PHASE,
    NOW,
    RULESETS_AND_PLAYER_COUNTS,
    FixedChance,
    human_players,
)
from tests.rulebook.random_matches import SHORT_CLOCK, play_random_match
from tests.rulebook.random_players import (
    GUEST_PLAYER,
    action_allows,
    bot_player,
    commands_of_action,
    issuing_viewer,
    occupied_seats,
)
from tests.rulebook.secrecy_invariants import SECRECY_INVARIANTS, all_viewers
from tests.rulebook.sent_command import Sent, as_sent

QUICK_SETTINGS = settings(
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.generate),
)
NIGHTLY_SETTINGS = settings(QUICK_SETTINGS, derandomize=False, max_examples=20, print_blob=True)

every_ruleset_and_player_count = pytest.mark.parametrize(
    ("rules", "players"),
    RULESETS_AND_PLAYER_COUNTS,
    ids=[f"{rules.name}-{players}" for rules, players in RULESETS_AND_PLAYER_COUNTS],
)
seeds = st.integers(0, 2**32 - 1)
nonsense_shares = st.sampled_from((0.0, 0.15, 0.5))


missed_move_shares = st.sampled_from((0.0, 0.05, 0.3))
resign_shares = st.sampled_from((0.0, 0.01, 0.05))


def check_all_invariants(
    rules: Ruleset, players: int, seed: int, mischief: float, missing: float, resigning: float
) -> None:
    history = play_random_match(rules, players, seed, mischief=mischief, missing=missing, resigning=resigning)
    for check in (*INVARIANTS, *SECRECY_INVARIANTS):
        check(history)


@every_ruleset_and_player_count
@settings(QUICK_SETTINGS, max_examples=2)
@given(seed=seeds, mischief=nonsense_shares, missing=missed_move_shares, resigning=resign_shares)
def test_every_invariant_holds_to_the_end_of_the_match(
    rules: Ruleset, players: int, seed: int, mischief: float, missing: float, resigning: float
):
    check_all_invariants(rules, players, seed, mischief, missing, resigning)


@pytest.mark.nightly
@every_ruleset_and_player_count
@settings(NIGHTLY_SETTINGS)
@given(seed=seeds, mischief=nonsense_shares, missing=missed_move_shares, resigning=resign_shares)
def test_every_invariant_holds_in_new_random_matches_nightly(
    rules: Ruleset, players: int, seed: int, mischief: float, missing: float, resigning: float
):
    check_all_invariants(rules, players, seed, mischief, missing, resigning)


def test_random_matches_cover_many_kinds_of_events_and_refusals():
    small = [table for table in RULESETS_AND_PLAYER_COUNTS if table[1] <= 5]
    teams = [(TEAM, 6), (PARTY_PASSING, 6)]
    histories = [
        play_random_match(*table, seed, mischief=0.5, missing=seed % 2 / 10, resigning=seed % 3 / 100)
        for seed, table in enumerate(small * 3 + teams)
    ]
    refused = {step.refused for history in histories for step in history.steps if step.refused}
    event_types = {type(event).__name__ for history in histories for event in history.events}
    assert len(refused) >= 16
    assert len(event_types) >= 20
    assert event_types >= {"EntropyRevealed", "DrawVoided", "SeedCommitted"}
    assert {history.match.end_reason for history in histories if history.match} >= {"points", "last_card"}  # type: ignore[union-attr]
    forced = [
        step
        for history in histories
        for step in history.steps
        if isinstance(step.command, ExpirePhase) and step.actor == "staff"
    ]
    assert len(forced) > 20


seats = st.integers(0, 6)
cards = st.sampled_from((*ALL_CARDS[:50], "", "no-such-card", "card-1"))
any_numbers = st.integers(-2, 14) | st.just(10**30)
texts = st.none() | st.text(max_size=5)
clues = st.builds(Clue, kind=st.sampled_from(CLUE_KINDS), text=texts)


def short_tuples(elements: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(elements, max_size=4).map(tuple)


seat_commands = st.one_of(
    *(st.builds(kind) for kind in (Stand, Start, Ready, Abandon, Resign)),
    st.builds(Claim, text=texts),
    st.builds(AddEntropy, entropy=st.sampled_from(("00" * 32, ENTROPY_BY_DIGEST[commit_entropy("id-1")]))),
    st.builds(SeatBot, target_seat=any_numbers, player=st.just(bot_player(9))),
    *(st.builds(kind, target_seat=any_numbers) for kind in (Clear, Move, HandOver)),
    st.builds(GiveClue, card=st.none() | cards, clue=clues),
    st.builds(Signal, word=st.sampled_from(("give", "pass", "hum"))),
    st.builds(Submit, cards=short_tuples(cards)),
    st.builds(Vote, slots=short_tuples(any_numbers), trap=st.none() | any_numbers),
)
sits = st.builds(Sit, player=st.sampled_from((*human_players(7), GUEST_PLAYER)), seat=st.none() | any_numbers)
ticks = st.builds(
    ExpirePhase,
    phase=st.sampled_from(("0.gathering", "0.drawing", "1.storytelling", "1.submitting", "1.voting", "9.over")),
)
any_command: st.SearchStrategy[Sent] = st.one_of(
    st.builds(Sent, seats, seat_commands), sits.map(as_sent), ticks.map(as_sent)
)


def is_accepted(match: Match, sent: Sent) -> bool:
    """Return whether it was accepted; exceptions other than `Refused` propagate."""
    before, chance = repr(match), FixedChance(1)
    try:
        events = decide(match, sent.command, actor=sent.actor, now=NOW, chance=chance)
    except Refused:
        assert not chance.requested_labels
        return False
    finally:
        assert repr(match) == before
    return bool(events)


def check_accepted_iff_listed(phase: str, rules: Ruleset, players: int, sent: Sent) -> None:
    match, command = MATCH_IN_PHASE[phase](rules, players).match, sent.command
    assert match is not None
    assert not isinstance(command, Open)
    if not isinstance(sent.actor, int) or sent.actor in occupied_seats(match):
        listed = any(action_allows(action, command) for action in view(match, issuing_viewer(match, sent)).actions)
        assert is_accepted(match, sent) == listed


small_matches = pytest.mark.parametrize(
    ("rules", "players"), [(CLASSIC, 3), (CLASSIC_LAST_CARD, 4), (ODYSSEY, 7), (PARTY, 6), (TEAM, 6)]
)
every_phase = pytest.mark.parametrize("phase", MATCH_IN_PHASE)


@every_phase
@small_matches
@settings(QUICK_SETTINGS, max_examples=40)
@given(command=any_command)
def test_any_command_is_accepted_if_it_is_listed_and_refused_otherwise(phase, rules, players, command):
    check_accepted_iff_listed(phase, rules, players, command)


@pytest.mark.nightly
@every_phase
@small_matches
@settings(NIGHTLY_SETTINGS, max_examples=1000)
@given(command=any_command)
def test_any_command_is_accepted_if_it_is_listed_and_refused_otherwise_nightly(phase, rules, players, command):
    check_accepted_iff_listed(phase, rules, players, command)


@every_phase
@small_matches
def test_every_command_that_a_view_lists_is_accepted(phase: str, rules: Ruleset, players: int):
    match = MATCH_IN_PHASE[phase](rules, players, seats=players if players != 4 else 6).match
    assert match is not None
    listed = [
        command
        for viewer in all_viewers(match)
        for action in view(match, viewer).actions
        for command in commands_of_action(viewer, action)
    ]
    assert listed
    for command in listed:
        assert is_accepted(match, command), command


COMMANDS_FROM_EMPTY_SEATS = [
    ("gathering", Sent(4, Stand())),
    ("gathering", Sent(-1, Stand())),
    ("storytelling", Sent(99, Claim())),
    ("storytelling", Sent(99, GiveClue(card=ALL_CARDS[0], clue=Clue(kind="text", text="words")))),
    ("storytelling", Sent(-1, GiveClue(card=ALL_CARDS[3], clue=Clue(kind="text", text="words")))),
    ("submitting", Sent(99, Submit(cards=ALL_CARDS[:1]))),
    ("submitting", Sent(-1, Submit(cards=ALL_CARDS[3:4]))),
    ("reveal", Sent(99, Ready())),
    *((phase, Sent(99, Abandon())) for phase in ("storytelling", "submitting", "voting", "reveal")),
]


@pytest.mark.parametrize(
    ("phase", "command"),
    COMMANDS_FROM_EMPTY_SEATS,
    ids=[f"{phase}-{act!r:.20}" for phase, act in COMMANDS_FROM_EMPTY_SEATS],
)
def test_commands_from_an_empty_seat_are_refused(phase: str, command: Sent):
    match = MATCH_IN_PHASE[phase](CLASSIC, 4, seats=6).match
    assert match is not None
    assert not is_accepted(match, command)


SERVER_COMMANDS = (ExpirePhase(phase="1.voting"), CallOff())


@pytest.mark.parametrize(
    "sent",
    [
        *(Sent(actor, command) for actor in (None, 0, 1) for command in SERVER_COMMANDS),
        Sent("clock", CallOff()),
        *(Sent(actor, Vote(slots=(1,))) for actor in ("clock", "staff", None)),
    ],
    ids=repr,
)
def test_players_and_the_server_cannot_send_each_others_commands(sent: Sent):
    match = MATCH_IN_PHASE["voting"](CLASSIC, 4, clock=SHORT_CLOCK).match
    with pytest.raises(Refused) as refused:
        decide(match, sent.command, actor=sent.actor, now=NOW + timedelta(hours=1), chance=FixedChance())
    assert refused.value.reason is Reason.NOT_SEATED


def test_two_matches_with_the_same_seed_are_identical():
    first, second = (play_random_match(ODYSSEY, 7, Random(3).randrange(2**32)) for _ in range(2))
    assert first.events == second.events
