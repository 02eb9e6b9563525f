"""Match statistics, counted in two ways: from the history of their states, and naively from their records."""

import json
from collections import Counter
from dataclasses import asdict, replace
from typing import Any

import pytest

from games.eventlog.match_state import MatchState
from games.eventlog.write_batch import WriteBatch
from games.projections import (
    card_projection,
    counters,
    match_statistics,
    player_statistics,
    public_totals,
    result_projection,
)
from games.projections.models import CardRow, ResultRow
from games.projections.projector import update_projections
from tests.audit.generated_matches import GeneratedMatch
from tests.conformance import naive_statistics
from tests.conformance.naive_statistics import NaiveStatistics, count_from_record
from tests.projections.finished_matches import play_random_match, sample_matches, state_of
from tests.rulebook.match_scenarios import ALL_CARDS, RULESETS_AND_PLAYER_COUNTS, human_players

Json = dict[str, Any]
RESULT_FIELDS = [field.attname for field in ResultRow._meta.concrete_fields]
CARD_FIELDS = [field.attname for field in CardRow._meta.concrete_fields]


def result_rows(sample_match: GeneratedMatch, state: MatchState) -> list[Json]:
    rows = [dict(zip(RESULT_FIELDS, row, strict=True)) for row in result_projection.rows(sample_match.match_id, state)]
    assert all(
        (row.pop("match_id"), row.pop("ended_at")) == (sample_match.match_id, state.last_event_at) for row in rows
    )
    return rows


def card_rows(sample_match: GeneratedMatch, state: MatchState) -> dict[str, Json]:
    rows = [dict(zip(CARD_FIELDS, row, strict=True)) for row in card_projection.rows(sample_match.match_id, state)]
    return {row.pop("card"): row for row in rows if row.pop("match_id") == sample_match.match_id}


def assert_agrees(sample_match: GeneratedMatch, expected: NaiveStatistics) -> None:
    state = state_of(sample_match)
    assert result_rows(sample_match, state) == expected.result_rows()
    assert card_rows(sample_match, state) == expected.public_card_rows()


def naive_statistics_of(sample_match: GeneratedMatch) -> NaiveStatistics:
    return count_from_record(sample_match.to_record())


def test_a_naive_count_from_the_record_gives_the_same_statistics():
    for sample_match in sample_matches():
        assert_agrees(sample_match, naive_statistics_of(sample_match))


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(100, 102))
@pytest.mark.parametrize(("rules", "players"), RULESETS_AND_PLAYER_COUNTS)
def test_a_naive_count_gives_the_same_statistics_for_every_ruleset_and_table_size(rules, players: int, seed: int):
    sample_match = play_random_match(rules.name, players, seed)
    assert_agrees(sample_match, naive_statistics_of(sample_match))


def test_the_sample_covers_every_counter():
    counts = [naive_statistics_of(match) for match in sample_matches()]
    rows = [row for one in counts for row in one.result_rows()]
    for name in ("alone", "resigned", "won", *match_statistics.SeatStatistics.__dataclass_fields__):
        assert any(row[name] for row in rows), name
        assert name in ("points", "told") or not all(row[name] for row in rows), name
    assert {row["status"] for row in rows} == {"over", "abandoned"}
    assert {row["visibility"] for row in rows} == {"public", "unlisted", "private"}
    assert any(one.called_off_rounds for one in counts)
    assert any(one.card_counts and not one.public_card_rows() for one in counts)
    for name in match_statistics.CardStatistics.__dataclass_fields__:
        assert any(card[name] for one in counts for card in one.public_card_rows().values()), name


def assert_all_agree() -> None:
    for sample_match in sample_matches():
        assert_agrees(sample_match, naive_statistics_of(sample_match))


FAULTY_PATCHES = {
    "automatic votes count": (
        match_statistics,
        "_deliberate_voters",
        lambda outcome, card: tuple(s for s in outcome.votes[card] if s != outcome.owners[card]),
    ),
    "votes for one's own card count": (
        match_statistics,
        "_deliberate_voters",
        lambda outcome, card: tuple(s for s in outcome.votes[card] if s not in outcome.automatic_votes),
    ),
    "every clue counts as well told": (match_statistics, "_clue_outcome", lambda outcome, card: "well_told"),
    "every clue that was found counts as well told": (
        match_statistics,
        "_clue_outcome",
        lambda outcome, card: "well_told" if outcome.votes[card] else "found_by_none",
    ),
    "no match is a solo match": (result_projection, "is_solo_match", lambda board: False),
    "every seat is ranked first": (result_projection, "_rank", lambda board, seat: 1),
    "partners are ranked separately": (
        result_projection,
        "_rank",
        lambda b, seat: 1 + sum(score > b.scores[seat] for score in b.scores),
    ),
    "private matches count in public totals": (
        card_projection,
        "terms_of",
        lambda match: type("Public", (), {"visibility": "public"}),
    ),
}


@pytest.mark.parametrize("fault", FAULTY_PATCHES)
def test_control_a_counting_fault_is_detected(fault: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(*FAULTY_PATCHES[fault])
    with pytest.raises(AssertionError):
        assert_all_agree()


@pytest.mark.parametrize("field", ["automatic_submissions", "automatic_votes", "resigned", "skipped"])
def test_control_an_ignored_field_of_the_history_is_detected(field: str, monkeypatch: pytest.MonkeyPatch):
    count_round = match_statistics._RoundCounts
    monkeypatch.setattr(
        match_statistics,
        "_RoundCounts",
        lambda outcome, board: count_round(replace(outcome, **{field: ()}), board),
    )
    with pytest.raises(AssertionError):
        assert_all_agree()


SUMMED_COLUMNS = ("matches", "finished", "abandoned", "resigned", "won", *naive_statistics.SEAT_COUNTERS)


def sum_rows(rows: list[Json]) -> Json:
    """Return the sums of these results."""
    total = dict.fromkeys(SUMMED_COLUMNS, 0)
    for row in rows:
        total["matches"] += 1
        total["finished"] += row["status"] == "over"
        total["abandoned"] += row["status"] == "abandoned"
        total["resigned"] += row["resigned"]
        total["won"] += row["won"] and not row["resigned"]
        for column in naive_statistics.SEAT_COUNTERS:
            total[column] += row[column]
    return total


def expected_statistics(rows: list[Json]) -> Json:
    rows_with_others = [row for row in rows if not row["alone"]]
    match_counts = Counter(row["ruleset"] for row in rows_with_others)
    return {
        "total": sum_rows(rows_with_others),
        "rulesets": [
            {"ruleset": name, **sum_rows([row for row in rows_with_others if row["ruleset"] == name])}
            for name in sorted(match_counts, key=lambda name: (-match_counts[name], name))
        ],
        "alone": sum_rows([row for row in rows if row["alone"]]),
    }


@pytest.fixture
def stored_statistics() -> list[NaiveStatistics]:
    """The sample in the read models, and its naive counts."""
    for match in sample_matches():
        writes = WriteBatch()
        update_projections(match.match_id, None, state_of(match), writes)
        writes.flush()
    return [naive_statistics_of(match) for match in sample_matches()]


@pytest.mark.django_db
def test_player_statistics_are_the_sum_of_the_player_matches(stored_statistics: list[NaiveStatistics]):
    counters.fold_all_changes()
    for player in human_players(8):
        own_rows = [row for one in stored_statistics for row in one.result_rows() if row["player_id"] == player.id]
        public_rows = [row for row in own_rows if row["visibility"] == "public" and row["status"] == "over"]
        assert json.loads(json.dumps(asdict(player_statistics.own_statistics(player.id or "")))) == expected_statistics(
            own_rows
        )
        assert json.loads(
            json.dumps(asdict(player_statistics.public_statistics(player.id or "")))
        ) == expected_statistics(public_rows)


@pytest.mark.django_db
def test_card_statistics_are_the_sum_over_public_matches(stored_statistics: list[NaiveStatistics]):
    expected: dict[str, Counter[str]] = {}
    for one in stored_statistics:
        for card, card_counts in one.public_card_rows().items():
            expected.setdefault(card, Counter(dict.fromkeys(card_counts, 0))).update(card_counts)
    counters.fold_all_changes()
    none = asdict(match_statistics.CardStatistics())
    assert {card: asdict(sums) for card, sums in public_totals.card_totals(ALL_CARDS).items()} == {
        card: expected.get(card, none) for card in ALL_CARDS
    }
