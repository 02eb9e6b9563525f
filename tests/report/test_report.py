"""The report says what the record holds: who could see what when, why each point, and how luck was drawn."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from games.audit import shuffle
from games.audit.record_verifier import audit_record
from games.records import consistency
from games.report import luck_report, visibility
from games.report.event_sentences import SENTENCE_BY_EVENT_TYPE
from games.report.ruleset_report import rule_text
from games.rulebook.events import EVENT_CLASSES, RoundScored
from games.rulebook.rulesets import EDITIONS
from tests.audit.golden import record
from tests.audit.made import Made, made
from tests.report.records import NAMES, report_on, reported, with_another_points, without_words


def sights_agree(name: str) -> None:
    """The rulebook says of each part who reads it, from when on, and when it opens to all."""
    found = audit_record(record(name))
    assert found.record is not None
    wanted = consistency._expected_openings(found.steps)
    mine = visibility.part_visibilities(found.record.chain.lines)
    assert mine.keys() == wanted.keys()
    for key, sight in mine.items():
        row = wanted[key]
        told = (sight.holder, sight.opens, sight.holder_from, sight.all_from)
        assert told == (row.reader, row.opens, row.read_from, row.open_from), key


@pytest.mark.parametrize("name", NAMES)
def test_who_could_see_what_when_is_what_the_rulebook_says(name: str) -> None:
    sights_agree(name)


@pytest.mark.parametrize("spoil", ["_draws_face_down", "_hand_owner"])
def test_the_comparison_sees_hands_that_are_looked_at_too_early(spoil: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong: dict[str, Any] = {
        "_draws_face_down": lambda self, seat: False,
        "_hand_owner": lambda self, part, kind: int(part[6:]) if part.startswith("hands/") else None,
    }
    monkeypatch.setattr(visibility.VisibilityTracker, spoil, wrong[spoil])
    with pytest.raises(AssertionError):
        sights_agree("party-passing-7")


def test_who_has_resigned_sees_no_further_hand() -> None:
    line: Any = replace(next(iter(audit_record(record("classic-3")).record.chain.lines)))  # type: ignore[union-attr]
    zeros = "0" * 64
    watch = visibility.VisibilityTracker()
    for version, kind, data in (
        (1, "match_started", {"seats": [0, 1, 2]}),
        (2, "seat_resigned", {"seat": 1}),
        (3, "hands_refilled", {"sealed": {"hands/0": zeros, "hands/1": zeros}}),
    ):
        watch.apply(replace(line, body={"version": version, "type": kind, "data": data}))
    assert [(sight.holder, sight.holder_from) for sight in watch.visibilities] == [(0, 3), (None, None)]


@pytest.mark.parametrize("name", NAMES)
def test_every_draw_comes_out_in_steps_as_it_was_recorded(name: str) -> None:
    told = reported(name).luck
    steps = audit_record(record(name)).steps
    assert len(told.draws) == sum(len(step.shuffles) for step in steps)
    for draw in told.draws:
        items = list(draw.items)
        for step in draw.steps:
            items[step.last], items[step.other] = items[step.other], items[step.last]
        event: Any = steps[draw.version - 1].event
        assert tuple(items) == draw.order
        if draw.label.startswith(("deck", "reshuffle", "tableau")):
            assert draw.order == (event.tableau if draw.label.startswith("tableau") else event.order)
    assert all(each.seed is not None for each in told.commitments)


def test_a_void_draw_is_told_with_both_seeds() -> None:
    told, end = reported("odyssey-5-void").luck, reported("odyssey-5-void").version
    assert [(each.version, each.published) for each in told.commitments] == [(1, 9), (10, end)]
    assert {draw.material for draw in told.draws} == {told.commitments[-1].seed}


def test_what_seats_have_added_is_told() -> None:
    matches = (made("classic", 3, seed, missing=0.05, mischief=0) for seed in range(15, 1000))
    drawn = (report_on(match.record()).luck for match in matches if "EntropyRevealed" in kinds(match))
    told = next(luck for luck in drawn if any(luck.entropy))
    added = "".join(filter(None, told.entropy))
    assert {draw.material for draw in told.draws} == {f"{told.commitments[-1].seed}{added}"}


def kinds(match: Made) -> set[str]:
    return {type(event).__name__ for event in match.events}


def test_rejected_draws_are_told() -> None:
    """With nine items in a row a draw is rejected once in about 10^9: so the numbers are made here."""
    limit = 2**32 - 2**32 % 3
    numbers = iter([limit, 2**32 - 1, 5, 7])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(luck_report.shuffle, "draws", lambda key: numbers)  # type: ignore[attr-defined]
        steps = list(luck_report.shuffle_steps(b"", 3))
    assert [(step.last, step.draws, step.other) for step in steps] == [(2, (limit, 2**32 - 1, 5), 2), (1, (7,), 1)]
    assert shuffle.uniform_below(3, iter([limit, 2**32 - 1, 5])) == 2


@pytest.mark.parametrize("name", NAMES)
def test_every_point_is_told_with_its_reason_and_its_rule(name: str) -> None:
    scored = [step.event for step in audit_record(record(name)).steps if isinstance(step.event, RoundScored)]
    told = [turn for turn in reported(name).rounds if turn.scores is not None]
    assert [turn.scores for turn in told] == [event.scores for event in scored]
    for turn, event in zip(told, scored, strict=True):
        points = Counter((award.seat, award.points, award.why) for award in turn.awards)
        assert points == Counter((award.seat, award.points, award.why) for award in event.awards)
        assert all(award.words and award.rule for award in turn.awards)
        assert [(card.card, card.seat, card.votes) for card in turn.tableau] == [
            (card.card, card.seat, card.votes) for card in event.tableau
        ]


def test_rules_are_told_with_the_numbers_of_the_match() -> None:
    classic, odyssey, party = (EDITIONS[name].rules for name in ("classic", "odyssey", "party"))
    assert "3 points, 4 if only one vote did" in rule_text("found", classic, 3)
    assert "each finder gets 3 points." in rule_text("found", classic, 4)
    assert "at most 3 a round" in rule_text("fooled", odyssey, 6)
    assert "at most" not in rule_text("fooled", classic, 6)
    assert "From 7 players on" in rule_text("lone_vote", odyssey, 8)
    assert "at most 5 a round" in rule_text("with_the_crowd", party, 6)
    assert "counts for both" in rule_text("consolation", EDITIONS["team"].rules, 6)


def test_every_type_of_event_has_its_sentence() -> None:
    from games.rulebook.event_names import EVENT_NAME_BY_CLASS as TYPES

    assert {TYPES[event] for event in EVENT_CLASSES} <= SENTENCE_BY_EVENT_TYPE.keys()


@pytest.mark.parametrize("name", NAMES)
def test_every_event_is_told_in_words(name: str) -> None:
    told = reported(name)
    assert [event.version for event in told.events] == [*range(1, told.version + 1)]
    assert all(event.words.endswith((".", "”")) for event in told.events)
    assert all(part.state == "open" for event in told.events for part in event.parts)


def test_what_was_erased_is_told_as_erased_and_all_still_holds() -> None:
    told = report_on(without_words("classic-3"))
    assert told.verdict["ok"] and told.verdict["erased"]
    assert [seat.name for seat in told.seats] == [None] * 3
    states = {part.state for event in told.events for part in event.parts if part.part in ("player", "text")}
    assert states == {"erased"}
    assert not [turn for turn in told.rounds if turn.clue is not None]


def test_behind_the_first_fault_nothing_is_told() -> None:
    data, version = with_another_points("classic-4")
    told = report_on(data)
    assert told.verdict["first_bad"] == version
    assert told.verdict["levels"]["rules"]["status"] == "failed"
    assert told.events[-1].version == version - 1
    assert not [turn for turn in told.rounds if turn.scores]


def test_of_a_broken_chain_only_the_verdict_is_told() -> None:
    data = record("classic-4").replace(b'"type":"clue_given"', b'"type":"clue_taken"', 1)
    told = report_on(data)
    assert not told.verdict["ok"] and told.status == "unreadable"
    assert not told.events and not told.rounds
