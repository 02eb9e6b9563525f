"""The openings that each audience reads from the log equal those of one SQL query over event types and rounds."""

import json
from collections.abc import Iterator
from itertools import pairwise

import pytest
from django.db import connection

from games.eventlog.batched_sql import select
from games.eventlog.event_texts import events_for_each
from games.eventlog.models import Event, Opening
from games.eventlog.write_batch import WriteBatch, insert_into
from games.rulebook import audience as audience_module
from games.rulebook.audience import (
    PASSES_HANDS,
    PUBLIC_AUDIENCE,
    TURNED_UP_BY_CLUE,
    Audience,
    opening_versions,
    reader_from,
)
from games.rulebook.rulesets import EDITIONS
from tests.audit.generated_matches import GeneratedMatch, generate_match

pytestmark = pytest.mark.django_db
ROUND_SQL = {"postgresql": "event.body::json #>> '{data,round}'", "sqlite": "json_extract(event.body, '$.data.round')"}
RULE_SQL = """
    SELECT part.version, part.part, part.reader,
        CASE WHEN opens = 'now' THEN version ELSE (
            SELECT min(event.version) FROM eventlog_event AS event
            WHERE event.match_id = part.match_id AND event.version >= part.version AND (event.type = 'match_ended'
                OR event.type = 'round_scored' AND part.opens = 'scoring/' || ({round}))
        ) END,
        CASE WHEN NOT face_down THEN version ELSE (
            SELECT min(event.version) FROM eventlog_event AS event
            WHERE event.match_id = part.match_id AND event.version >= part.version AND event.type = 'clue_given'
            AND NOT EXISTS (
                SELECT 1 FROM eventlog_event AS passing
                WHERE passing.match_id = part.match_id AND passing.type = 'hands_passed'
                AND passing.version > part.version AND passing.version < event.version
            )
        ) END
    FROM eventlog_opening AS part WHERE match_id = %s
"""
SeenParts = set[tuple[int, int, str]]
"""The version with which a part is opened, and its own version and name."""


def store_match(ruleset: str, seed: int, resigning: float) -> GeneratedMatch:
    """Play a random match with missed moves, and store it in the tables of the log."""
    players = EDITIONS[ruleset].rules.players
    match = generate_match(ruleset, players[seed % len(players)], seed, missing=0.1, resigning=resigning)
    writes = WriteBatch()
    event_columns = ("match_id", "version", "type", "recorded_at", "body", "hash")
    writes.add(insert_into(Event, event_columns, order_by="match_id, version"), match.event_rows)
    opening_columns = ("match_id", "version", "part", "salt", "value", "reader", "face_down", "opens")
    openings = ((match.match_id, *opening) for opening in match.log.openings)
    writes.add(insert_into(Opening, opening_columns), openings)
    writes.flush()
    return match


def expected_parts(match_id: str, audience: Audience) -> SeenParts:
    rows = select(RULE_SQL.format(round=ROUND_SQL[connection.vendor]), match_id)
    return {
        (at, version, part)
        for version, part, reader, open_from, read_from in rows
        for at in expected_versions(audience, reader, open_from, read_from)
    }


def expected_versions(audience: Audience, reader: int | None, open_from: int, read_from: int | None) -> Iterator[int]:
    """Yield the versions at which an audience gets a part: its own early one until it resigns, the public one after."""
    own_from = read_from or open_from if reader is not None and reader == audience.seat else open_from
    last_own_version = audience.resigned_at_version or 10**9
    if own_from <= last_own_version:
        yield own_from
    if open_from > last_own_version:
        yield open_from


def shown_parts(match: GeneratedMatch, audiences: list[Audience], page: int) -> dict[Audience, SeenParts]:
    """Return what each audience reads in the log, page by page."""
    seen: dict[Audience, SeenParts] = {audience: set() for audience in audiences}
    last = len(match.event_rows)
    for after, upto in pairwise([*range(0, last, page), last]):
        for audience, texts in events_for_each(match.match_id, audiences, after, upto).items():
            for event in map(json.loads, texts):
                parts = {(event["version"], part["version"], part["part"]) for part in event["opened"]}
                assert not parts & seen[audience]
                seen[audience] |= parts
    return seen


@pytest.mark.parametrize("ruleset", EDITIONS)
@pytest.mark.parametrize(
    ("page", "resigning"), [(1, 0.0), (13, 0.3), pytest.param(10_000, 0.0, marks=pytest.mark.slow)]
)
def test_each_audience_gets_the_openings_that_the_sql_rule_gives(ruleset: str, page: int, resigning: float) -> None:
    match = store_match(ruleset, page, resigning)
    seats = range(match.players)
    audiences = [PUBLIC_AUDIENCE, *map(Audience, seats), *(Audience(seat, 40 + seat) for seat in seats)]
    for audience, parts in shown_parts(match, audiences, page).items():
        assert parts == expected_parts(match.match_id, audience), audience


@pytest.mark.parametrize(
    ("function", "broken"),
    [
        ("public_from", lambda version, opens, opened: audience_module._first_version(opened, opens, version)),
        ("reader_from", lambda version, opened, face_down: version),
    ],
)
def test_control_a_different_opening_rule_is_detected(
    function: str, broken: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = store_match("party-passing", 3, 0.0)
    audiences = [Audience(seat) for seat in range(match.players)]
    monkeypatch.setattr(audience_module, function, broken)
    shown = shown_parts(match, audiences, 10_000)
    assert any(shown[audience] != expected_parts(match.match_id, audience) for audience in audiences)


def test_a_hand_that_is_passed_on_face_down_is_never_read_by_its_former_holder():
    opened = opening_versions([(5, PASSES_HANDS), (8, TURNED_UP_BY_CLUE), (9, PASSES_HANDS)])
    assert [reader_from(version, opened, face_down=True) for version in (3, 5, 6)] == [None, 8, 8]
    assert reader_from(3, opened, face_down=False) == 3
