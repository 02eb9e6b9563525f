"""What matches come to, counted twice: by the fold as they are played, and from their records with pencil and paper."""

import json
from collections import Counter
from dataclasses import asdict, replace
from typing import Any

import pytest

from games.eventlog import match_tally
from games.eventlog.batched_sql import WriteBatch
from games.eventlog.match_state import MatchState
from games.projections import card_projection, player_statistics, result_projection
from games.projections.models import CardRow, ResultRow
from games.projections.projector import update_projections
from tests.audit.made import Made
from tests.projections import naive
from tests.projections.finished import finished, folded, sample
from tests.projections.naive import Count, count
from tests.rulebook.table import BOX, TABLES, people

Json = dict[str, Any]
RESULT = [field.attname for field in ResultRow._meta.concrete_fields]
CARD = [field.attname for field in CardRow._meta.concrete_fields]


def result_rows(story: Made, now: MatchState) -> list[Json]:
    rows = [dict(zip(RESULT, row, strict=True)) for row in result_projection.rows(story.match_id, now)]
    assert all((row.pop("match_id"), row.pop("ended_at")) == (story.match_id, now.last_event_at) for row in rows)
    return rows


def card_rows(story: Made, now: MatchState) -> dict[str, Json]:
    rows = [dict(zip(CARD, row, strict=True)) for row in card_projection.rows(story.match_id, now)]
    return {row.pop("card"): row for row in rows if row.pop("match_id") == story.match_id}


def agree(story: Made, naive: Count, now: MatchState | None = None) -> None:
    now = now or folded(story)
    assert result_rows(story, now) == naive.results()
    assert card_rows(story, now) == naive.cards_for_all()


def counted(story: Made) -> Count:
    return count(story.record())


def test_a_naive_count_from_the_record_comes_to_the_same():
    for story in sample():
        agree(story, counted(story))


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(100, 102))
@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_a_naive_count_comes_to_the_same_at_every_table(rules, players: int, seed: int):
    story = finished(rules.name, players, seed)
    agree(story, counted(story))


def test_the_sample_has_all_that_is_counted():
    counts = [counted(story) for story in sample()]
    rows = [row for one in counts for row in one.results()]
    for name in ("alone", "resigned", "won", *match_tally.SeatTally.__dataclass_fields__):
        assert any(row[name] for row in rows), name
        assert name in ("points", "told") or not all(row[name] for row in rows), name
    assert {row["status"] for row in rows} == {"over", "abandoned"}
    assert {row["visibility"] for row in rows} == {"public", "unlisted", "private"}
    assert any(one.called_off for one in counts)
    assert any(one.cards and not one.cards_for_all() for one in counts)
    for name in match_tally.CardTally.__dataclass_fields__:
        assert any(card[name] for one in counts for card in one.cards_for_all().values()), name


def recounted(story: Made) -> MatchState:
    """The fold with its tally counted again, by code that may have been broken meanwhile."""
    again = match_tally.EMPTY_TALLY
    for _, event, match in story.happened:
        again = match_tally.evolve_tally(again, event, match)
    return replace(folded(story), tally=again)


def all_agree() -> None:
    for story in sample():
        agree(story, counted(story), recounted(story))


def test_the_count_can_be_repeated():
    assert all(recounted(story) == folded(story) for story in sample())


BROKEN = {
    "votes by luck count": (
        match_tally,
        "_deliberate_voters",
        lambda tally, shown: tuple(s for s in shown.votes if s != shown.seat),
    ),
    "so does one's own": (
        match_tally,
        "_deliberate_voters",
        lambda tally, shown: tuple(s for s in shown.votes if s not in tally.voted_by_luck),
    ),
    "every clue is told well": (match_tally, "_clue_outcome", lambda event, told: "well_told"),
    "all that is found is told well": (
        match_tally,
        "_clue_outcome",
        lambda e, told: "well_told" if told.votes else "found_by_none",
    ),
    "nobody is alone": (result_projection, "is_solo_match", lambda board: False),
    "everybody is first": (result_projection, "_rank", lambda board, seat: 1),
    "partners are two": (
        result_projection,
        "_rank",
        lambda b, seat: 1 + sum(score > b.scores[seat] for score in b.scores),
    ),
    "private matches are for all": (
        card_projection,
        "terms_of",
        lambda match: type("Public", (), {"visibility": "public"}),
    ),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_control_a_fault_in_the_count_is_seen(fault: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(*BROKEN[fault])
    with pytest.raises(AssertionError):
        all_agree()


@pytest.mark.parametrize("event", ["CardsSubmitted", "VoteCast", "RoundBegun"])
def test_control_an_event_that_is_not_looked_at_is_missed(event: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(match_tally, event, type("Nothing", (), {}))
    with pytest.raises(AssertionError):
        all_agree()


SUMMED = ("matches", "finished", "abandoned", "resigned", "won", *naive.DEEDS)


def summed(rows: list[Json]) -> Json:
    """What these results come to."""
    total = dict.fromkeys(SUMMED, 0)
    for row in rows:
        total["matches"] += 1
        total["finished"] += row["status"] == "over"
        total["abandoned"] += row["status"] == "abandoned"
        total["resigned"] += row["resigned"]
        total["won"] += row["won"] and not row["resigned"]
        for deed in naive.DEEDS:
            total[deed] += row[deed]
    return total


def come_to(rows: list[Json]) -> Json:
    together = [row for row in rows if not row["alone"]]
    played = Counter(row["ruleset"] for row in together)
    return {
        "total": summed(together),
        "rulesets": [
            {"ruleset": name, **summed([row for row in together if row["ruleset"] == name])}
            for name in sorted(played, key=lambda name: (-played[name], name))
        ],
        "alone": summed([row for row in rows if row["alone"]]),
    }


@pytest.fixture
def stored() -> list[Count]:
    """The sample in the read models, and its naive counts."""
    for story in sample():
        writes = WriteBatch()
        update_projections(story.match_id, None, folded(story), writes)
        writes.flush()
    return [counted(story) for story in sample()]


@pytest.mark.django_db
def test_what_somebodys_matches_come_to_is_their_sum(stored: list[Count]):
    for player in people(8):
        mine = [row for one in stored for row in one.results() if row["player_id"] == player.id]
        shown = [row for row in mine if row["visibility"] == "public" and row["status"] == "over"]
        assert json.loads(json.dumps(asdict(player_statistics.own_statistics(player.id or "")))) == come_to(mine)
        assert json.loads(json.dumps(asdict(player_statistics.public_statistics(player.id or "")))) == come_to(shown)


@pytest.mark.django_db
def test_what_a_card_has_come_to_is_the_sum_of_what_everybody_may_know(stored: list[Count]):
    expected: dict[str, Counter[str]] = {}
    for one in stored:
        for card, fates in one.cards_for_all().items():
            expected.setdefault(card, Counter(dict.fromkeys(fates, 0))).update(fates)
    assert {card: asdict(tally) for card, tally in card_projection.query_totals(BOX).items()} == expected
    few = dict(list(expected.items())[:3])
    assert {card: asdict(tally) for card, tally in card_projection.query_totals(tuple(few)).items()} == few


@pytest.fixture
def _nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_projection, "_totals_cache", {})


@pytest.mark.usefixtures("_nothing_kept")
@pytest.mark.parametrize(("quick", "sums"), [(1e9, 3), (0.0, 1)])
def test_a_sum_that_takes_long_is_kept_for_a_while(quick: float, sums: int, monkeypatch: pytest.MonkeyPatch):
    asked: list[object] = []

    def summed(which: tuple[str, ...]) -> Json:
        asked.append(which)
        return {}

    monkeypatch.setattr(card_projection, "CACHE_THRESHOLD_SECONDS", quick)
    monkeypatch.setattr(card_projection, "CACHE_TTL_FACTOR", 1e12)
    monkeypatch.setattr(card_projection, "query_totals", summed)
    assert [card_projection.cached_totals(BOX) for _ in range(3)] == [{}, {}, {}]
    assert len(asked) == sums
    assert card_projection.cached_totals(BOX[:1]) == {}
    assert asked[-1] == BOX[:1]
