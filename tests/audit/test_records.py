"""Records of matches of every kind: valid as a whole, valid in part, and valid forever."""

import json
import re
from pathlib import Path
from random import Random

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from games.audit.canonical_json import encode_canonical
from games.audit.record_verifier import audit_record, verify_record
from games.eventlog.digests import chain_hash
from games.rulebook.commands import Abandon, Clear, Open, Sit
from games.rulebook.rulesets import CLASSIC, EDITIONS
from tests.audit.generated_matches import (
    GeneratedMatch,
    VerifiableLuck,
    build_record,
    generate_any_match,
    generate_match,
)
from tests.audit.golden_records import read_golden_records
from tests.rulebook.match_scenarios import FixedChance, human_players, terms
from tests.rulebook.sent_command import Sent

RECORD_DOCS_PATH = Path(__file__).resolve().parents[2] / "docs/reference/record.md"


@pytest.mark.parametrize("name", read_golden_records())
def test_golden_records_still_verify(name: str):
    verdict = verify_record(read_golden_records()[name])
    assert [finding.status for finding in verdict.findings] == ["ok"] * 4, verdict.text_lines()
    assert verdict.complete


def test_golden_records_cover_every_ruleset():
    assert {json.loads(text.split(b"\n")[0])["ruleset"] for text in read_golden_records().values()} == set(EDITIONS)


def test_records_match_the_documented_schema():
    schema = json.loads(re.findall(r"```json\n(.*?)```", RECORD_DOCS_PATH.read_text(), re.DOTALL)[0])
    validator = Draft202012Validator(schema)
    for text in read_golden_records().values():
        lines = text.decode().splitlines()
        for line in [*lines[:60], *lines[-3:]]:
            validator.validate(json.loads(line))
    assert not validator.is_valid({**json.loads(lines[0]), "format": 2})


@pytest.mark.parametrize("seeds", [range(12), pytest.param(range(12, 1012), marks=pytest.mark.nightly)])
def test_records_of_random_matches_verify(seeds: range):
    for seed in seeds:
        verdict = verify_record(generate_any_match(seed).to_record())
        assert [finding.status for finding in verdict.findings] == ["ok"] * 4, (seed, verdict.text_lines())


@pytest.mark.parametrize("seeds", [range(5), pytest.param(range(5, 105), marks=pytest.mark.nightly)])
def test_partial_records_of_running_matches_verify(seeds: range):
    for seed in seeds:
        match, rng = generate_any_match(seed), Random(seed)
        command_end_versions = [n for n, row in enumerate(match.event_rows) if n and '"actor":null' not in row[4]]
        for version in rng.sample(command_end_versions, min(3, len(command_end_versions))):
            for seat in (None, rng.randrange(3)):
                verdict = verify_record(
                    build_record(match.match_id, list(match.record_lines(seat))[:version], match.rules.name)
                )
                assert verdict.ok, (seed, version, seat, verdict.text_lines())
                assert not verdict.complete
                assert verdict.findings[1].status == "not checked"


def test_the_record_of_a_removed_player_who_returned_by_invite_verifies():
    match = GeneratedMatch(rules=CLASSIC, players=2, seed=1, chance=FixedChance(), match_id="k" * 32)
    match.chance = VerifiableLuck(match)
    host, guest = human_players(2)
    for command in (Open(terms=terms(), player=host), Sit(player=guest), Sent(0, Clear(target_seat=1))):
        match.act(command)
    match.act(Sit(player=guest, is_invited=True))
    match.act(Sent(0, Abandon()))
    assert [json.loads(row[4])["type"] for row in match.event_rows[3:]] == ["seat_left", "seat_taken", "match_ended"]
    verdict = verify_record(match.to_record())
    assert [finding.status for finding in verdict.findings] == ["ok"] * 4, verdict.text_lines()


def test_wrong_points_are_found_even_in_a_running_match():
    match = generate_match("odyssey", 5, 1, mischief=0.0)
    lines = list(match.record_lines(2))
    version = next(n for n, text in enumerate(lines, start=1) if '"type":"round_scored"' in text)
    assert verify_record(build_record(match.match_id, lines[:version], "odyssey")).findings[2].status == "partly"
    value = json.loads(lines[version - 1])
    value["event"]["data"]["awards"][0]["points"] += 1
    value["hash"] = chain_hash(encode_canonical(value["event"]))
    verdict = verify_record(build_record(match.match_id, [*lines[: version - 1], encode_canonical(value)], "odyssey"))
    assert verdict.first_failure is not None
    assert (verdict.first_failure.level, verdict.first_failure.first_bad) == ("rules", version)


def test_a_record_with_erased_names_and_clues_verifies_and_reports_them():
    match = generate_match("party-30", 6, 2, mischief=0.0)
    match.log.openings = [
        (*row[:2], None, None, *row[4:]) if row[1] in ("player", "text") else row for row in match.log.openings
    ]
    verdict = verify_record(match.to_record())
    assert [finding.status for finding in verdict.findings] == ["ok"] * 4, verdict.text_lines()
    assert {part for _, part in verdict.erased} == {"player", "text"}
    assert "erased" in "\n".join(verdict.text_lines())


def test_the_audit_lists_every_version_and_shuffle():
    audit_result = audit_record(read_golden_records()["classic-4"])
    labels = [drawn.label for step in audit_result.steps for drawn in step.shuffles]
    assert labels[:2] == ["deck", "tableau/1"]
    assert [step.version for step in audit_result.steps] == list(range(1, audit_result.verdict.version + 1))


@pytest.mark.parametrize("content", [b"", b"\n", b"{}\n", b"\xff\n", b"[" * 100_000, b'{"record":"dixit"}\n'])
def test_malformed_records_fail_the_chain_check(content: bytes):
    verdict = verify_record(content)
    assert verdict.first_failure is not None
    assert (verdict.first_failure.level, verdict.first_failure.first_bad) == ("chain", 0)
