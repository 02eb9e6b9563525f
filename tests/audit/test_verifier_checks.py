"""Checks of the verifier that random forgeries seldom reach: each is tried on every event that it applies to."""

import json
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Any

import pytest

from games.audit.canonical_json import encode_canonical
from games.audit.record_verifier import verify_record
from games.eventlog.digests import chain_hash
from tests.audit import generated_matches
from tests.audit.generated_matches import build_record, generate_any_match, generate_match
from tests.audit.golden_records import read_golden_record
from tests.conformance.history_rewriting import rebuild_record

RECORD_NAMES = ("odyssey-5-void", "team-6-skip")
"""The shortest ones."""
ANOTHER_DIGEST = "ab" * 32


def first_failure(record: bytes) -> tuple[str, int | None]:
    """Return the first level at which a record fails, and the version."""
    failure = verify_record(record).first_failure
    assert failure is not None, "the forgery passes"
    return failure.level, failure.first_bad


def event_lines(record: bytes) -> list[Any]:
    return [value for line in record.splitlines() if "event" in (value := json.loads(line))]


def rechain(record: bytes, lines: list[Any]) -> bytes:
    """Return the record with these lines, all hashes recomputed."""
    return rebuild_record(json.loads(record.splitlines()[0]), lines)


@pytest.mark.parametrize("seed", range(6))
def test_a_seed_other_than_the_committed_one_is_found(seed: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(generated_matches, "SEED_DIGEST", ANOTHER_DIGEST)
    level, _ = first_failure(generate_any_match(seed).to_record())
    assert level == "luck"


def move_back_in_time(lines: list[Any], index: int) -> None:
    """Date a command, and the events that follow automatically, before the previous command."""
    earlier = datetime.fromisoformat(lines[index - 1]["event"]["at"]) - timedelta(microseconds=1)
    followers = takewhile(lambda line: line["event"]["actor"] is None, lines[index + 1 :])
    for line in (lines[index], *followers):
        line["event"]["at"] = earlier.isoformat().replace("+00:00", "Z")


@pytest.mark.parametrize("name", RECORD_NAMES)
def test_an_event_before_its_predecessor_is_found(name: str):
    record = read_golden_record(name)
    commands = [index for index, line in enumerate(event_lines(record)) if index and line["event"]["actor"] is not None]
    assert len(commands) > 10
    for index in commands:
        lines = event_lines(record)
        move_back_in_time(lines, index)
        assert first_failure(rechain(record, lines)) == ("rules", index + 1)


@pytest.mark.parametrize("name", RECORD_NAMES)
def test_a_sealed_part_that_was_made_public_is_found(name: str):
    record = read_golden_record(name)
    openings = [opening for line in event_lines(record) for opening in line["opened"] if "/" not in opening["part"]]
    assert len(openings) > 10
    for opening in openings:
        lines, version, part = event_lines(record), opening["version"], opening["part"]
        data = lines[version - 1]["event"]["data"]
        del data["sealed"][part]
        data[part] = opening["value"]
        for line in lines:
            line["opened"] = [each for each in line["opened"] if each != opening]
        assert first_failure(rechain(record, lines)) == ("rules", version)


@pytest.mark.parametrize("seed", range(3))
def test_a_card_shown_as_another_seats_is_found_in_a_running_match(seed: int):
    match = generate_match("odyssey", 5, seed, mischief=0.0)
    lines = list(match.record_lines(2))
    scored = [version for version, text in enumerate(lines, start=1) if '"type":"round_scored"' in text]
    for version in scored[:-1]:
        value = json.loads(lines[version - 1])
        first, second, *_ = value["event"]["data"]["tableau"]
        first["card"], second["card"] = second["card"], first["card"]
        value["hash"] = chain_hash(encode_canonical(value["event"]))
        forged = build_record(match.match_id, [*lines[: version - 1], encode_canonical(value)], "odyssey")
        assert first_failure(forged) == ("rules", version)


@pytest.mark.parametrize(
    ("name", "event_types"),
    [
        ("classic-3", {"seat_taken", "clue_given", "cards_submitted", "vote_cast", "seat_ready"}),
        ("team-6-skip", {"signalled"}),
    ],
)
def test_a_move_by_another_seat_is_found(name: str, event_types: set[str]):
    for event_type in event_types:
        lines = event_lines(read_golden_record(name))
        moves = (line["event"] for line in lines if line["event"]["type"] == event_type)
        event = next(each for each in moves if each["actor"] not in (0, None, "clock"))
        event["actor"] = 2 if event["actor"] == 1 else 1
        assert first_failure(rechain(read_golden_record(name), lines)) == ("rules", event["version"]), event_type
