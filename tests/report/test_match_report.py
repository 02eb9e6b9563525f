"""The report agrees with the record: who could see what and when, the reason for each point, and the random draws."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from games.audit import shuffle
from games.audit.record_verifier import audit_record
from games.narrative.absence_sentences import ABSENCE_SENTENCE_BY_EVENT_TYPE
from games.narrative.event_sentences import SENTENCE_BY_EVENT_TYPE
from games.records import consistency
from games.report import luck_report, visibility
from games.report.ruleset_report import rule_text
from games.rulebook.events import EVENT_CLASSES, ClueGiven, RoundScored
from games.rulebook.rulesets import EDITIONS
from tests.audit.generated_matches import GeneratedMatch, generate_match
from tests.audit.golden_records import read_golden_record
from tests.report.sample_reports import (
    RECORD_NAMES,
    build_report,
    record_with_erased_text,
    record_with_forged_points,
    sample_report,
)


def assert_visibility_matches_the_rulebook(name: str) -> None:
    """Assert that each part has the readers, from the version, and the public opening that the rulebook says."""
    result = audit_record(read_golden_record(name))
    assert result.record is not None
    expected = consistency._expected_parts(result.steps)
    actual = visibility.part_visibilities(result.record.chain.lines)
    assert actual.keys() == expected.keys()
    clue_versions = [step.version for step in result.steps if isinstance(step.event, ClueGiven)]
    for (version, part_name), sight in actual.items():
        part = expected[version, part_name]
        clue_version = next((clue for clue in clue_versions if clue > version), None)
        holder_from = None if part.reader is None else clue_version if part.face_down else version
        assert (sight.holder, sight.opens, sight.holder_from) == (part.reader, part.opens, holder_from), part_name


@pytest.mark.parametrize("name", RECORD_NAMES)
def test_visibility_matches_the_rulebook(name: str) -> None:
    assert_visibility_matches_the_rulebook(name)


@pytest.mark.parametrize("fact", ["crowd", "storyteller", "seat_count", "round"])
def test_control_ignoring_a_public_fact_is_detected(fact: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def apply_without_one_fact(facts: visibility.PublicFacts, event_type: str, data: Any) -> None:
        known = getattr(facts, fact)
        original_apply(facts, event_type, data)
        setattr(facts, fact, known)

    original_apply = visibility.PublicFacts.apply
    monkeypatch.setattr(visibility.PublicFacts, "apply", apply_without_one_fact)
    with pytest.raises((AssertionError, ZeroDivisionError)):
        assert_visibility_matches_the_rulebook("party-passing-7")


def test_a_resigned_player_sees_no_later_hands() -> None:
    line: Any = replace(next(iter(audit_record(read_golden_record("classic-3")).record.chain.lines)))  # type: ignore[union-attr]
    zeros = "0" * 64
    events = (
        (1, "match_started", {"seats": [0, 1, 2]}),
        (2, "seat_resigned", {"seat": 1}),
        (3, "hands_refilled", {"sealed": {"hands/0": zeros, "hands/1": zeros}}),
    )
    lines = [replace(line, body={"version": version, "type": kind, "data": data}) for version, kind, data in events]
    visibilities = visibility.part_visibilities(lines).values()
    assert [(sight.holder, sight.holder_from) for sight in visibilities] == [(0, 3), (None, None)]


@pytest.mark.parametrize("name", RECORD_NAMES)
def test_shuffle_steps_reproduce_every_recorded_draw(name: str) -> None:
    randomness = sample_report(name).luck
    steps = audit_record(read_golden_record(name)).steps
    assert len(randomness.draws) == sum(len(step.shuffles) for step in steps)
    for draw in randomness.draws:
        items = list(draw.items)
        for step in draw.steps:
            items[step.last], items[step.other] = items[step.other], items[step.last]
        event: Any = steps[draw.version - 1].event
        assert tuple(items) == draw.order
        if draw.label.startswith(("deck", "reshuffle", "tableau")):
            assert draw.order == (event.tableau if draw.label.startswith("tableau") else event.order)
    assert all(each.seed is not None for each in randomness.commitments)


def test_a_void_draw_is_reported_with_both_seeds() -> None:
    randomness, end = sample_report("odyssey-5-void").luck, sample_report("odyssey-5-void").version
    assert [(each.version, each.published) for each in randomness.commitments] == [(1, 9), (10, end)]
    assert {draw.material for draw in randomness.draws} == {randomness.commitments[-1].seed}


def test_entropy_added_by_seats_is_reported() -> None:
    matches = (generate_match("classic", 3, seed, missing=0.05, mischief=0) for seed in range(15, 1000))
    randomness_reports = (
        build_report(match.to_record()).luck for match in matches if "EntropyRevealed" in event_class_names(match)
    )
    randomness = next(luck for luck in randomness_reports if any(luck.entropy))
    added = "".join(filter(None, randomness.entropy))
    assert {draw.material for draw in randomness.draws} == {f"{randomness.commitments[-1].seed}{added}"}


def event_class_names(match: GeneratedMatch) -> set[str]:
    return {type(event).__name__ for event in match.events}


def test_rejected_draws_are_reported() -> None:
    """With nine items in a row a draw is rejected once in about 10^9, so the test makes the numbers itself."""
    limit = 2**32 - 2**32 % 3
    numbers = iter([limit, 2**32 - 1, 5, 7])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(luck_report.shuffle, "random_words", lambda key: numbers)  # type: ignore[attr-defined]
        steps = list(luck_report.shuffle_steps(b"", 3))
    assert [(step.last, step.draws, step.other) for step in steps] == [(2, (limit, 2**32 - 1, 5), 2), (1, (7,), 1)]
    assert shuffle.uniform_below(3, iter([limit, 2**32 - 1, 5])) == 2


@pytest.mark.parametrize("name", RECORD_NAMES)
def test_every_award_is_reported_with_its_reason_and_rule(name: str) -> None:
    scored = [
        step.event for step in audit_record(read_golden_record(name)).steps if isinstance(step.event, RoundScored)
    ]
    scored_rounds = [turn for turn in sample_report(name).rounds if turn.scores is not None]
    assert [turn.scores for turn in scored_rounds] == [event.scores for event in scored]
    for turn, event in zip(scored_rounds, scored, strict=True):
        points = Counter((award.seat, award.points, award.why) for award in turn.awards)
        assert points == Counter((award.seat, award.points, award.why) for award in event.awards)
        assert all(award.words and award.rule for award in turn.awards)
        assert [(card.card, card.seat, card.votes) for card in turn.tableau] == [
            (card.card, card.seat, card.votes) for card in event.tableau
        ]


def test_a_round_that_was_not_scored_has_no_owners_and_votes() -> None:
    """The end of a match opens the cards and votes of such a round, too; the report shows it as it was played."""
    matches = (generate_match("classic", 3, seed, missing=0.2, mischief=0) for seed in range(1000))
    unscored_rounds = (
        turn for match in matches for turn in build_report(match.to_record()).rounds if turn.tableau and not turn.scores
    )
    turn = next(unscored_rounds)
    assert {(card.seat, card.votes) for card in turn.tableau} == {(None, None)} and turn.trap is None


def test_rules_are_explained_with_the_numbers_of_the_match() -> None:
    classic, odyssey, party = (EDITIONS[name].rules for name in ("classic", "odyssey", "party"))
    assert "3 points, 4 if only one vote found it" in rule_text("found", classic, 3)
    assert "each finder gets 3 points." in rule_text("found", classic, 4)
    assert "at most 3 a round" in rule_text("fooled", odyssey, 6)
    assert "at most" not in rule_text("fooled", classic, 6)
    assert "From 7 players on" in rule_text("lone_vote", odyssey, 8)
    assert "at most 5 a round" in rule_text("with_the_crowd", party, 6)
    assert "count for both" in rule_text("consolation", EDITIONS["team"].rules, 6)


def test_every_event_type_has_a_sentence() -> None:
    from games.rulebook.event_names import EVENT_NAME_BY_CLASS as TYPES

    told_types = {*SENTENCE_BY_EVENT_TYPE, *ABSENCE_SENTENCE_BY_EVENT_TYPE, "match_ended"}
    assert {TYPES[event] for event in EVENT_CLASSES} <= told_types


@pytest.mark.parametrize("name", RECORD_NAMES)
def test_every_event_is_described_in_words(name: str) -> None:
    report = sample_report(name)
    assert [event.version for event in report.events] == [*range(1, report.version + 1)]
    assert all(event.words.endswith((".", "”")) for event in report.events)
    assert all(part.state == "open" for event in report.events for part in event.parts)


def test_erased_parts_are_reported_and_the_record_still_verifies() -> None:
    report = build_report(record_with_erased_text("classic-3"))
    assert report.verdict["ok"] and report.verdict["erased"]
    assert [seat.name for seat in report.seats] == [None] * 3
    states = {part.state for event in report.events for part in event.parts if part.part in ("player", "text")}
    assert states == {"erased"}
    assert not [turn for turn in report.rounds if turn.clue is not None]


def test_nothing_is_reported_after_the_first_fault() -> None:
    data, version = record_with_forged_points("classic-4")
    report = build_report(data)
    assert report.verdict["first_bad"] == version
    assert report.verdict["levels"]["rules"]["status"] == "failed"
    assert report.events[-1].version == version - 1
    assert not [turn for turn in report.rounds if turn.scores]


def test_a_broken_chain_is_reported_with_the_verdict_only() -> None:
    data = read_golden_record("classic-4").replace(b'"type":"clue_given"', b'"type":"clue_taken"', 1)
    report = build_report(data)
    assert not report.verdict["ok"] and report.status == "unreadable"
    assert not report.events and not report.rounds
