"""Records of matches of every kind: right as a whole, right in part, right for ever."""

import json
import re
from pathlib import Path
from random import Random

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from games.audit.canonical_json import encode_canonical
from games.audit.record_verifier import audit_record, verify_record
from games.eventlog.digests import chain_hash
from games.rulebook.rulesets import EDITIONS
from tests.audit.golden import golden
from tests.audit.made import anything, made, record

DOCS = Path(__file__).resolve().parents[2] / "docs/reference/record.md"


@pytest.mark.parametrize("name", golden())
def test_a_record_that_is_kept_verifies_for_ever(name: str):
    verdict = verify_record(golden()[name])
    assert [finding.status for finding in verdict.findings] == ["ok"] * 4, verdict.text_lines()
    assert verdict.complete


def test_there_is_one_of_every_rule_set():
    assert {json.loads(text.split(b"\n")[0])["ruleset"] for text in golden().values()} == set(EDITIONS)


def test_records_have_the_shape_that_the_documentation_gives():
    schema = json.loads(re.findall(r"```json\n(.*?)```", DOCS.read_text(), re.DOTALL)[0])
    validator = Draft202012Validator(schema)
    for text in golden().values():
        lines = text.decode().splitlines()
        for line in [*lines[:60], *lines[-3:]]:
            validator.validate(json.loads(line))
    assert not validator.is_valid({**json.loads(lines[0]), "format": 2})


@pytest.mark.parametrize("seeds", [range(12), pytest.param(range(12, 1012), marks=pytest.mark.nightly)])
def test_whatever_happens_in_a_match_its_record_is_right(seeds: range):
    for seed in seeds:
        verdict = verify_record(anything(seed).record())
        assert [finding.status for finding in verdict.findings] == ["ok"] * 4, (seed, verdict.text_lines())


@pytest.mark.parametrize("seeds", [range(5), pytest.param(range(5, 105), marks=pytest.mark.nightly)])
def test_what_a_seat_was_told_of_a_running_match_is_right_as_far_as_it_goes(seeds: range):
    for seed in seeds:
        match, rng = anything(seed), Random(seed)
        ends = [n for n, row in enumerate(match.rows) if n and '"actor":null' not in row[5]]
        for version in rng.sample(ends, min(3, len(ends))):
            for seat in (None, rng.randrange(3)):
                verdict = verify_record(record(match.match_id, list(match.lines(seat))[:version], match.rules.name))
                assert verdict.ok, (seed, version, seat, verdict.text_lines())
                assert not verdict.complete
                assert verdict.findings[1].status == "not checked"


def test_wrong_points_are_found_even_while_the_match_is_played():
    match = made("odyssey", 5, 1, mischief=0.0)
    lines = list(match.lines(2))
    version = next(n for n, text in enumerate(lines, start=1) if '"type":"round_scored"' in text)
    assert verify_record(record(match.match_id, lines[:version], "odyssey")).findings[2].status == "partly"
    value = json.loads(lines[version - 1])
    value["event"]["data"]["awards"][0]["points"] += 1
    value["hash"] = chain_hash(encode_canonical(value["event"]))
    verdict = verify_record(record(match.match_id, [*lines[: version - 1], encode_canonical(value)], "odyssey"))
    assert verdict.first_failure is not None
    assert (verdict.first_failure.level, verdict.first_failure.first_bad) == ("rules", version)


def test_erased_names_and_clues_leave_a_record_right_and_are_told_of():
    match = made("party-30", 6, 2, mischief=0.0)
    match.log.openings = [
        (*opening[:8], None) if opening[2] in ("player", "text") else opening for opening in match.log.openings
    ]
    verdict = verify_record(match.record())
    assert [finding.status for finding in verdict.findings] == ["ok"] * 4, verdict.text_lines()
    assert {part for _, part in verdict.erased} == {"player", "text"}
    assert "erased" in "\n".join(verdict.text_lines())


def test_the_replay_says_who_could_see_what_and_how_luck_came_about():
    whole = audit_record(golden()["classic-4"])
    labels = [drawn.label for step in whole.steps for drawn in step.shuffles]
    assert labels[:2] == ["deck", "tableau/1"]
    assert [step.version for step in whole.steps] == list(range(1, whole.verdict.version + 1))


@pytest.mark.parametrize("content", [b"", b"\n", b"{}\n", b"\xff\n", b"[" * 100_000, b'{"record":"dixit"}\n'])
def test_what_is_no_record_is_said_to_be_none(content: bytes):
    verdict = verify_record(content)
    assert verdict.first_failure is not None
    assert (verdict.first_failure.level, verdict.first_failure.first_bad) == ("chain", 0)
