"""Two independently written verifiers agree about every record, valid or not."""

import re
from collections.abc import Iterable
from random import Random

import pytest

from games.audit.record_verifier import verify_record
from games.rulebook.rulesets import EDITIONS
from tests.audit.generated_matches import GeneratedMatch, build_record, generate_any_match
from tests.audit.golden_records import read_golden_records
from tests.audit.record_forging import FORGERIES, append_checksum_line, count_events, lines_before_checksum
from tests.conformance.history_rewriting import REWRITES, rewrite_history
from tests.conformance.verifier.independent_verdict import IndependentVerdict, verify_independently

SAMPLE_SEEDS = (3, 7, 14, 17, 19, 31, 36, 44, 48, 50, 70, 71, 74, 76, 82, 85, 93, 108, 112, 117)
"""Short matches of every rule set in which nearly everything happens."""
EXPECTED_OCCURRENCES = {
    *EDITIONS,
    *("seat_resigned", "host_changed", "draw_voided", "time_up", "round_called_off", "deck_reshuffled", "hands_passed"),
    *("laps", "points", "last_card", "staff"),
}
SHORT_RECORD_MAX_BYTES = 40_000
"""Bytes of a record that is forged many times."""


def assert_agreement(raw: bytes, context: object) -> IndependentVerdict:
    """Assert that both verifiers agree, and return the verdict."""
    library_verdict, second_verdict = verify_record(raw), verify_independently(raw)
    first_bad = library_verdict.first_failure.first_bad if library_verdict.first_failure else None
    assert (library_verdict.ok, first_bad) == (second_verdict.ok, second_verdict.first_bad), (
        context,
        library_verdict.text_lines(),
        second_verdict.faults,
    )
    return second_verdict


def assert_agreement_or_stricter(raw: bytes, context: object) -> bool:
    """Return whether the second verifier accepts the record; assert that both agree, unless the match is still running.

    In a running match the second verifier may find more, because it counts the cards in each place.
    """
    library_verdict = verify_record(raw)
    return (
        verify_independently(raw).ok
        if library_verdict.ok and not library_verdict.complete
        else assert_agreement(raw, context).ok
    )


def assert_finished_match_verifies(match: GeneratedMatch, context: object) -> None:
    """Assert that a finished match is valid to its end, and that its shuffles were checked."""
    verdict = assert_agreement(match.to_record(), context)
    assert verdict.ok
    assert verdict.is_luck_checked or not any('"type":"deck_shuffled"' in row[4] for row in match.event_rows)


@pytest.mark.parametrize("name", read_golden_records())
def test_verifiers_agree_on_golden_records(name: str):
    assert assert_agreement(read_golden_records()[name], name).ok


@pytest.mark.parametrize("seeds", [SAMPLE_SEEDS, pytest.param(range(1000), marks=pytest.mark.nightly)])
def test_verifiers_agree_on_random_matches(seeds: Iterable[int]):
    occurred: set[str] = set()
    for seed in seeds:
        match = generate_any_match(seed)
        assert_finished_match_verifies(match, seed)
        occurred |= {
            match.rules.name,
            *re.findall(r'"(?:type|why)":"(\w+)"', " ".join(row[4] for row in match.event_rows)),
        }
    assert occurred >= EXPECTED_OCCURRENCES


@pytest.mark.parametrize("seeds", [range(3000, 3001), pytest.param(range(3001, 3101), marks=pytest.mark.nightly)])
def test_verifiers_agree_on_partial_records_of_running_matches(seeds: range):
    for seed in seeds:
        match, rng = generate_any_match(seed), Random(seed)
        commands = [n for n, row in enumerate(match.event_rows) if n and '"actor":null' not in row[4]]
        for version in rng.sample(commands, min(3, len(commands))):
            for seat in (None, rng.randrange(3)):
                lines = list(match.record_lines(seat))[:version]
                verdict = assert_agreement(build_record(match.match_id, lines, match.rules.name), (seed, version, seat))
                assert verdict.ok


@pytest.mark.parametrize("kind", FORGERIES)
@pytest.mark.parametrize("times", [2, pytest.param(100, marks=pytest.mark.nightly)])
def test_verifiers_agree_on_forged_records(kind: str, times: int):
    for name, raw in read_golden_records().items():
        for number in range(times) if len(raw) < SHORT_RECORD_MAX_BYTES else ():
            lines = lines_before_checksum(raw)
            forged = append_checksum_line(FORGERIES[kind](lines, Random(f"{name} {kind} {number}"))[0])
            assert count_events(lines) > 3
            assert forged == raw or not assert_agreement(forged, (name, kind, number)).ok


@pytest.mark.parametrize("way", REWRITES)
@pytest.mark.parametrize("times", [3, pytest.param(100, marks=pytest.mark.nightly)])
def test_verifiers_agree_on_consistent_but_false_histories(way: str, times: int):
    """Only shuffles and rules can reveal these forgeries; sometimes the rewritten history would have been possible."""
    results = []
    for name, raw in read_golden_records().items():
        for number in range(times) if len(raw) < SHORT_RECORD_MAX_BYTES else ():
            forged = rewrite_history(raw, Random(f"{name} {way} {number}"), way)
            results.append(assert_agreement_or_stricter(forged, (name, way, number)))
    assert not all(results)
